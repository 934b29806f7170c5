package org.speedwell.hazelcast;

import com.speedment.runtime.field.Field;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of an order: each part gives its first ones, by the indexes of its columns, of which the first are taken.
 *
 * <pre>{@code
 * public record LongestFilms(long limit) implements FirstQuery<Film> {
 *     public Comparator<Film> order() {
 *         return Film.LENGTH.reversed();
 *     }
 * }
 * }</pre>
 *
 * Rows that the order takes for equal come in the order of the primary key's values, texts by their chars, so that the answer is the
 * same for any number of parts.
 */
public interface FirstQuery<T> extends ClusterQuery<T, List<FirstQuery.Row<T>>, List<T>> {
    /** By which rows are sorted: a comparator of fields, so that it runs on columns. */
    Comparator<? super T> order();

    /** How many rows there are to be at most. */
    long limit();

    /** Which rows of a part are sorted; all unless overridden. */
    default Stream<T> rows(TablePart<T> part) {
        return part.stream();
    }

    /** An entity, and the values of its primary key. */
    record Row<T>(T entity, List<@Nullable Object> key) implements Serializable {}

    @Override
    default List<Row<T>> part(TablePart<T> part) {
        List<Field<T>> keys = part.manager().primaryKeyFields().toList();
        List<Row<T>> first = new ArrayList<>();
        rows(part).sorted(order()).limit(limit()).forEachOrdered(entity -> {
            List<@Nullable Object> key = new ArrayList<>();
            keys.forEach(field -> key.add(field.getter().apply(entity)));
            first.add(new Row<>(entity, key));
        });
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

    @SuppressWarnings({"unchecked", "rawtypes"}) // values of one field
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
