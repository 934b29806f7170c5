package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Exact sums, differences and products of two decimals, neither of which may be null. */
public record DecimalOperation<T>(Operation kind, Computation<? super T> first, Computation<? super T> second)
        implements Computation<T> {

    @Override
    public BigDecimal of(T entity) {
        return DecimalArithmetic.operation(
                kind, (BigDecimal) requireNonNull(first.of(entity)), (BigDecimal) requireNonNull(second.of(entity)));
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        RowExpression a = first.on(reader);
        RowExpression b = second.on(reader);
        return a == null || b == null ? null : DecimalArithmetic.operation(kind, a, b);
    }

    @Override
    public String toString() {
        return "(" + first + " " + kind + " " + second + ")";
    }
}
