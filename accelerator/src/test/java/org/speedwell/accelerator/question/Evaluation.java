package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * A simple and slow evaluator of values and conditions over plain tuples. It shares nothing with the code that it
 * checks.
 */
final class Evaluation {
    private Evaluation() {}

    /** The rows of a tuple, each an array of values. A row is null if an outer join found none. */
    record Tuple(List<@Nullable Object @Nullable []> rows) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Tuple tuple && ids().equals(tuple.ids());
        }

        @Override
        public int hashCode() {
            return ids().hashCode();
        }

        private List<Integer> ids() {
            return rows.stream()
                    .map(row -> row == null ? -1 : (Integer) requireNonNull(row[RowColumn.ID.ordinal()]))
                    .toList();
        }
    }

    static @Nullable Object value(Value of, Tuple tuple) {
        return switch (of) {
            case Value.Cell cell -> cell(cell, tuple);
            case Value.Constant constant -> constant.value();
            case Value.Convert convert -> converted(convert.type(), value(convert.value(), tuple));
            case Value.OrElse orElse -> {
                Object value = value(orElse.value(), tuple);
                yield value == null ? orElse.other().value() : value;
            }
            case Value.Required required -> requireNonNull(value(required.value(), tuple));
            case Value.Binary binary -> binary(binary, tuple);
            case Value.Unary unary -> unary(unary, value(unary.value(), tuple));
            case Value.Part part -> {
                String text = text(part.text(), tuple);
                int from = Math.min(part.from(), text.length());
                yield text.substring(from, Math.max(from, Math.min(part.to(), text.length())));
            }
            case Value.TimePart part -> {
                Timestamp stamp = (Timestamp) value(part.stamp(), tuple);
                yield stamp == null ? null : (Object) part(part.field(), stamp.toLocalDateTime());
            }
            case Value.Coalesced coalesced -> {
                Object first = value(coalesced.first(), tuple);
                yield first == null ? value(coalesced.second(), tuple) : first;
            }
            case Value.Length length -> text(length.text(), tuple).length();
            case Value.InCase inCase -> {
                String text = text(inCase.text(), tuple);
                yield inCase.isUpper() ? text.toUpperCase(Locale.getDefault()) : text.toLowerCase(Locale.getDefault());
            }
            case Value.Choice choice ->
                converted(
                        choice.type(),
                        value(holds(choice.condition(), false, tuple) ? choice.then() : choice.otherwise(), tuple));
        };
    }

    private static int part(Value.TimePart.Field field, LocalDateTime time) {
        return switch (field) {
            case YEAR -> time.getYear();
            case MONTH -> time.getMonthValue();
            case DAY -> time.getDayOfMonth();
            case WEEKDAY -> time.getDayOfWeek().getValue();
            case HOUR -> time.getHour();
            case SECOND -> time.getSecond();
        };
    }

    private static String text(Value of, Tuple tuple) {
        return (String) requireNonNull(value(of, tuple));
    }

    private static @Nullable Object cell(Value.Cell cell, Tuple tuple) {
        @Nullable Object[] row = requireNonNull(tuple.rows().get(cell.place()));
        @Nullable Object[] of = row;
        for (int hop = 0; hop < cell.hops() && of != null; hop++) {
            of = Rows.parent(of);
        }
        return of == null ? null : of[cell.column().ordinal()];
    }

    private static @Nullable Object converted(Type type, @Nullable Object value) {
        return switch (type) {
            case INT -> value == null ? null : (Object) ((Number) value).intValue();
            case LONG -> value == null ? null : (Object) ((Number) value).longValue();
            case DOUBLE -> value == null ? null : (Object) ((Number) value).doubleValue();
            default -> value;
        };
    }

    private static Object binary(Value.Binary of, Tuple tuple) {
        Number a = (Number) requireNonNull(value(of.first(), tuple));
        Number b = (Number) requireNonNull(value(of.second(), tuple));
        return switch (of.type()) {
            case INT -> {
                int x = a.intValue();
                int y = b.intValue();
                yield switch (of.operation()) {
                    case PLUS -> x + y;
                    case MINUS -> x - y;
                    case TIMES -> x * y;
                    case QUOTIENT -> x / y;
                    case REMAINDER -> x % y;
                    case DIVIDE -> throw new AssertionError(of);
                };
            }
            case LONG -> {
                long x = a.longValue();
                long y = b.longValue();
                yield switch (of.operation()) {
                    case PLUS -> x + y;
                    case MINUS -> x - y;
                    case TIMES -> x * y;
                    case QUOTIENT -> x / y;
                    case REMAINDER -> x % y;
                    case DIVIDE -> throw new AssertionError(of);
                };
            }
            case DECIMAL -> {
                BigDecimal x = (BigDecimal) a;
                BigDecimal y = (BigDecimal) b;
                yield switch (of.operation()) {
                    case PLUS -> x.add(y);
                    case MINUS -> x.subtract(y);
                    case TIMES -> x.multiply(y);
                    case DIVIDE, QUOTIENT, REMAINDER -> throw new AssertionError(of);
                };
            }
            default -> {
                double x = a.doubleValue();
                double y = b.doubleValue();
                yield switch (of.operation()) {
                    case PLUS -> x + y;
                    case MINUS -> x - y;
                    case TIMES -> x * y;
                    case DIVIDE, QUOTIENT -> x / y;
                    case REMAINDER -> x % y;
                };
            }
        };
    }

    private static @Nullable Object unary(Value.Unary of, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        boolean isAbs = of.operation() == Value.Unary.Operation.ABS;
        return switch (value) {
            case Integer number -> isAbs ? Math.abs(number) : -number;
            case Long number -> isAbs ? Math.abs(number) : -number;
            case Double number -> isAbs ? Math.abs(number) : -number;
            default -> throw new AssertionError(of);
        };
    }

    /**
     * Returns whether a condition is true or, if negated, false. A condition that is neither yields false in both
     * cases. The evaluation reads values from left to right, and only those that it needs.
     */
    static boolean holds(Condition of, boolean isNegated, Tuple tuple) {
        return switch (of) {
            case Condition.Compare compare -> {
                Object a = value(compare.value(), tuple);
                Object b = value(compare.other(), tuple);
                yield a != null && b != null && compared(compare, a, b) != isNegated;
            }
            case Condition.Between between -> {
                Object value = value(between.cell(), tuple);
                yield value != null && isBetween(between, value) != isNegated;
            }
            case Condition.In in -> {
                Object value = value(in.cell(), tuple);
                yield value != null
                        && in.constants().stream()
                                        .anyMatch(constant -> constant.value().equals(value))
                                != isNegated;
            }
            case Condition.Among among -> {
                Object value = value(among.value(), tuple);
                yield value != null
                        && among.constants().stream().anyMatch(constant -> compare(value, constant.value()) == 0)
                                != isNegated;
            }
            case Condition.Within within -> {
                Object value = value(within.value(), tuple);
                yield value != null
                        && (compare(value, within.low().value()) >= 0
                                        && compare(value, within.high().value()) < 0)
                                != isNegated;
            }
            case Condition.Like like -> {
                String value = (String) value(like.cell(), tuple);
                yield value != null && pattern(like.pattern()).matcher(value).matches() != isNegated;
            }
            case Condition.IsNull isNull -> (value(isNull.cell(), tuple) == null) != isNegated;
            case Condition.Flag flag -> {
                Boolean value = (Boolean) value(flag.cell(), tuple);
                yield value != null && value != isNegated;
            }
            case Condition.Text text -> {
                String value = (String) value(text.cell(), tuple);
                yield value != null && matches(text, value) != isNegated;
            }
            case Condition.OfParent ofParent -> {
                @Nullable
                Object @Nullable [] parent =
                        Rows.parent(requireNonNull(tuple.rows().get(ofParent.place())));
                boolean holds = parent != null
                        && holds(
                                ofParent.condition(), false, new Tuple(List.<@Nullable Object @Nullable []>of(parent)));
                yield holds != isNegated;
            }
            case Condition.And and ->
                isNegated
                        ? holds(and.first(), true, tuple) || holds(and.second(), true, tuple)
                        : holds(and.first(), false, tuple) && holds(and.second(), false, tuple);
            case Condition.Or or ->
                isNegated
                        ? holds(or.first(), true, tuple) && holds(or.second(), true, tuple)
                        : holds(or.first(), false, tuple) || holds(or.second(), false, tuple);
            case Condition.Not not -> holds(not.condition(), !isNegated, tuple);
        };
    }

    private static Pattern pattern(String like) {
        StringBuilder regex = new StringBuilder();
        for (int place = 0; place < like.length(); place++) {
            char letter = like.charAt(place);
            boolean isEscaped = letter == '\\' && place + 1 < like.length();
            place += isEscaped ? 1 : 0;
            regex.append(
                    letter == '%'
                            ? ".*"
                            : letter == '_'
                                    ? "."
                                    : Pattern.quote(String.valueOf(isEscaped ? like.charAt(place) : letter)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static boolean isBetween(Condition.Between of, Object value) {
        int low = compare(value, of.low().value(), of.cell().isPrimitiveReal());
        int high = compare(value, of.high().value(), of.cell().isPrimitiveReal());
        return (of.hasLow() ? low >= 0 : low > 0) && (of.hasHigh() ? high <= 0 : high < 0);
    }

    private static boolean matches(Condition.Text of, String value) {
        String part = (String) of.part().value();
        String lower = value.toLowerCase(Locale.getDefault());
        String lowerPart = part.toLowerCase(Locale.getDefault());
        return switch (of.test()) {
            case STARTS -> value.startsWith(part);
            case ENDS -> value.endsWith(part);
            case CONTAINS -> value.contains(part);
            case EQUALS -> value.equals(part);
            case STARTS_IGNORE_CASE -> lower.startsWith(lowerPart);
            case ENDS_IGNORE_CASE -> lower.endsWith(lowerPart);
            case CONTAINS_IGNORE_CASE -> lower.contains(lowerPart);
            case EQUALS_IGNORE_CASE -> value.equalsIgnoreCase(part);
        };
    }

    private static boolean compared(Condition.Compare of, Object a, Object b) {
        boolean isPrimitive = of.value() instanceof Value.Cell cell && cell.isPrimitiveReal();
        int order = compare(a, b, isPrimitive);
        boolean isByOrder = isPrimitive || a instanceof BigDecimal && !(of.value() instanceof Value.Cell);
        boolean isEqual = isByOrder ? order == 0 : a.equals(b);
        return switch (of.operator()) {
            case EQUAL -> isEqual;
            case NOT_EQUAL -> !isEqual;
            case LESS_THAN -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER_THAN -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    /** Compares as objects or as primitive floating-point numbers. */
    private static int compare(Object a, Object b, boolean isPrimitive) {
        if (isPrimitive) {
            double x = ((Number) a).doubleValue();
            double y = ((Number) b).doubleValue();
            return x < y ? -1 : x == y ? 0 : 1;
        }
        return compare(a, b);
    }

    @SuppressWarnings("unchecked") // both are of one class
    static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Compares two values as a database compares numbers of different types. The result is false if one is null. */
    static boolean joins(ComparisonOperator operator, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof Double first && b instanceof Double second) {
            return operator.holds(first, second); // as the database compares: −0.0 equals 0.0
        }
        int order = a.getClass() == b.getClass() ? compare(a, b) : integer(a).compareTo(integer(b));
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS_THAN -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER_THAN -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    private static BigInteger integer(Object number) {
        return number instanceof BigInteger whole ? whole : BigInteger.valueOf(((Number) number).longValue());
    }

    static Comparator<Tuple> order(List<Question.Order> orders) {
        return (a, b) -> {
            for (Question.Order order : orders) {
                Object x = value(order.value(), a);
                Object y = value(order.value(), b);
                int compared;
                if (x == null || y == null) {
                    int nulls = Boolean.compare(x == null, y == null);
                    compared = order.isNullFirst() ? -nulls : nulls;
                } else {
                    compared = compare(x, y);
                }
                if (compared != 0) {
                    return order.isReversed() ? -compared : compared;
                }
            }
            return 0;
        };
    }
}
