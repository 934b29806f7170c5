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

/** Recognises functions that give the value of one field, as it is or converted. */
public final class FieldFunctions {
    private FieldFunctions() {}

    /**
     * Returns the identifier of the column of primitive numbers that a function reads: a field, or a field cast to a wider number. Null
     * if it is no such function.
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

    /** Returns the identifier of the column whose values a function gives as they are: a field, or its getter. Null if it is neither. */
    public static @Nullable Object column(Object function) {
        return switch (function) {
            case GetReference<?, ?, ?> getter -> column(getter.getField());
            case Field<?> field when SpeedmentReader.isKnown(field) -> field.identifier();
            default -> null;
        };
    }

    /**
     * A field of which Speedment converts the values.
     *
     * @param column the identifier of its column
     * @param kind of what it gives
     */
    public record Cast(Object column, Kind kind) {}

    /** Returns the field that a function converts; null if it is no such function. */
    public static @Nullable Cast cast(Object function) {
        return function instanceof FieldMapper<?, ?, ?, ?, ?> mapper && isOwn(mapper)
                ? new Cast(mapper.getField().identifier(), SpeedmentReader.kind(mapper.expressionType()))
                : null;
    }

    /** Tells whether a field's function is one of Speedment's, which converts a number as Java does. */
    static boolean isOwn(FieldMapper<?, ?, ?, ?, ?> mapper) {
        return mapper.getMapper().getClass().getName().startsWith(ReferenceField.class.getName());
    }
}
