package org.speedwell.accelerator.eval;

import java.math.BigDecimal;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Kind;

/**
 * What an expression gives for a row of one table, read from its columns: a whole number, a real number or an object,
 * exactly what Speedment's gives for the entity of that row, exceptions included. Immutable and thread-safe.
 */
public sealed interface RowExpression {

    /** Tells whether the value of a row is null. */
    IntPredicate nulls();

    /** Whole numbers, chars, or booleans as 1 and 0. The value of a row that is null is an exception. */
    record Whole(Kind kind, RowLongs value, IntPredicate nulls) implements RowExpression {}

    /** Floats or doubles; of the kind float, every value is one. The value of a row that is null is an exception. */
    record Real(Kind kind, RowDoubles value, IntPredicate nulls) implements RowExpression {}

    /**
     * Decimals that all have one scale and an unscaled value that fits a long. The value of a row that is null means nothing.
     *
     * @param unscaled the value without its decimal point
     * @param least no row has a lesser unscaled value
     * @param greatest no row has a greater one
     */
    record Decimal(int scale, RowLongs unscaled, long least, long greatest, IntPredicate nulls)
            implements RowExpression {
        /** The value of a row, or null. */
        @Nullable
        BigDecimal at(int row) {
            return nulls.test(row) ? null : BigDecimal.valueOf(unscaled.applyAsLong(row), scale);
        }

        /** The same, without what is known of all values. */
        Reference reference() {
            return new Reference(this::at);
        }
    }

    /** Objects of any class. */
    record Reference(IntFunction<@Nullable Object> value) implements RowExpression {
        @Override
        public IntPredicate nulls() {
            return row -> value.apply(row) == null;
        }
    }

    /** Never null. */
    IntPredicate NEVER_NULL = row -> false;

    /** The whole number of a row; for {@link Whole} only. */
    default RowLongs whole() {
        return ((Whole) this).value;
    }

    /** The number of a row, widened as Java does; not for {@link Decimal} and {@link Reference}. */
    default RowDoubles real() {
        return switch (this) {
            case Whole whole -> new RowDoubles.OfLongs(whole.value);
            case Real real -> real.value;
            case Decimal _, Reference _ -> throw new IllegalStateException("not a number: " + this);
        };
    }

    /** The value of a row as an object, or null: what {@code apply} of a nullable expression gives. */
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

    /** Returns whole numbers that are never null, cut to the width of their kind as Java's casts do. */
    static Whole whole(Kind kind, RowLongs value) {
        return new Whole(kind, NarrowLongs.of(kind, value), NEVER_NULL);
    }

    /** Returns numbers that are never null. */
    static Real real(Kind kind, RowDoubles value) {
        return new Real(kind, value, NEVER_NULL);
    }
}
