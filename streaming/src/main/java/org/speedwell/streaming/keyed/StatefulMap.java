package org.speedwell.streaming.keyed;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Millis;

/**
 * A definition of a map with a state for each key: how events change a state, which results follow, and how long a
 * state lives. Immutable. The functions may run on several threads at once, on different states.
 *
 * {@snippet :
 * StatefulMap<Long, Reading, long[], Long> sums = StatefulMap.of(
 *     () -> new long[1],
 *     (sum, reading, time, results) -> results.accept(sum[0] += reading.value()));
 * Events<Long> totals = readings.keyLong(Reading::sensor).mapStateful(sums);
 * }
 *
 * @param <K> the class of the keys
 * @param <T> the class of the events
 * @param <S> the class of the states, which are mutable; {@link java.io.Serializable} in a job with checkpoints
 * @param <R> the class of the results
 */
public final class StatefulMap<K, T, S, R> {
    private final Supplier<? extends S> create;
    private final Step<? super S, ? super T, R> step;
    private final Expiry<? super S> expiry;
    private final @Nullable End<? super K, ? super S, R> end;

    /** A function that adds an event to a state. */
    @FunctionalInterface
    public interface Step<S, T, R> {
        /**
         * Changes the state and passes on any number of results.
         *
         * @param time the time of the event and of the results, in milliseconds
         * @param results accepts the results
         */
        void accept(S state, T event, long time, Consumer<? super R> results);
    }

    /** A function that decides how long a state lives. */
    @FunctionalInterface
    public interface Expiry<S> {
        /**
         * Returns the event time at which the watermark ends the state, in milliseconds. The job calls it after each
         * event of the state.
         *
         * @param latest the greatest time of the state's events, in milliseconds
         */
        long at(S state, long latest);
    }

    /** A function that computes results from a state that ends. */
    @FunctionalInterface
    public interface End<K, S, R> {
        /** Passes on any number of results. Their time is the time of the expiry. */
        void accept(K key, S state, Consumer<? super R> results);
    }

    private StatefulMap(
            Supplier<? extends S> create,
            Step<? super S, ? super T, R> step,
            Expiry<? super S> expiry,
            @Nullable End<? super K, ? super S, R> end) {
        this.create = create;
        this.step = step;
        this.expiry = expiry;
        this.end = end;
    }

    /**
     * Creates a definition whose states live until the job ends. The first event of a key creates its state.
     *
     * @param create creates a state
     * @param step adds an event to a state
     */
    public static <K, T, S, R> StatefulMap<K, T, S, R> of(
            Supplier<? extends S> create, Step<? super S, ? super T, R> step) {
        return new StatefulMap<>(create, step, (state, latest) -> Long.MAX_VALUE, null);
    }

    /**
     * Returns this definition with a time to live. A state ends when the watermark is this much later than the latest
     * event of its key.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public StatefulMap<K, T, S, R> timeToLive(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("The time to live is " + time + ", but must be zero or more.");
        }
        long millis = Millis.saturated(time);
        return expiringAt((state, latest) -> latest + millis);
    }

    /** Returns this definition with a function that decides for each state when it ends. */
    public StatefulMap<K, T, S, R> expiringAt(Expiry<? super S> at) {
        return new StatefulMap<>(create, step, at, end);
    }

    /**
     * Returns this definition with a function that computes results from a state that ends. States that remain at the
     * end of all events end too.
     */
    public StatefulMap<K, T, S, R> onExpiry(End<? super K, ? super S, R> atEnd) {
        return new StatefulMap<>(create, step, expiry, atEnd);
    }

    /** Creates the state of a new key. */
    public S newState() {
        return create.get();
    }

    /** Returns the step function. For the job, whose loop calls it directly. */
    public Step<? super S, ? super T, R> step() {
        return step;
    }

    /** Returns the expiry function. For the job, whose loop calls it directly. */
    public Expiry<? super S> expiry() {
        return expiry;
    }

    /** Ends a state. For the job. */
    public void end(K key, S state, Consumer<? super R> results) {
        if (end != null) {
            end.accept(key, state, results);
        }
    }
}
