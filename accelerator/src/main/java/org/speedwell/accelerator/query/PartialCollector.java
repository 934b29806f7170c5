package org.speedwell.accelerator.query;

import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.PartialCollection;

/**
 * A collector that collects in parts: each part of the elements, on a machine of its own for instance, gives a {@link Partial} that can be
 * serialized, and all partials together give the result. It is that of the collector over all elements; sums of doubles are rounded in
 * another order. Immutable and thread-safe.
 *
 * {@snippet :
 * Collector<Film, ?, Map<Rating, Double>> medians = groupingBy(Film.RATING, median(Film.FILM_ID.asDouble()));
 * PartialCollector<Film, Map<Rating, Double>> parts = PartialCollector.of(medians);
 * PartialCollector.Partial<Map<Rating, Double>> here = parts.collect(films.stream());
 * Map<Rating, Double> all = parts.result(List.of(here, here));
 * }
 *
 * @param <T> elements
 * @param <R> the result
 */
public final class PartialCollector<T, R> {
    private final PartialCollection collection;

    private PartialCollector(PartialCollection collection) {
        this.collection = collection;
    }

    /**
     * The result of one part of the elements. It is serializable, and so must be the keys and values that are collected.
     *
     * @param <R> the result that it is a part of
     */
    public static final class Partial<R> implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        private final @Nullable Object value;

        private Partial(@Nullable Object value) {
            this.value = value;
        }
    }

    /**
     * Returns the way to collect in parts.
     *
     * @param collector one of {@link ColumnCollectors}, or an {@link Aggregation}
     * @throws IllegalArgumentException if it is another one, or has another one for its elements
     */
    public static <T, R> PartialCollector<T, R> of(Collector<T, ?, R> collector) {
        return new PartialCollector<>(PartialCollection.of(CollectorShape.of(collector)));
    }

    /**
     * Collects a part of the elements, on columns as the whole would be.
     *
     * @throws IllegalArgumentException if what is collected cannot be serialized
     */
    public Partial<R> collect(Stream<T> part) {
        return new Partial<>(collection.collect(part));
    }

    /**
     * Returns the result of all parts. The partials must not be used again.
     *
     * @param parts in the order of the elements, if that matters to the collector
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // of the collector's type, which may be null
    public R result(List<Partial<R>> parts) {
        Object all = parts.isEmpty() ? collect(Stream.empty()).value : parts.getFirst().value;
        for (Partial<R> part : parts.subList(Math.min(1, parts.size()), parts.size())) {
            all = collection.merge().apply(all, part.value);
        }
        return (R) collection.finish().apply(all);
    }
}
