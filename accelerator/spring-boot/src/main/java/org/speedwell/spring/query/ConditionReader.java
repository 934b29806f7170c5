package org.speedwell.spring.query;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A reader of filters and orders of one table from JSON:
 *
 * <pre>{@code
 * filter: {"property":"length","operator":"lt","value":60}
 *         [condition, condition]                              all of them
 *         {"or":[condition, condition]}                       one of them
 *         {"and":[condition, condition]}                      the same as an array, for use inside an "or"
 * sort:   {"property":"length","direction":"DESC"}            or an array of these
 * }</pre>
 *
 * <p>One reader serves one query, because it counts the query's conditions.
 */
final class ConditionReader<E> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final String FILTER = "filter";
    private static final String SORT = "sort";
    private static final int MAX_ORDERS = 16;

    private final ServedTable<E> table;
    private int conditionsLeft;

    ConditionReader(ServedTable<E> table, Limits limits) {
        this.table = table;
        this.conditionsLeft = limits.conditions();
    }

    /** Returns the predicate of a filter; empty if the filter accepts all rows. */
    Optional<Predicate<E>> filter(String text) {
        JsonNode node = parsed(FILTER, text);
        return node.isArray() && node.isEmpty() ? Optional.empty() : Optional.of(condition(node, 0));
    }

    private Predicate<E> condition(JsonNode node, int depth) {
        if (depth > Limits.DEPTH) {
            throw new QueryException("The filter has more than " + Limits.DEPTH + " nested levels");
        }
        if (node.isArray()) {
            return joined(node, depth, Predicate::and);
        }
        requireObject("A condition", node);
        if (node.has("or")) {
            requireMembers(FILTER, node, List.of("or"));
            return joined(node.get("or"), depth, Predicate::or);
        }
        if (node.has("and")) {
            requireMembers(FILTER, node, List.of("and"));
            return joined(node.get("and"), depth, Predicate::and);
        }
        requireMembers(FILTER, node, List.of("property", "operator", "value"));
        if (conditionsLeft-- == 0) {
            throw new QueryException("The filter has too many conditions");
        }
        JsonNode value = node.get("value");
        if (value == null) {
            throw new QueryException("A condition has no value", List.of("property", "operator", "value"));
        }
        return table.column(FILTER, text(node, "property")).compared(text(node, "operator"), value);
    }

    private Predicate<E> joined(JsonNode parts, int depth, BinaryOperator<Predicate<E>> how) {
        if (!parts.isArray() || parts.isEmpty()) {
            throw new QueryException("Conditions must be an array of at least one");
        }
        return parts.valueStream()
                .map(part -> condition(part, depth + 1))
                .reduce(how)
                .orElseThrow();
    }

    /** Returns the comparator of an order; empty if the rows keep the order of the table. */
    Optional<Comparator<E>> order(String text) {
        JsonNode node = parsed(SORT, text);
        if (!node.isArray()) {
            return Optional.of(oneOrder(node));
        }
        if (node.size() > MAX_ORDERS) {
            throw new QueryException("The sort has more than " + MAX_ORDERS + " properties");
        }
        return node.valueStream().map(this::oneOrder).reduce(Comparator::thenComparing);
    }

    private Comparator<E> oneOrder(JsonNode node) {
        requireObject("An order", node);
        requireMembers(SORT, node, List.of("property", "direction"));
        Comparator<E> order = table.column(SORT, text(node, "property")).order();
        return switch (node.has("direction") ? text(node, "direction") : "ASC") {
            case "ASC" -> order;
            case "DESC" -> order.reversed();
            default -> throw QueryException.unknown("direction", text(node, "direction"), SORT, List.of("ASC", "DESC"));
        };
    }

    private static JsonNode parsed(String parameter, String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw new QueryException("The %s is not valid JSON: %s".formatted(parameter, e.getOriginalMessage()));
        }
    }

    private static void requireObject(String what, JsonNode node) {
        if (!node.isObject()) {
            throw new QueryException(what + " must be an object");
        }
    }

    private static void requireMembers(String parameter, JsonNode object, List<String> known) {
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                throw QueryException.unknown("member", name, parameter, known);
            }
        }
    }

    private static String text(JsonNode object, String member) {
        @Nullable JsonNode node = object.get(member);
        if (node == null || !node.isString()) {
            throw new QueryException("The %s must be a text".formatted(member));
        }
        return node.stringValue();
    }
}
