package org.speedwell.spring.query;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A random filter as a client writes it, and its meaning for a row in JSON.
 *
 * @param test evaluates the filter without the tested code
 */
record RandomCondition(String json, Predicate<JsonNode> test) {
    private static final int DEPTH = 3;
    private static final Pattern DURATION = Pattern.compile("PT(-?\\d+[HMS])+");

    static RandomCondition of(Random random, ServedTable<?> table, List<JsonNode> rows, int depth) {
        if (depth < DEPTH && random.nextInt(3) == 0) {
            List<RandomCondition> parts = IntStream.range(0, 1 + random.nextInt(3))
                    .mapToObj(_ -> of(random, table, rows, depth + 1))
                    .toList();
            String list = parts.stream().map(RandomCondition::json).collect(Collectors.joining(",", "[", "]"));
            return switch (random.nextInt(3)) {
                case 0 -> new RandomCondition(list, row -> parts.stream().allMatch(part -> part.test.test(row)));
                case 1 ->
                    new RandomCondition(
                            "{\"and\":" + list + "}", row -> parts.stream().allMatch(part -> part.test.test(row)));
                default ->
                    new RandomCondition(
                            "{\"or\":" + list + "}", row -> parts.stream().anyMatch(part -> part.test.test(row)));
            };
        }
        List<ServedColumn<?>> columns = new ArrayList<>(table.columns().values());
        columns.removeIf(column -> column.operators().isEmpty());
        ServedColumn<?> column = columns.get(random.nextInt(columns.size()));
        Operator operator =
                column.operators().get(random.nextInt(column.operators().size()));
        JsonNode value = rows.get(random.nextInt(rows.size())).get(column.property());
        if (operator == Operator.LIKE
                && value.isString()
                && !value.stringValue().isEmpty()) {
            String text = value.stringValue();
            int from = random.nextInt(text.length());
            value = JsonNodeFactory.instance.stringNode(text.substring(
                    from, from + random.nextInt(1 + Math.min(5, text.length() - from))));
        }
        if (value.isNumber() && "number".equals(column.schema().get("type"))) {
            boolean isBinary = column.schema().containsKey("format"); // a DOUBLE or a FLOAT
            value = JsonNodeFactory.instance.numberNode(
                    isBinary && random.nextInt(8) == 0 ? extreme(random) : varied(random, value.decimalValue()));
        }
        if (value.isNull() && operator != Operator.NE) {
            operator = Operator.EQ;
        }
        String json = "{\"property\":\"%s\",\"operator\":\"%s\",\"value\":%s}"
                .formatted(column.property(), operator.label(), value);
        return new RandomCondition(json, test(column.property(), operator, value));
    }

    /** Writes the same number in other digits, or a number beside it, or zero. */
    private static BigDecimal varied(Random random, BigDecimal number) {
        return switch (random.nextInt(6)) {
            case 0 -> number.stripTrailingZeros();
            case 1 -> number.setScale(Math.max(number.scale(), 0) + 1 + random.nextInt(3));
            case 2 -> number.add(BigDecimal.valueOf(random.nextInt(-5, 6), 40));
            case 3 -> number.movePointLeft(random.nextInt(60));
            case 4 -> BigDecimal.ZERO.setScale(random.nextInt(4));
            default -> number;
        };
    }

    /**
     * Returns a number beyond the range of DOUBLE, or one closer to zero than its values. It often has hundreds of
     * digits.
     */
    private static BigDecimal extreme(Random random) {
        BigDecimal number = BigDecimal.valueOf(1 + random.nextInt(9), random.nextBoolean() ? -400 : 400);
        return (random.nextBoolean() ? number.setScale(Math.max(number.scale(), 0)) : number)
                .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
    }

    private static Predicate<JsonNode> test(String property, Operator operator, JsonNode value) {
        return row -> {
            JsonNode of = row.get(property);
            if (value.isNull() || of.isNull()) {
                return value.isNull() && of.isNull() == (operator == Operator.EQ);
            }
            if (operator == Operator.LIKE) {
                return of.stringValue().contains(value.stringValue());
            }
            int order = compare(of, value);
            return switch (operator) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
                case LIKE -> throw new AssertionError();
            };
        };
    }

    /** Compares two values as flags, numbers or texts. Dates in ISO 8601 order as their texts do. */
    private static int compare(JsonNode left, JsonNode right) {
        if (left.isBoolean()) {
            return Boolean.compare(left.booleanValue(), right.booleanValue());
        }
        if (left.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue());
        }
        return DURATION.matcher(left.stringValue()).matches()
                ? Duration.parse(left.stringValue()).compareTo(Duration.parse(right.stringValue()))
                : constant(left).compareTo(constant(right));
    }

    /**
     * Returns the name by which Java orders a rating: NC17 for NC-17, and PG13 for PG-13. Returns other texts
     * unchanged.
     */
    private static String constant(JsonNode text) {
        return switch (text.stringValue()) {
            case "NC-17" -> "NC17";
            case "PG-13" -> "PG13";
            default -> text.stringValue();
        };
    }

    /**
     * Returns a random order and adds it to the parameters, unless it is empty. Null comes last, in a reversed order
     * first.
     */
    static Comparator<JsonNode> order(Random random, ServedTable<?> table, Map<String, List<String>> parameters) {
        List<String> properties = new ArrayList<>(table.columns().keySet());
        Comparator<JsonNode> order = (_, _) -> 0;
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String property = properties.get(random.nextInt(properties.size()));
            boolean isReversed = random.nextBoolean();
            Comparator<JsonNode> next = Comparator.comparing(
                    row -> row.get(property).isNull() ? null : row.get(property),
                    Comparator.nullsLast(RandomCondition::compare));
            order = order.thenComparing(isReversed ? next.reversed() : next);
            parts.add("{\"property\":\"" + property + "\"" + (isReversed ? ",\"direction\":\"DESC\"}" : "}"));
        }
        if (!parts.isEmpty()) {
            parameters.put("sort", List.of(parts.size() == 1 ? parts.getFirst() : "[" + String.join(",", parts) + "]"));
        }
        return order;
    }
}
