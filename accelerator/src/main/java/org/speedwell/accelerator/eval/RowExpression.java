package org.speedwell.accelerator.eval;

import java.math.BigDecimal;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Kind;

/**
 * The value of an expression for each row of one table: a whole number, a real number, a decimal or an object. It comes
 * from the columns. It is exactly the value that Speedment computes for the entity of that row, exceptions included.
 * Immutable and thread-safe.
 */
public sealed interface RowExpression {

    /** Returns the test of whether a row's value is null. */
    IntPredicate nulls();

    /** Whole numbers, chars, or booleans as 1 and 0. Reading the value of a row that is null throws. */
    record Whole(Kind kind, RowLongs value, IntPredicate nulls) implements RowExpression {}

    /**
     * Floats or doubles. If the kind is float, every value is a float. Reading the value of a row that is null throws.
     */
    record Real(Kind kind, RowDoubles value, IntPredicate nulls) implements RowExpression {}

    /**
     * Decimals with one common scale, whose unscaled values fit a {@code long}. The number of a row that is null is
     * undefined.
     *
     * @param unscaled the value without its decimal point
     * @param least a lower bound of all unscaled values
     * @param greatest an upper bound of all unscaled values
     */
    record Decimal(int scale, RowLongs unscaled, long least, long greatest, IntPredicate nulls)
            implements RowExpression {
        /** Returns the value of a row, or null. */
        @Nullable
        BigDecimal at(int row) {
            return nulls.test(row) ? null : BigDecimal.valueOf(unscaled.applyAsLong(row), scale);
        }

        /** Returns the same values as objects, without the scale and the bounds. */
        Reference reference() {
            return new Reference(this::at);
        }
    }

    record Reference(IntFunction<@Nullable Object> value) implements RowExpression {
        @Override
        public IntPredicate nulls() {
            return row -> value.apply(row) == null;
        }
    }

    /** The test of expressions that are never null. */
    IntPredicate NEVER_NULL = row -> false;

    /** Returns the whole number of each row. Only a {@link Whole} has them. */
    default RowLongs whole() {
        return ((Whole) this).value;
    }

    /** Returns the number of each row, widened as Java does. A {@link Decimal} and a {@link Reference} throw. */
    default RowDoubles real() {
        return switch (this) {
            case Whole whole -> new RowDoubles.OfLongs(whole.value);
            case Real real -> real.value;
            case Decimal _, Reference _ -> throw new IllegalStateException("not a number: " + this);
        };
    }

    /**
     * Returns the value of each row as an object, or null. It is the result of {@code apply} of a nullable expression.
     */
    default IntFunction<@Nullable Object> boxed() {
        return switch (this) {
            case Whole whole -> {
                RowLongs value = whole.value;
                IntPredicate nulls = whole.nulls;
                Kind kind = whole.kind;
                yield row -> nulls.test(row) ? null : kind.box(value.applyAsLong(row));
            }
            case Real real -> {
                RowDoubles value = real.value;
                IntPredicate nulls = real.nulls;
                boolean isFloat = real.kind == Kind.FLOAT;
                yield row -> {
                    if (nulls.test(row)) {
                        return null;
                    }
                    double number = value.applyAsDouble(row);
                    return isFloat ? (Object) (float) number : (Object) number;
                };
            }
            case Decimal decimal -> decimal::at;
            case Reference reference -> reference.value;
        };
    }

    /** Returns whole numbers that are never null, narrowed to the width of their kind as Java's casts do. */
    static Whole whole(Kind kind, RowLongs value) {
        return new Whole(kind, NarrowLongs.of(kind, value), NEVER_NULL);
    }

    /** Returns numbers that are never null. */
    static Real real(Kind kind, RowDoubles value) {
        return new Real(kind, value, NEVER_NULL);
    }
}
