package org.speedwell.accelerator.expr;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An interpreter that computes an expression one value at a time, with objects. It defines the meaning of expressions,
 * and tests compare all faster implementations with it. The engine uses it for single values: constants, keys of a
 * small column, and entities.
 */
public final class Interpreter {
    private final Function<Expr, @Nullable Object> leaves;

    /**
     * Creates an interpreter.
     *
     * @param leaves returns the boxed value of a column, a given function or the existence of a row. It returns null
     * for NULL
     */
    public Interpreter(Function<Expr, @Nullable Object> leaves) {
        this.leaves = leaves;
    }

    /**
     * Returns the value of an expression, as an object of its kind, or null.
     *
     * @throws RuntimeException if an operator or function throws it
     */
    public @Nullable Object value(Expr of) {
        return switch (of) {
            case Expr.Column column -> column(column);
            case Expr.Given given -> leaves.apply(given);
            case Expr.Exists exists -> leaves.apply(exists);
            case Expr.Constant constant -> constant.value();
            case Expr.Parameter _ -> throw new IllegalArgumentException("A parameter has no value yet: " + of);
            case Expr.Convert convert -> convert(present(convert.value()), convert.kind());
            case Expr.Unary unary -> unary(unary, present(unary.value()));
            case Expr.Binary binary -> binary(binary, present(binary.first()), present(binary.second()));
            case Expr.Compare compare -> compare(compare);
            case Expr.Sign sign -> sign(sign.order(), present(sign.first()), present(sign.second()), sign.ofNaN());
            case Expr.Equal equal -> Objects.equals(value(equal.first()), value(equal.second()));
            case Expr.In in -> contains(in.set(), value(in.value()));
            case Expr.IsNull isNull -> value(isNull.value()) == null;
            case Expr.Require require -> present(require.value());
            case Expr.Choice choice -> value(isTrue(choice.condition()) ? choice.then() : choice.otherwise());
            case Expr.And and -> areAll(and.conditions(), true);
            case Expr.Or or -> !areAll(or.conditions(), false);
            case Expr.Not not -> !isTrue(not.value());
            case Expr.Call call -> call.callee().call(values(call.arguments()));
            case Expr.Optional optional -> optional(optional.type(), value(optional.value()));
            case Expr.DecimalCase cases -> decimal(cases);
        };
    }

    private boolean areAll(List<Expr> conditions, boolean wanted) {
        for (Expr condition : conditions) {
            if (isTrue(condition) != wanted) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Object[] values(List<Expr> of) {
        @Nullable Object[] values = new @Nullable Object[of.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(of.get(i));
        }
        return values;
    }

    /** Returns whether a condition holds. */
    public boolean isTrue(Expr condition) {
        return (Boolean) present(condition);
    }

    private Object present(Expr of) {
        Object value = value(of);
        if (value == null) {
            throw new NullPointerException("The value is null.");
        }
        return value;
    }

    private Object decimal(Expr.DecimalCase of) {
        int chosen = 0;
        while (chosen < of.tests().size() && !isTrue(of.tests().get(chosen))) {
            chosen++;
        }
        Object value = present(of.values().get(chosen));
        return rescaled(
                (BigDecimal) value,
                of.values().size(),
                chosen,
                place -> value(of.values().get(place)));
    }

    /** Returns a decimal with the largest scale of all values. Values that are null or throw do not count. */
    public static BigDecimal rescaled(
            BigDecimal decimal, int values, int chosen, IntFunction<? extends @Nullable Object> others) {
        int scale = decimal.scale();
        for (int place = 0; place < values; place++) {
            if (place != chosen) {
                try {
                    scale = others.apply(place) instanceof BigDecimal other ? Math.max(scale, other.scale()) : scale;
                } catch (RuntimeException e) {
                    // this value was not chosen
                }
            }
        }
        return decimal.setScale(scale);
    }

    private @Nullable Object column(Expr.Column column) {
        Object value = leaves.apply(column);
        return value == null && column.type().isPrimitive() ? convert(0, column.kind()) : value;
    }

    public static boolean contains(Set<?> set, @Nullable Object value) {
        try {
            return set.contains(value);
        } catch (NullPointerException e) {
            if (value == null) {
                return false;
            }
            throw e;
        }
    }

    public static Object optional(Class<?> type, @Nullable Object value) {
        if (type == OptionalInt.class) {
            return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
        }
        if (type == OptionalLong.class) {
            return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
        }
        if (type == OptionalDouble.class) {
            return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
        }
        return java.util.Optional.ofNullable(value);
    }

    private boolean compare(Expr.Compare compare) {
        Object first = present(compare.first());
        Object second = present(compare.second());
        boolean isReal = compare.order() == Expr.Order.OPERATORS && (isReal(first) || isReal(second));
        return isReal
                ? compare.operator().holds(real(first), real(second))
                : compare.operator().holds(sign(compare.order(), first, second, 0));
    }

    private static boolean isReal(Object number) {
        return number instanceof Double || number instanceof Float;
    }

    @SuppressWarnings("unchecked") // the compiler has checked that both have one class
    public static int sign(Expr.Order order, Object first, Object second, int ofNaN) {
        if (order == Expr.Order.NATURAL) {
            return ((Comparable<Object>) first).compareTo(second);
        }
        if (isReal(first) || isReal(second)) {
            double a = real(first);
            double b = real(second);
            return a < b ? -1 : a > b ? 1 : a == b ? 0 : ofNaN;
        }
        return Long.compare(whole(first), whole(second));
    }

    /** Returns a whole number, char or boolean as a {@code long}. */
    public static long whole(Object value) {
        return switch (value) {
            case Boolean truth -> truth ? 1 : 0;
            case Character letter -> letter;
            default -> ((Number) value).longValue();
        };
    }

    /** Returns a number as a {@code double}. */
    public static double real(Object value) {
        return value instanceof Number number ? number.doubleValue() : whole(value);
    }

    private static Object convert(Object value, Kind kind) {
        boolean isInt = kind != Kind.LONG;
        return switch (kind) {
            case FLOAT -> value instanceof Number number ? (Object) number.floatValue() : (Object) (float) whole(value);
            case DOUBLE -> real(value);
            case DECIMAL -> value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(whole(value));
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG -> {
                long whole = switch (value) {
                    case BigDecimal decimal -> isInt ? decimal.intValueExact() : decimal.longValueExact();
                    case Double real -> isInt ? real.intValue() : real.longValue();
                    case Float real -> isInt ? real.intValue() : real.longValue();
                    default -> whole(value);
                };
                yield kind.box(kind.narrow(whole));
            }
            case OBJECT -> value;
        };
    }

    private static Object unary(Expr.Unary unary, Object value) {
        Kind kind = unary.kind();
        return switch (unary.operation()) {
            case NEGATE ->
                switch (kind) {
                    case FLOAT -> -(float) real(value);
                    case DOUBLE -> -real(value);
                    case DECIMAL -> ((BigDecimal) value).negate();
                    case BOOLEAN -> !(Boolean) value;
                    case BYTE, SHORT, CHAR, INT, LONG, OBJECT -> kind.box(kind.narrow(-whole(value)));
                };
            case ABS ->
                switch (kind) {
                    case FLOAT -> (float) real(value) < 0 ? -(float) real(value) : (float) real(value);
                    case DOUBLE -> real(value) < 0 ? -real(value) : real(value);
                    case DECIMAL -> ((BigDecimal) value).abs();
                    case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, OBJECT ->
                        kind.box(kind.narrow(whole(value) < 0 ? -whole(value) : whole(value)));
                };
            case SIGN -> kind.box(signum(value));
            case SQRT -> Math.sqrt(real(value));
        };
    }

    public static long signum(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.signum();
        }
        return isReal(value) ? real(value) < 0 ? -1 : real(value) > 0 ? 1 : 0 : Long.signum(whole(value));
    }

    private static Object binary(Expr.Binary binary, Object first, Object second) {
        Kind kind = binary.kind();
        Expr.BinaryOperation operation = binary.operation();
        return switch (kind) {
            case DECIMAL -> operation.of((BigDecimal) convert(first, kind), (BigDecimal) convert(second, kind));
            case DOUBLE -> operation.of(real(first), real(second));
            case FLOAT -> operation.of((float) convert(first, kind), (float) convert(second, kind));
            case LONG -> operation.of(whole(first), whole(second));
            case BOOLEAN, BYTE, SHORT, CHAR, INT, OBJECT ->
                kind.box(kind.narrow(operation.of((int) whole(first), (int) whole(second))));
        };
    }
}
