package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/** What becomes of rows where an expression is null. */
final class Nulls {
    private Nulls() {}

    /** Not null: what is asked of a row that is throws. */
    static RowExpression refused(ExpressionType type, RowExpression inner) {
        return switch (inner) {
            case Whole whole -> Arithmetic.whole(type, whole.value());
            case Real real -> Arithmetic.real(type, real.value());
            case Decimal decimal ->
                new Decimal(
                        type,
                        decimal.scale(),
                        NullableLongs.of(decimal.unscaled(), decimal.nulls(), Nulls::refuse),
                        decimal.least(),
                        decimal.greatest(),
                        RowExpression.NEVER_NULL);
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                yield new Reference(type, row -> requireNonNull(value.apply(row)));
            }
        };
    }

    /** The number of a row that is null and must not be. */
    static long refuse(int row) {
        throw new NullPointerException("The value is null.");
    }
}
