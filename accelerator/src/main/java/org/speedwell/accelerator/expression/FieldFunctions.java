package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.method.GetReference;
import com.speedment.runtime.field.trait.HasByteValue;
import com.speedment.runtime.field.trait.HasDoubleValue;
import com.speedment.runtime.field.trait.HasFloatValue;
import com.speedment.runtime.field.trait.HasIntValue;
import com.speedment.runtime.field.trait.HasLongValue;
import com.speedment.runtime.field.trait.HasShortValue;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Kind;

/** A recogniser of functions that return the value of one field, unchanged or converted. */
public final class FieldFunctions {
    private FieldFunctions() {}

    /**
     * Returns the identifier of the column of primitive numbers that a function reads. The function is a field, or a
     * cast of a field to a wider number. Returns null for any other function.
     */
    public static @Nullable Object numberField(Object function) {
        Object source =
                function instanceof UnaryExpression<?, ?> cast && cast.operator() == UnaryExpression.Operator.CAST
                        ? cast.inner()
                        : function;
        boolean isNumber = source instanceof HasByteValue
                || source instanceof HasShortValue
                || source instanceof HasIntValue
                || source instanceof HasLongValue
                || source instanceof HasFloatValue
                || source instanceof HasDoubleValue;
        return isNumber && source instanceof Field<?> field ? field.identifier() : null;
    }

    /**
     * Returns the identifier of the column whose values a function returns unchanged. The function is a field or its
     * getter. Returns null for any other function.
     */
    public static @Nullable Object column(Object function) {
        return switch (function) {
            case GetReference<?, ?, ?> getter -> column(getter.getField());
            case Field<?> field when SpeedmentReader.isKnown(field) -> field.identifier();
            default -> null;
        };
    }

    /**
     * A field whose values Speedment converts.
     *
     * @param column the identifier of the field's column
     * @param kind the kind of the converted value
     */
    public record Cast(Object column, Kind kind) {}

    /** Returns the field that a function converts; null if the function is not a conversion of a field by Speedment. */
    public static @Nullable Cast cast(Object function) {
        return function instanceof FieldMapper<?, ?, ?, ?, ?> mapper && isOwn(mapper)
                ? new Cast(mapper.getField().identifier(), SpeedmentReader.kind(mapper.expressionType()))
                : null;
    }

    /** Returns whether the function of a mapper belongs to Speedment. Such functions convert numbers as Java does. */
    static boolean isOwn(FieldMapper<?, ?, ?, ?, ?> mapper) {
        return mapper.getMapper().getClass().getName().startsWith(ReferenceField.class.getName());
    }
}
