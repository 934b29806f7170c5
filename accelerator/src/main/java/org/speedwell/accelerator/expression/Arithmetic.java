package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.BinaryExpression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.compute.expression.UnaryExpression;
import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/**
 * Speedment's operators on numbers, which are Java's: whole numbers wrap at the width of the result, an operand of float
 * makes the operation one of floats, one of double makes it one of doubles. Only the result of a division is always a
 * double.
 */
final class Arithmetic {
    private Arithmetic() {}

    static boolean isFloat(ExpressionType type) {
        return type == ExpressionType.FLOAT || type == ExpressionType.FLOAT_NULLABLE;
    }

    /** Whether it is of a primitive type. */
    static boolean isNumber(RowExpression expression) {
        return expression instanceof Whole || expression instanceof Real;
    }

    /** The operation on one number, or null where Speedment has none. */
    static @Nullable RowExpression unary(UnaryExpression.Operator operator, RowExpression inner, ExpressionType type) {
        return switch (operator) {
            case ABS -> abs(inner, type);
            case CAST -> cast(inner, type);
            case NEGATE -> negate(inner, type);
            case SIGN -> sign(inner, type);
            case SQRT -> {
                if (!isNumber(inner)) {
                    yield null;
                }
                IntToDoubleFunction value = inner.real();
                yield real(type, value, Math::sqrt);
            }
        };
    }

    private static RowExpression abs(RowExpression inner, ExpressionType type) {
        return switch (inner) {
            case Whole whole -> whole(type, whole.value(), n -> n < 0 ? -n : n);
            case Real real -> real(type, real.value(), n -> n < 0 ? -n : n);
            case Decimal decimal -> abs(decimal.reference(), type);
            case Reference decimals ->
                new Reference(type, row -> decimal(decimals, row).abs());
        };
    }

    private static RowExpression negate(RowExpression inner, ExpressionType type) {
        return switch (inner) {
            case Whole whole -> whole(type, whole.value(), type == ExpressionType.BOOLEAN ? n -> 1 - n : n -> -n);
            case Real real -> real(type, real.value(), n -> -n);
            case Decimal decimal -> DecimalArithmetic.negated(type, decimal);
            case Reference decimals ->
                new Reference(type, row -> decimal(decimals, row).negate());
        };
    }

    private static RowExpression sign(RowExpression inner, ExpressionType type) {
        return switch (inner) {
            case Whole whole -> whole(type, whole.value(), Long::signum);
            case Real real -> whole(type, row -> signum(real.value().applyAsDouble(row)));
            case Decimal decimal -> sign(decimal.reference(), type);
            case Reference decimals -> whole(type, row -> decimal(decimals, row).signum());
        };
    }

    private static int signum(double number) {
        return number < 0 ? -1 : number > 0 ? 1 : 0;
    }

    private static @Nullable RowExpression cast(RowExpression inner, ExpressionType type) {
        boolean isInt = type == ExpressionType.INT;
        return switch (type) {
            case DOUBLE ->
                switch (inner) {
                    case Whole _, Real _ -> real(type, inner.real());
                    case Decimal decimal -> real(type, DecimalArithmetic.doubles(decimal));
                    case Reference decimals ->
                        real(type, row -> decimal(decimals, row).doubleValue());
                };
            case INT, LONG ->
                switch (inner) {
                    case Whole whole -> whole(type, whole.value());
                    case Real real ->
                        whole(type, row -> {
                            double number = real.value().applyAsDouble(row);
                            return isInt ? (int) number : (long) number;
                        });
                    case Decimal decimal -> cast(decimal.reference(), type);
                    case Reference decimals ->
                        whole(type, row -> {
                            BigDecimal number = decimal(decimals, row);
                            return isInt ? number.intValueExact() : number.longValueExact();
                        });
                };
            default -> null;
        };
    }

    /** The operation on two numbers, or null where Speedment has none. */
    static @Nullable RowExpression binary(
            BinaryExpression.Operator operator, RowExpression first, RowExpression second, ExpressionType type) {
        if (!isNumber(first) || !isNumber(second)) {
            return null;
        }
        IntToDoubleFunction a = first.real();
        IntToDoubleFunction b = second.real();
        switch (operator) {
            case DIVIDE -> {
                return real(type, row -> a.applyAsDouble(row) / b.applyAsDouble(row));
            }
            case POW -> {
                return second instanceof Whole power
                        ? power(a, isFloat(first.type()), power.value())
                        : real(type, row -> Math.pow(a.applyAsDouble(row), b.applyAsDouble(row)));
            }
            default -> {}
        }
        if (first instanceof Whole firstWhole && second instanceof Whole secondWhole) {
            Operation kind = Operation.valueOf(operator.name());
            return whole(type, new LongOperation(kind, firstWhole.value(), secondWhole.value()));
        }
        if (!isDouble(first) && !isDouble(second)) {
            IntToDoubleFunction p = floats(first);
            IntToDoubleFunction q = floats(second);
            return switch (operator) {
                case PLUS -> real(type, row -> (float) p.applyAsDouble(row) + (float) q.applyAsDouble(row));
                case MINUS -> real(type, row -> (float) p.applyAsDouble(row) - (float) q.applyAsDouble(row));
                default -> real(type, row -> (float) p.applyAsDouble(row) * (float) q.applyAsDouble(row));
            };
        }
        return switch (operator) {
            case PLUS -> real(type, row -> a.applyAsDouble(row) + b.applyAsDouble(row));
            case MINUS -> real(type, row -> a.applyAsDouble(row) - b.applyAsDouble(row));
            default -> real(type, row -> a.applyAsDouble(row) * b.applyAsDouble(row));
        };
    }

    private static boolean isDouble(RowExpression operand) {
        return operand instanceof Real && !isFloat(operand.type());
    }

    /** An operand of an operation on floats: a whole number becomes the nearest float in one step. */
    private static IntToDoubleFunction floats(RowExpression operand) {
        return operand instanceof Whole whole ? row -> (float) whole.value().applyAsLong(row) : operand.real();
    }

    /** To a whole power, which Speedment asks for first; small powers of floats are products of floats. */
    private static RowExpression power(IntToDoubleFunction base, boolean isFloat, RowLongs power) {
        return real(ExpressionType.DOUBLE, row -> {
            int exponent = (int) power.applyAsLong(row);
            if (exponent == 0) {
                return 1;
            }
            double value = base.applyAsDouble(row);
            float small = (float) value;
            return switch (exponent) {
                case 1 -> value;
                case 2 -> isFloat ? small * small : value * value;
                case 3 -> isFloat ? small * small * small : value * value * value;
                case 4 -> isFloat ? small * small * small * small : value * value * value * value;
                case 5 -> isFloat ? small * small * small * small * small : value * value * value * value * value;
                case -1 -> isFloat ? 1 / small : 1 / value;
                default -> Math.pow(value, exponent);
            };
        });
    }

    /** To a constant whole power: as {@link #power}, but that only the square and the cube are products. */
    static RowExpression constantPower(RowExpression first, int exponent) {
        IntToDoubleFunction base = first.real();
        if (exponent == 4 || exponent == 5) {
            return real(ExpressionType.DOUBLE, row -> Math.pow(base.applyAsDouble(row), exponent));
        }
        return power(base, isFloat(first.type()), new ConstantLong(exponent));
    }

    /** Whole numbers in the width of the type: what does not fit wraps, as Java's casts do. */
    static Whole whole(ExpressionType type, RowLongs value) {
        return new Whole(type, NarrowLongs.of(type, value), RowExpression.NEVER_NULL);
    }

    static Whole whole(ExpressionType type, RowLongs value, LongUnaryOperator operator) {
        return whole(type, new MappedLongs(value, operator));
    }

    static Real real(ExpressionType type, IntToDoubleFunction value) {
        return new Real(type, value, RowExpression.NEVER_NULL);
    }

    static Real real(ExpressionType type, IntToDoubleFunction value, DoubleUnaryOperator operator) {
        return real(type, row -> operator.applyAsDouble(value.applyAsDouble(row)));
    }

    private static BigDecimal decimal(Reference decimals, int row) {
        return (BigDecimal) requireNonNull(decimals.value().apply(row));
    }
}
