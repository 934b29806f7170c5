package org.speedwell.spring.query;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.query.RowEncoder;

/**
 * A client's query of one table.
 *
 * @param filter the filter; empty for all rows
 * @param order the order; empty for the order of the table
 * @param start the number of rows to skip
 * @param limit the maximum number of rows after the skipped ones
 * @param columns the columns of the answer, in its order
 * @param encoder an encoder that writes the rows as a JSON array
 * @param counts true if the answer also contains the number of all rows that match the filter
 * @param watching the later results that the client receives
 * @param text a text that differs for different results of the table
 */
public record RowQuery<E>(
        Optional<Predicate<E>> filter,
        Optional<Comparator<E>> order,
        long start,
        int limit,
        List<ServedColumn<E>> columns,
        RowEncoder<E> encoder,
        boolean counts,
        Watching watching,
        String text) {
    /** The names of the parameters of a query. */
    public static final List<String> PARAMETERS =
            List.of("filter", "sort", "start", "limit", "fields", "count", "watch");

    /**
     * Creates a query from its parameters.
     *
     * @param parameters the values of each parameter by its name
     * @throws QueryException if the table cannot answer the query
     */
    public static <E> RowQuery<E> of(ServedTable<E> table, Map<String, List<String>> parameters, Limits limits) {
        parameters.forEach((name, values) -> {
            if (!PARAMETERS.contains(name)) {
                throw QueryException.unknownParameter(name, PARAMETERS);
            }
            if (values.size() != 1) {
                throw new QueryException("Parameter " + name + " must occur once");
            }
        });
        ConditionReader<E> reader = new ConditionReader<>(table, limits);
        List<ServedColumn<E>> columns =
                value(parameters, "fields").map(names -> columns(table, names)).orElseGet(table::inOrder);
        Optional<String> filter = value(parameters, "filter");
        Optional<String> sort = value(parameters, "sort");
        long start =
                value(parameters, "start").map(text -> number("start", text)).orElse(0L);
        int limit = (int) Math.min(
                value(parameters, "limit").map(text -> number("limit", text)).orElse((long) limits.rows()),
                limits.maxRows());
        boolean counts =
                value(parameters, "count").map(text -> flag("count", text)).orElse(false);
        Watching watching = value(parameters, "watch").map(Watching::of).orElse(Watching.NONE);
        if (counts && watching != Watching.NONE) {
            throw new QueryException("Parameters count and watch exclude each other, because events have no headers");
        }
        String labels = columns.stream().map(ServedColumn::property).collect(Collectors.joining(","));
        return new RowQuery<>(
                filter.flatMap(reader::filter),
                sort.flatMap(reader::order),
                start,
                limit,
                columns,
                table.encoderOf(columns),
                counts,
                watching,
                Stream.of(filter.orElse(""), sort.orElse(""), start, limit, counts, labels)
                        .map(Object::toString)
                        .collect(Collectors.joining("\n")));
    }

    private static Optional<String> value(Map<String, List<String>> parameters, String name) {
        return parameters.getOrDefault(name, List.of()).stream().findFirst(); // absent parameters may be empty lists
    }

    private static long number(String name, String text) {
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The exception below reports it.
        }
        throw new QueryException("Parameter " + name + " must be a whole number of 0 or more");
    }

    private static boolean flag(String name, String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new QueryException("Parameter " + name + " must be true or false", List.of("true", "false"));
        };
    }

    private static <E> List<ServedColumn<E>> columns(ServedTable<E> table, String names) {
        return Arrays.stream(names.split(",", -1))
                .map(String::strip)
                .distinct()
                .map(name -> table.column("fields", name))
                .toList();
    }

    /**
     * Returns the rows of the answer.
     *
     * @param all a stream of all rows of the table
     */
    public Stream<E> rows(Stream<E> all) {
        Stream<E> rows = filtered(all);
        if (order.isPresent()) {
            rows = rows.sorted(order.get());
        }
        return rows.skip(start).limit(limit);
    }

    /**
     * Returns the number of rows that match the filter.
     *
     * @param all a stream of all rows of the table
     */
    public long count(Stream<E> all) {
        return filtered(all).count();
    }

    private Stream<E> filtered(Stream<E> all) {
        return filter.isPresent() ? all.filter(filter.get()) : all;
    }
}
