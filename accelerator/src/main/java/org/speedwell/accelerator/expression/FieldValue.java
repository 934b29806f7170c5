package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import java.util.function.Function;

/**
 * A field as a function of its entities. It returns null if the column is NULL. The engine recognises it and reads the
 * column instead of calling the getter.
 */
public record FieldValue<E, V>(Field<E> field) implements Function<E, V> {
    /** Returns the identifier of the field's column. */
    public Object column() {
        return field.identifier();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the value that the field's getter returns, also null
    public V apply(E entity) {
        return (V) field.getter().apply(entity);
    }
}
