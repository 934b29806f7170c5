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

    /** Another value where it is null. */
    static RowExpression replaced(ExpressionType type, RowExpression inner, RowExpression other) {
        IntPredicate nulls = inner.nulls();
        IntPredicate both = type.isNullable() ? both(nulls, other.nulls()) : RowExpression.NEVER_NULL;
        return switch (inner) {
            case Whole whole ->
                new Whole(type, NarrowLongs.of(type, NullableLongs.of(whole.value(), nulls, other.whole())), both);
            case Real real -> {
                IntToDoubleFunction value = real.value();
                IntToDoubleFunction otherwise = other.real();
                yield new Real(
                        type, row -> nulls.test(row) ? otherwise.applyAsDouble(row) : value.applyAsDouble(row), both);
            }
            case Decimal decimal
            when other instanceof Decimal second && second.scale() == decimal.scale() ->
                new Decimal(
                        type,
                        decimal.scale(),
                        NullableLongs.of(decimal.unscaled(), nulls, second.unscaled()),
                        Math.min(decimal.least(), second.least()),
                        Math.max(decimal.greatest(), second.greatest()),
                        both);
            case Decimal _, Reference _ -> {
                IntFunction<@Nullable Object> value = inner.boxed();
                IntFunction<@Nullable Object> otherwise = other.boxed();
                yield new Reference(type, row -> nulls.test(row) ? otherwise.apply(row) : value.apply(row));
            }
        };
    }

    private static IntPredicate both(IntPredicate first, IntPredicate second) {
        return first == RowExpression.NEVER_NULL || second == RowExpression.NEVER_NULL
                ? RowExpression.NEVER_NULL
                : row -> first.test(row) && second.test(row);
    }
}
