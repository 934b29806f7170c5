package org.speedwell.hazelcast;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A question for the first rows of an order. Each part finds its own first rows by the indexes of its columns. The
 * caller merges them and keeps the first.
 *
 * <pre>{@code
 * public record LongestFilms(long limit) implements FirstQuery<Film> {
 *     public Comparator<Film> order() {
 *         return Film.LENGTH.reversed();
 *     }
 * }
 * }</pre>
 *
 * Rows that the comparator considers equal come in the order of their primary keys, where texts compare by
 * {@code char}. The answer is therefore the same for any number of parts.
 */
public interface FirstQuery<T> extends ClusterQuery<T, List<FirstQuery.Row<T>>, List<T>> {
    /** Returns the order of the rows. Use a comparator of fields, so that it runs on columns. */
    Comparator<? super T> order();

    /** Returns the maximum number of rows in the answer. */
    long limit();

    /** Returns the rows of a part to sort. The default is all rows. */
    default Stream<T> rows(TablePart<T> part) {
        return part.stream();
    }

    /** An entity and the values of its primary key. */
    record Row<T>(T entity, List<@Nullable Object> key) implements Serializable {}

    @Override
    default List<Row<T>> part(TablePart<T> part) {
        List<Row<T>> first = new ArrayList<>();
        rows(part)
                .sorted(order())
                .limit(limit())
                .forEachOrdered(entity -> first.add(new Row<>(entity, part.key(entity))));
        return first;
    }

    @Override
    default List<T> combine(List<List<Row<T>>> parts) {
        Comparator<Row<T>> byOrder = (one, other) -> order().compare(one.entity, other.entity);
        return parts.stream()
                .flatMap(List::stream)
                .sorted(byOrder.thenComparing(Row::key, FirstQuery::compareKeys))
                .limit(limit())
                .map(Row::entity)
                .toList();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // both are values of one field
    private static int compareKeys(List<@Nullable Object> one, List<@Nullable Object> other) {
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) instanceof Comparable first && other.get(i) instanceof Comparable second) {
                int order = first.compareTo(second);
                if (order != 0) {
                    return order;
                }
            }
        }
        return 0;
    }
}
