package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.math.BigDecimal;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What an expression gives for a row of one table, read from its columns: a whole number, a real number or an object,
 * exactly what Speedment's gives for the entity of that row, exceptions included. Immutable and thread-safe.
 */
public sealed interface RowExpression {

    /** Speedment's type of the expression. */
    ExpressionType type();

    /** Whether the value of a row is null, as {@code isNull} of Speedment's expression tells. */
    IntPredicate nulls();

    /**
     * Of type byte, short, int, long or char, or boolean as 1 and 0; nullable or not. The value of a row that is null is
     * what Speedment makes of it, mostly an exception.
     */
    record Whole(ExpressionType type, RowLongs value, IntPredicate nulls) implements RowExpression {}

    /** Of type float or double, nullable or not; of float, every value is one. As for rows that are null, see {@link Whole}. */
    record Real(ExpressionType type, IntToDoubleFunction value, IntPredicate nulls) implements RowExpression {}

    /**
     * Of type decimal, nullable or not, of which all values have one scale and an unscaled value that fits a long. As for rows
     * that are null, see {@link Whole}.
     *
     * @param unscaled the value without its decimal point
     * @param least no row has a lesser unscaled value
     * @param greatest no row has a greater one
     */
    record Decimal(ExpressionType type, int scale, RowLongs unscaled, long least, long greatest, IntPredicate nulls)
            implements RowExpression {
        /** The value of a row, or null. */
        @Nullable
        BigDecimal at(int row) {
            return nulls.test(row) ? null : BigDecimal.valueOf(unscaled.applyAsLong(row), scale);
        }

        /** The same, without what is known of all values. */
        Reference reference() {
            return new Reference(type, this::at);
        }
    }

    /** Of type string, enum or decimal, nullable or not. */
    record Reference(ExpressionType type, IntFunction<@Nullable Object> value) implements RowExpression {
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
    default IntToDoubleFunction real() {
        return switch (this) {
            case Whole whole -> {
                RowLongs value = whole.value;
                yield row -> value.applyAsLong(row);
            }
            case Real real -> real.value;
            case Decimal _, Reference _ -> throw new IllegalStateException(type() + " is no number");
        };
    }

    /** The value of a row as an object, or null: what {@code apply} of a nullable expression gives. */
    default IntFunction<@Nullable Object> boxed() {
        return switch (this) {
            case Whole whole -> {
                RowLongs value = whole.value;
                IntPredicate nulls = whole.nulls;
                ExpressionType type = whole.type;
                yield row -> nulls.test(row) ? null : box(type, value.applyAsLong(row));
            }
            case Real real -> {
                IntToDoubleFunction value = real.value;
                IntPredicate nulls = real.nulls;
                boolean isFloat = Arithmetic.isFloat(real.type);
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

    private static Object box(ExpressionType type, long value) {
        return switch (type) {
            case BYTE, BYTE_NULLABLE -> (byte) value;
            case SHORT, SHORT_NULLABLE -> (short) value;
            case INT, INT_NULLABLE -> (int) value;
            case CHAR, CHAR_NULLABLE -> (char) value;
            case BOOLEAN, BOOLEAN_NULLABLE -> value != 0;
            default -> value;
        };
    }
}
