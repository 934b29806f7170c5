package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Reference;

/** The same value for all: a number, a text or a decimal. */
public record Constant<T>(Object value) implements Computation<T> {
    @Override
    public Object of(T entity) {
        return value;
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        return switch (value) {
            case String text -> new Reference(ExpressionType.STRING, _ -> text);
            case BigDecimal decimal -> DecimalArithmetic.constant(ExpressionType.BIG_DECIMAL, decimal);
            default -> ExpressionReader.constant(value);
        };
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
