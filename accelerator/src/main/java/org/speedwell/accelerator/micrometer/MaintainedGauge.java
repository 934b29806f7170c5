package org.speedwell.accelerator.micrometer;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.maintain.MaintainedQuery;

/**
 * A gauge of a maintained number. The registry reads the result, and never runs the query if the store maintains it from
 * the changes. The value is NaN while no version is in memory, and after the query is closed. Immutable.
 *
 * {@snippet :
 * MaintainedGauge.of("films.long", longFilms).withTags("country", "se").bindTo(registry);
 * }
 *
 * @param <R> the type of the result
 */
@SuppressWarnings("exports") // users of this class have Micrometer
public final class MaintainedGauge<R> implements MeterBinder {
    private final String name;
    private final MaintainedQuery<R> query;
    private final ToDoubleFunction<? super R> value;
    private final Tags tags;
    private final @Nullable String description;

    private MaintainedGauge(
            String name,
            MaintainedQuery<R> query,
            ToDoubleFunction<? super R> value,
            Tags tags,
            @Nullable String description) {
        this.name = requireNonNull(name);
        this.query = requireNonNull(query);
        this.value = requireNonNull(value);
        this.tags = tags;
        this.description = description;
    }

    /** Creates a gauge of a number. The registry keeps the query reachable. */
    public static <N extends Number> MaintainedGauge<N> of(String name, MaintainedQuery<N> query) {
        return of(name, query, Number::doubleValue);
    }

    /** Creates a gauge of a number that the function derives from the result, such as the size of a group. */
    public static <R> MaintainedGauge<R> of(String name, MaintainedQuery<R> query, ToDoubleFunction<? super R> value) {
        return new MaintainedGauge<>(name, query, value, Tags.empty(), null);
    }

    /**
     * Returns this gauge with further tags.
     *
     * @param keyValues the keys and values of the tags by turns
     * @throws IllegalArgumentException if the last key has no value
     */
    public MaintainedGauge<R> withTags(String... keyValues) {
        return new MaintainedGauge<>(name, query, value, tags.and(keyValues), description);
    }

    /** Returns this gauge with another description. */
    public MaintainedGauge<R> withDescription(String other) {
        return new MaintainedGauge<>(name, query, value, tags, other);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(name, query, this::value)
                .tags(tags)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private double value(MaintainedQuery<R> of) {
        try {
            return value.applyAsDouble(of.get());
        } catch (DataStoreNotLoadedException e) {
            return Double.NaN; // there is no version
        } catch (IllegalStateException e) {
            return Double.NaN; // the query is closed
        }
    }
}
