package org.speedwell.streaming.keyed;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Millis;

/**
 * What is made of events with the help of a state that each key has, and for how long a state is kept. Immutable; the
 * functions may run on several threads at once, on different states.
 *
 * {@snippet :
 * StatefulMap<Long, Reading, long[], Long> sums = StatefulMap.of(
 *     () -> new long[1],
 *     (sum, reading, time, results) -> results.accept(sum[0] += reading.value()));
 * Events<Long> totals = readings.keyLong(Reading::sensor).mapStateful(sums);
 * }
 *
 * @param <K> keys
 * @param <T> events
 * @param <S> states, mutable; with checkpoints, {@link java.io.Serializable}
 * @param <R> results
 */
public final class StatefulMap<K, T, S, R> {
    private final Supplier<? extends S> create;
    private final Step<? super S, ? super T, R> step;
    private final Expiry<? super S> expiry;
    private final @Nullable End<? super K, ? super S, R> end;

    /** Takes an event into a state. */
    @FunctionalInterface
    public interface Step<S, T, R> {
        /**
         * Changes the state and hands on any number of results.
         *
         * @param time of the event and of the results, in milliseconds
         */
        void accept(S state, T event, long time, Consumer<? super R> results);
    }

    /** Tells until when a state is kept. */
    @FunctionalInterface
    public interface Expiry<S> {
        /**
         * The event time, in milliseconds, at which the watermark ends the state; asked after each of its events.
         *
         * @param latest the greatest time of the state's events
         */
        long at(S state, long latest);
    }

    /** Takes leave of a state. */
    @FunctionalInterface
    public interface End<K, S, R> {
        /** Hands on any number of results, whose time is that of the expiry. */
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

    /** A state is made at the first event of a key, and kept for ever. */
    public static <K, T, S, R> StatefulMap<K, T, S, R> of(
            Supplier<? extends S> create, Step<? super S, ? super T, R> step) {
        return new StatefulMap<>(create, step, (state, latest) -> Long.MAX_VALUE, null);
    }

    /** The same with states that are dropped when the watermark has left a key's latest event behind by this much. */
    public StatefulMap<K, T, S, R> timeToLive(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("A time to live of " + time + ": it must be zero or more.");
        }
        long millis = Millis.saturated(time);
        return expiringAt((state, latest) -> latest + millis);
    }

    /** The same with states that tell themselves when they are dropped. */
    public StatefulMap<K, T, S, R> expiringAt(Expiry<? super S> at) {
        return new StatefulMap<>(create, step, at, end);
    }

    /** The same with a function that makes results of a state that is dropped, also of those left at the end of all. */
    public StatefulMap<K, T, S, R> onExpiry(End<? super K, ? super S, R> atEnd) {
        return new StatefulMap<>(create, step, expiry, atEnd);
    }

    /** What a key begins with. */
    public S newState() {
        return create.get();
    }

    /** For the job, whose loop calls it with nothing in between. */
    public Step<? super S, ? super T, R> step() {
        return step;
    }

    /** For the job, as {@link #step}. */
    public Expiry<? super S> expiry() {
        return expiry;
    }

    /** For the job. */
    public void end(K key, S state, Consumer<? super R> results) {
        if (end != null) {
            end.accept(key, state, results);
        }
    }
}
