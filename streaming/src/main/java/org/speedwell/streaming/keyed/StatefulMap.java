package org.speedwell.streaming.keyed;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Millis;

/**
 * A definition of a map with a state for each key: how events change a state, which results follow, when an alarm wakes
 * the state, and how long it lives. Immutable. The functions may run on several threads at once, on different states.
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
    private final @Nullable Expiry<? super S> alarm;
    private final @Nullable Alarm<? super K, ? super S, R> ring;
    private final Set<SideOutput<?>> sides;

    /** A function that adds an event to a state. */
    @FunctionalInterface
    public interface Step<S, T, R> {
        /**
         * Changes the state and passes on any number of results.
         *
         * @param time the time of the event, in milliseconds
         * @param results accepts the results
         */
        void accept(S state, T event, long time, Results<? super R> results);
    }

    /** A function that decides how long a state lives, or when its alarm rings. */
    @FunctionalInterface
    public interface Expiry<S> {
        /**
         * Returns the event time at which the watermark ends the state, or rings its alarm, in milliseconds. The job
         * calls it after each event and each alarm of the state.
         *
         * @param latest the greatest time of the state's events, in milliseconds
         */
        long at(S state, long latest);
    }

    /** A function that computes results from a state that ends. */
    @FunctionalInterface
    public interface End<K, S, R> {
        /** Passes on any number of results. Their time is the time of the expiry. */
        void accept(K key, S state, Results<? super R> results);
    }

    /** A function that continues a state when the watermark reaches a time. */
    @FunctionalInterface
    public interface Alarm<K, S, R> {
        /**
         * Changes the state and passes on any number of results. All events before the time of the alarm have arrived,
         * except late ones.
         *
         * @param time the time of the alarm and of its results, in milliseconds
         */
        void ring(K key, S state, long time, Results<? super R> results);
    }

    private StatefulMap(
            Supplier<? extends S> create,
            Step<? super S, ? super T, R> step,
            Expiry<? super S> expiry,
            @Nullable End<? super K, ? super S, R> end,
            @Nullable Expiry<? super S> alarm,
            @Nullable Alarm<? super K, ? super S, R> ring,
            Set<SideOutput<?>> sides) {
        this.create = create;
        this.step = step;
        this.expiry = expiry;
        this.end = end;
        this.alarm = alarm;
        this.ring = ring;
        this.sides = sides;
    }

    /**
     * Creates a definition whose states live until the job ends. The first event of a key creates its state.
     *
     * @param create creates a state
     * @param step adds an event to a state
     */
    public static <K, T, S, R> StatefulMap<K, T, S, R> of(
            Supplier<? extends S> create, Step<? super S, ? super T, R> step) {
        return new StatefulMap<>(create, step, (state, latest) -> Long.MAX_VALUE, null, null, null, Set.of());
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
        return new StatefulMap<>(create, step, at, end, alarm, ring, sides);
    }

    /**
     * Returns this definition with a function that computes results from a state that ends. States that remain at the
     * end of all events end too.
     */
    public StatefulMap<K, T, S, R> onExpiry(End<? super K, ? super S, R> atEnd) {
        return new StatefulMap<>(create, step, expiry, atEnd, alarm, ring, sides);
    }

    /**
     * Returns this definition with an alarm. It rings when the watermark reaches its time, at the latest at the end of
     * all events. An alarm at a time that the watermark has passed rings when the watermark next rises. If alarm and
     * expiry are due together, the one with the earlier time comes first. At equal times the alarm comes first.
     *
     * {@snippet :
     * StatefulMap<Long, Reading, long[], String> silent = StatefulMap.<Long, Reading, long[], String>of(
     *         () -> new long[1], (count, reading, time, results) -> count[0]++)
     *     .onAlarm(
     *         (count, latest) -> latest + 60_000,
     *         (sensor, count, time, results) -> results.accept(sensor + " is silent after " + count[0]));
     * }
     *
     * @param at returns the time of the next alarm, or {@link Long#MAX_VALUE} for none. A time that is not later than
     * the alarm that has just rung also means none
     * @param alarm continues the state
     */
    public StatefulMap<K, T, S, R> onAlarm(Expiry<? super S> at, Alarm<? super K, ? super S, R> alarm) {
        return new StatefulMap<>(create, step, expiry, end, at, alarm, sides);
    }

    /** Returns this definition with side outputs, to which its functions may send events. */
    public StatefulMap<K, T, S, R> sideOutputs(SideOutput<?>... outputs) {
        return new StatefulMap<>(create, step, expiry, end, alarm, ring, new LinkedHashSet<>(List.of(outputs)));
    }

    /** Returns the side outputs. */
    public Set<SideOutput<?>> sides() {
        return Set.copyOf(sides);
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

    /** Returns the function that decides when the alarm rings, or null if there is no alarm. For the job. */
    public @Nullable Expiry<? super S> alarm() {
        return alarm;
    }

    /** Continues a state whose alarm rings. For the job. */
    public void ring(K key, S state, long time, Results<? super R> results) {
        if (ring != null) {
            ring.ring(key, state, time, results);
        }
    }

    /** Ends a state. For the job. */
    public void end(K key, S state, Results<? super R> results) {
        if (end != null) {
            end.accept(key, state, results);
        }
    }
}
