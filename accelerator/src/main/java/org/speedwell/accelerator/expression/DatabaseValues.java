package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import com.speedment.runtime.typemapper.TypeMapper;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Turns values of a field into those that the database holds for them. NULL is null in both. */
public record DatabaseValues(TypeMapper<Object, Object> mapper) implements UnaryOperator<@Nullable Object> {
    @SuppressWarnings("unchecked") // a field's mapper takes the values of the field
    public static DatabaseValues of(Field<?> field) {
        return new DatabaseValues((TypeMapper<Object, Object>) field.typeMapper());
    }

    @Override
    public @Nullable Object apply(@Nullable Object value) {
        return value == null || mapper.isIdentity() ? value : mapper.toDatabaseType(value);
    }
}
