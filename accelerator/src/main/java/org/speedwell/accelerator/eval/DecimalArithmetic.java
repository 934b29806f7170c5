package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression.Decimal;
import org.speedwell.accelerator.eval.RowExpression.Reference;
import org.speedwell.accelerator.eval.RowExpression.Whole;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;

/**
 * Exact arithmetic of decimals, with the scales that {@link BigDecimal} gives. It computes on longs if the bounds of
 * the operands prove that every result fits a {@code long}. Otherwise it computes on objects.
 */
final class DecimalArithmetic {
    /** The largest exponent of a power of ten that a {@code double} holds exactly. */
    private static final int EXACT_POWER = 22;

    /** The largest number up to which a {@code double} holds every whole number. */
    private static final long EXACT_DOUBLE = 1L << 53;

    private DecimalArithmetic() {}

    /** Returns whether the column's keys are the unscaled values of decimals with one common scale. */
    static boolean isPossible(Column column) {
        return column instanceof KeyColumn keys
                && keys.codec().isUnscaled()
                && keys.codec().value(0) instanceof BigDecimal;
    }

    /** Returns the decimals of a column for which {@link #isPossible} returns true. */
    static Decimal column(KeyColumn keys, IntPredicate nulls) {
        int scale = ((BigDecimal) keys.codec().value(0)).scale();
        return new Decimal(
                scale,
                new KeyLongs(keys),
                keys.min(),
                keys.max(),
                keys.nulls() == 0 ? RowExpression.NEVER_NULL : nulls);
    }

    static RowExpression constant(@Nullable BigDecimal value) {
        if (value == null || value.unscaledValue().bitLength() >= Long.SIZE) {
            return new Reference(_ -> value);
        }
        long unscaled = value.unscaledValue().longValue();
        return new Decimal(value.scale(), new ConstantLong(unscaled), unscaled, unscaled, RowExpression.NEVER_NULL);
    }

    /** Returns whole numbers as decimals without a fraction. */
    static Decimal of(Whole whole) {
        RowLongs value = whole.value() instanceof NarrowLongs narrow ? narrow.wide() : whole.value();
        long low = least(whole.kind());
        long high = -1 - low;
        boolean isColumn = value instanceof KeyLongs keys
                && keys.column().min() >= low
                && keys.column().max() <= high;
        return new Decimal(
                0,
                whole.value(),
                isColumn ? ((KeyLongs) value).column().min() : low,
                isColumn ? ((KeyLongs) value).column().max() : high,
                whole.nulls());
    }

    private static long least(Kind kind) {
        return switch (kind) {
            case BYTE -> Byte.MIN_VALUE;
            case SHORT -> Short.MIN_VALUE;
            case INT -> Integer.MIN_VALUE;
            case BOOLEAN, CHAR, LONG, FLOAT, DOUBLE, DECIMAL, OBJECT -> Long.MIN_VALUE;
        };
    }

    /** Returns the operation on two decimals that are not null. */
    static RowExpression operation(Expr.BinaryOperation kind, RowExpression first, RowExpression second) {
        Decimal exact = first instanceof Decimal a && second instanceof Decimal b ? exact(kind, a, b) : null;
        if (exact != null) {
            return exact;
        }
        IntFunction<@Nullable Object> a = first.boxed();
        IntFunction<@Nullable Object> b = second.boxed();
        return new Reference(
                row -> kind.of((BigDecimal) requireNonNull(a.apply(row)), (BigDecimal) requireNonNull(b.apply(row))));
    }

    /** Returns the operation on longs, or null if a result may not fit a {@code long}. */
    private static @Nullable Decimal exact(Expr.BinaryOperation kind, Decimal first, Decimal second) {
        int scale = Math.max(first.scale(), second.scale());
        boolean isProduct = kind == Expr.BinaryOperation.MULTIPLY;
        Decimal a = isProduct ? first : rescaled(first, scale);
        Decimal b = isProduct ? second : rescaled(second, scale);
        if (a == null || b == null) {
            return null;
        }
        try {
            return switch (kind) {
                case ADD ->
                    operation(
                            kind,
                            a,
                            b,
                            scale,
                            Math.addExact(a.least(), b.least()),
                            Math.addExact(a.greatest(), b.greatest()));
                case SUBTRACT ->
                    operation(
                            kind,
                            a,
                            b,
                            scale,
                            Math.subtractExact(a.least(), b.greatest()),
                            Math.subtractExact(a.greatest(), b.least()));
                case MULTIPLY -> {
                    long w = Math.multiplyExact(a.least(), b.least());
                    long x = Math.multiplyExact(a.least(), b.greatest());
                    long y = Math.multiplyExact(a.greatest(), b.least());
                    long z = Math.multiplyExact(a.greatest(), b.greatest());
                    yield operation(
                            kind,
                            a,
                            b,
                            Math.addExact(a.scale(), b.scale()),
                            Math.min(Math.min(w, x), Math.min(y, z)),
                            Math.max(Math.max(w, x), Math.max(y, z)));
                }
                case DIVIDE, REMAINDER, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> null;
            };
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static Decimal operation(
            Expr.BinaryOperation kind, Decimal a, Decimal b, int scale, long least, long greatest) {
        return new Decimal(
                scale, new LongOperation(kind, a.unscaled(), b.unscaled()), least, greatest, RowExpression.NEVER_NULL);
    }

    /** Returns the same values with an equal or larger scale, or null if they may not fit a {@code long}. */
    static @Nullable Decimal rescaled(Decimal of, int scale) {
        if (of.scale() == scale) {
            return of;
        }
        try {
            long factor = 1;
            for (int i = of.scale(); i < scale; i++) {
                factor = Math.multiplyExact(factor, 10L);
            }
            return new Decimal(
                    scale,
                    of.unscaled() instanceof ConstantLong constant
                            ? new ConstantLong(Math.multiplyExact(constant.value(), factor))
                            : new LongOperation(Expr.BinaryOperation.MULTIPLY, of.unscaled(), new ConstantLong(factor)),
                    Math.multiplyExact(of.least(), factor),
                    Math.multiplyExact(of.greatest(), factor),
                    of.nulls());
        } catch (ArithmeticException e) {
            return null;
        }
    }

    static RowExpression negated(Decimal of) {
        if (of.least() == Long.MIN_VALUE) {
            return new Reference(row -> requireNonNull(of.at(row)).negate());
        }
        return new Decimal(
                of.scale(),
                new LongOperation(Expr.BinaryOperation.SUBTRACT, new ConstantLong(0), of.unscaled()),
                -of.greatest(),
                -of.least(),
                of.nulls());
    }

    /**
     * Returns {@link BigDecimal#doubleValue} of each decimal. If a {@code double} holds the unscaled value and the
     * power of ten exactly, one division gives the correctly rounded result.
     */
    static RowDoubles doubles(Decimal of) {
        RowLongs unscaled = of.unscaled();
        if (of.scale() < 0
                || of.scale() > EXACT_POWER
                || of.least() < -EXACT_DOUBLE
                || of.greatest() > EXACT_DOUBLE
                || of.nulls() != RowExpression.NEVER_NULL) {
            return row -> requireNonNull(of.at(row)).doubleValue();
        }
        double power = BigDecimal.TEN.pow(of.scale()).doubleValue();
        return row -> unscaled.applyAsLong(row) / power;
    }
}
