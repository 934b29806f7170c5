package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import java.util.function.Function;

/** A field as a function to its values, null where the column is NULL: of entities what its getter is, of rows a column. */
public record FieldValue<E, V>(Field<E> field) implements Function<E, V> {
    /** Returns the identifier of the field's column. */
    public Object column() {
        return field.identifier();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // what the field's getter gives, null too
    public V apply(E entity) {
        return (V) field.getter().apply(entity);
    }
}
