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
 * A collector that collects in parts. Each part of the elements, for instance on its own machine, gives a serializable
 * {@link Partial}, and all partials together give the result. The result equals the collector's result over all
 * elements; only sums of doubles may be rounded differently. Immutable and thread-safe.
 *
 * {@snippet :
 * Collector<Film, ?, Map<Rating, Double>> medians = groupingBy(Film.RATING, median(Film.FILM_ID.asDouble()));
 * PartialCollector<Film, Map<Rating, Double>> parts = PartialCollector.of(medians);
 * PartialCollector.Partial<Map<Rating, Double>> here = parts.collect(films.stream());
 * Map<Rating, Double> all = parts.result(List.of(here, here));
 * }
 *
 * @param <T> the type of the elements
 * @param <R> the type of the result
 */
public final class PartialCollector<T, R> {
    private final PartialCollection collection;

    private PartialCollector(PartialCollection collection) {
        this.collection = collection;
    }

    /**
     * The result of one part of the elements. It is serializable if the collected keys and values are.
     *
     * @param <R> the type of the whole result
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
     * Returns a partial form of a collector.
     *
     * @param collector one of {@link ColumnCollectors}, or an {@link Aggregation}
     * @throws IllegalArgumentException if the collector, or one nested in it, is a different one
     */
    public static <T, R> PartialCollector<T, R> of(Collector<T, ?, R> collector) {
        return new PartialCollector<>(PartialCollection.of(CollectorShape.of(collector)));
    }

    /**
     * Collects a part of the elements; on columns if the whole collection would run on columns.
     *
     * @throws IllegalArgumentException if a collected value cannot be serialized
     */
    public Partial<R> collect(Stream<T> part) {
        return new Partial<>(collection.collect(part));
    }

    /**
     * Returns the result of all parts. Do not use the partials again.
     *
     * @param parts the partials, in the order of the elements if the order matters to the collector
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
