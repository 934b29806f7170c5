package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import com.speedment.runtime.typemapper.TypeMapper;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A conversion from the values of a field to the values in the database. It converts null to null. */
public record DatabaseValues(TypeMapper<Object, Object> mapper) implements UnaryOperator<@Nullable Object> {
    @SuppressWarnings("unchecked") // a field's mapper accepts the values of the field
    public static DatabaseValues of(Field<?> field) {
        return new DatabaseValues((TypeMapper<Object, Object>) field.typeMapper());
    }

    @Override
    public @Nullable Object apply(@Nullable Object value) {
        return value == null || mapper.isIdentity() ? value : mapper.toDatabaseType(value);
    }
}
