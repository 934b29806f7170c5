package org.speedwell.hazelcast;

import java.util.List;
import java.util.stream.Stream;

/**
 * A question that counts rows:
 *
 * <pre>{@code
 * public record LongFilms(int minutes) implements CountQuery<Film> {
 *     public Stream<Film> rows(TablePart<Film> films) {
 *         return films.stream().filter(Film.LENGTH.greaterThan(minutes));
 *     }
 * }
 * }</pre>
 */
public interface CountQuery<T> extends ClusterQuery<T, Long, Long> {
    /** Returns the rows of a part to count. */
    Stream<?> rows(TablePart<T> part);

    @Override
    default Long part(TablePart<T> part) {
        return rows(part).count();
    }

    @Override
    default Long combine(List<Long> parts) {
        return parts.stream().reduce(0L, Math::addExact);
    }
}
