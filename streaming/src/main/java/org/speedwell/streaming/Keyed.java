package org.speedwell.streaming;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Events grouped by key. Immutable.
 *
 * {@snippet :
 * Keyed<Reading, Long> bySensor = readings.keyLong(Reading::sensor);
 * Events<WindowResult<Long, Long>> counts = bySensor
 *     .window(Window.sliding(Duration.ofSeconds(10), Duration.ofMillis(100)))
 *     .onLate(reading -> System.err.println("late: " + reading))
 *     .aggregate(Aggregates.count());
 * }
 */
@SuppressWarnings("unchecked") // the graph has no types: this class and Events check that they fit
public final class Keyed<T, K> {
    private final Events<T> events;
    private final Edge.ByKey routing;

    Keyed(Events<T> events, Edge.ByKey routing) {
        this.events = events;
        this.routing = routing;
    }

    /** Groups the events also by the windows of their times. */
    public Windowed window(Window window) {
        return new Windowed(window, null, null, null);
    }

    /**
     * Maps each event with the state of its key. Results have the times of their events, unless the map chooses others.
     * {@link Events#side} returns the events of the map's side outputs.
     */
    public <S, R> Events<R> mapStateful(StatefulMap<? super K, ? super T, S, R> map) {
        return stateful("stateful map", map, true, List.of());
    }

    /** Returns the results of a stateful map, which may be part of the library. */
    <S, R> Events<R> stateful(
            String word, StatefulMap<? super K, ? super T, S, R> map, boolean isOrdered, List<Object> functions) {
        StatefulMap<Object, Object, ?, ?> untyped = (StatefulMap<Object, Object, ?, ?>) (StatefulMap<?, ?, ?, ?>) map;
        return Events.of(new Operation.StatefulMapping(word, untyped, isOrdered, functions), untyped.sides(), edge());
    }

    /**
     * Joins each event with all rows of its key from a bounded side. The job first reads that side to its end, and
     * holds its rows. Events and checkpoints wait meanwhile. Results have the times of the events.
     *
     * @param bounded the events of sources that end, grouped by a key of the same kind
     * @param function combines an event with its rows, which may be none. It must not return null
     */
    public <U, R> Events<R> hashJoin(
            Keyed<U, K> bounded, BiFunction<? super T, ? super List<U>, ? extends R> function) {
        requireSameKeys(bounded);
        return Events.of(
                new Operation.HashJoin((BiFunction<Object, List<Object>, ?>) (BiFunction<?, ?, ?>) function),
                bounded.edge(),
                edge());
    }

    /**
     * Joins these events with the events of another stream that have the same key and a time within an interval around
     * their own.
     *
     * @param other the other events, grouped by a key of the same kind
     * @param from the start of the interval after the time of an event; negative for before it
     * @param to the last time of the interval after the time of an event; negative for before it
     * @throws IllegalArgumentException if {@code to} is before {@code from}, or if one is not in whole milliseconds
     */
    public <U> IntervalJoin<T, U> intervalJoin(Keyed<U, K> other, Duration from, Duration to) {
        if (to.compareTo(from) < 0) {
            throw new IllegalArgumentException(
                    "The interval is from " + from + " to " + to + ", but must not end before it starts.");
        }
        long millis = Millis.signed("The end of the interval", to);
        return intervalJoin(other, from, (event, time) -> time + millis, List.of());
    }

    /**
     * Joins these events with the events of another stream that have the same key and a time within an interval. Each
     * event determines the end of its interval, such as an auction that knows when it closes.
     *
     * @param other the other events, grouped by a key of the same kind
     * @param from the start of the interval after the time of an event; negative for before it
     * @param lastTime returns the last time of the interval of an event, in milliseconds
     * @throws IllegalArgumentException if {@code from} is not in whole milliseconds
     */
    public <U> IntervalJoin<T, U> intervalJoin(Keyed<U, K> other, Duration from, ToLongFunction<? super T> lastTime) {
        return intervalJoin(other, from, (event, time) -> lastTime.applyAsLong(event), List.of(lastTime));
    }

    private <U> IntervalJoin<T, U> intervalJoin(
            Keyed<U, K> other, Duration from, IntervalJoin.End<? super T> end, List<Object> functions) {
        long start = Millis.signed("The start of the interval", from);
        return new IntervalJoin<>(SidesAggregate.merged(this, other), start, end, functions, null, null);
    }

    /**
     * Joins each event with the version of its key that was valid at the time of the event.
     *
     * @param versions the versions, grouped by a key of the same kind. Each is valid from its time to the next version
     */
    public <U> AsOfJoin<T, U> asOfJoin(Keyed<U, K> versions) {
        return new AsOfJoin<>(SidesAggregate.merged(this, versions), null, null, List.of(), null, null);
    }

    /**
     * Joins each event with a value as of the time of the event, such as a row in a kept version of a store. The event
     * waits until the watermarks of these events and of the clock have passed its time. So the lookup sees everything
     * that the clock covers. The result has the time of the event. Late events do not wait.
     *
     * {@snippet :
     * Events<Instant> clock = Events.from(StoreClock.of(store, Duration.ofSeconds(1)), StoreClock.time());
     * Events<String> titles = readings.keyLong(Reading::sensor)
     *     .enrichAsOf(
     *         clock,
     *         (reading, moment) -> store.snapshotAt(moment).stream(films)
     *             .filter(Film.FILM_ID.equal((int) reading.sensor()))
     *             .findFirst(),
     *         (reading, found) -> found.map(Film::getTitle).orElse("?"));
     * }
     *
     * @param clock events whose watermark says up to which time the lookup is complete. Only the watermark counts
     * @param row looks up the value for an event at the moment of its time. It must not block
     * @param function combines an event with its value, if it has one. It must not return null
     */
    public <U, R> Events<R> enrichAsOf(
            Events<?> clock,
            BiFunction<? super T, Instant, Optional<U>> row,
            BiFunction<? super T, ? super Optional<U>, ? extends R> function) {
        Keyed<T, K> both = new Keyed<>(events.merge((Events<T>) clock.filter(tick -> false)), routing);
        return both.stateful(
                "lookup as of event time", WaitingLookup.map(row, function), false, List.of(row, function));
    }

    /**
     * Keeps the first event of each key to arrive, and drops later ones that are less than {@code within} before or
     * after an event that was kept. The state forgets a kept event when the watermark is {@code within} after it. Times
     * do not change.
     *
     * @throws IllegalArgumentException if {@code within} is not above zero and in whole milliseconds
     */
    public Events<T> deduplicate(Duration within) {
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException("within is " + within + ", but must be above zero.");
        }
        return stateful("deduplicate", KeptTimes.map(Millis.signed("within", within)), true, List.of());
    }

    /** Combines these events with others, grouped by a key of the same kind, for windows of both. */
    public <U> CoGrouped<U> coGroup(Keyed<U, K> other) {
        return new CoGrouped<>(SidesAggregate.merged(this, other), null, null);
    }

    Events<T> events() {
        return events;
    }

    Edge.ByKey routing() {
        return routing;
    }

    void requireSameKeys(Keyed<?, ?> other) {
        if (routing.getClass() != other.routing.getClass()) {
            throw new IllegalArgumentException(
                    "One side is grouped by key and the other by keyLong. Use the same method for both sides.");
        }
    }

    private Edge edge() {
        return events.edge(routing);
    }

    private <R> Events<WindowResult<K, R>> windows(Operation.Aggregation aggregation) {
        return Events.of(aggregation, aggregation.sides(), edge());
    }

    /** Events grouped by key and window. Immutable. */
    public final class Windowed {
        private final Window window;
        private final @Nullable Consumer<? super T> onLate;
        private final @Nullable SideOutput<LateEvent<T>> lateOutput;
        private final @Nullable Duration earlyPeriod;

        private Windowed(
                Window window,
                @Nullable Consumer<? super T> onLate,
                @Nullable SideOutput<LateEvent<T>> lateOutput,
                @Nullable Duration earlyPeriod) {
            this.window = window;
            this.onLate = onLate;
            this.lateOutput = lateOutput;
            this.earlyPeriod = earlyPeriod;
        }

        /**
         * Returns the same windows with a handler of late events. The job counts these events, and no window contains
         * them.
         */
        public Windowed onLate(Consumer<? super T> handler) {
            return new Windowed(window, handler, lateOutput, earlyPeriod);
        }

        /**
         * Returns the same windows with a side output for late events. The job counts these events, and no window
         * contains them. Call {@link Events#side} on the results of {@link #aggregate} to use them.
         *
         * {@snippet :
         * SideOutput<LateEvent<Reading>> late = SideOutput.named("late");
         * Events<WindowResult<Long, Long>> counts = readings.keyLong(Reading::sensor)
         *     .window(Window.tumbling(Duration.ofMinutes(1)))
         *     .lateTo(late)
         *     .aggregate(Aggregates.count());
         * Events<LateEvent<Reading>> tooLate = counts.side(late);
         * }
         */
        public Windowed lateTo(SideOutput<LateEvent<T>> output) {
            return new Windowed(window, onLate, output, earlyPeriod);
        }

        /**
         * Returns the same windows with early results, before a window closes. Every period, by wall-clock time, the
         * operation sends a result for each key. It covers the open sessions of the key, or the first open window that
         * has events.
         *
         * <p>Early results are marked. A {@code View} does not show them, and other sinks receive them. An operation by
         * key takes them like other events, so a following window counts them unless a filter removes them.
         *
         * <p>A period starts when the previous early results have been sent. It lasts at least as long as sending them
         * took, so events always get half of the time.
         */
        public Windowed early(Duration period) {
            if (period.isNegative() || period.isZero()) {
                throw new IllegalArgumentException(
                        "The period of early results is " + period + ", but must be above zero.");
            }
            return new Windowed(window, onLate, lateOutput, period);
        }

        /** Returns one result for each key and window that has events, once the watermark has closed the window. */
        public <R> Events<WindowResult<K, R>> aggregate(Aggregate<? super T, ?, R> aggregate) {
            return windows(new Operation.Aggregation(
                    window,
                    (Aggregate<Object, ?, ?>) aggregate,
                    (Consumer<Object>) onLate,
                    lateOutput,
                    null,
                    earlyPeriod));
        }

        /**
         * Returns the {@code n} greatest results of each window over all keys, in descending order. If two keys have
         * equal results, the smaller key comes first. The results have the key 0. Each part of the keys keeps its greatest
         * results, and one receiver merges them.
         *
         * {@snippet :
         * Events<WindowResult<Long, List<WindowResult<Long, Long>>>> busiest = readings.keyLong(Reading::sensor)
         *     .window(Window.tumbling(Duration.ofMinutes(1)))
         *     .top(10, Aggregates.count(), Comparator.naturalOrder());
         * }
         *
         * @param order the order of the results of keys. Keys must be {@link Comparable} if results may be equal
         * @throws IllegalArgumentException if {@code n} is less than 1, or if the windows are sessions or have early
         * results
         */
        public <R> Events<WindowResult<Long, List<WindowResult<K, R>>>> top(
                int n, Aggregate<? super T, ?, R> aggregate, Comparator<? super R> order) {
            if (window instanceof Window.Session) {
                throw new IllegalArgumentException("The sessions of different keys are different windows, so that top"
                        + " has nothing to compare. Use tumbling or sliding windows.");
            }
            if (earlyPeriod != null) {
                throw new IllegalArgumentException(
                        "The windows have early results, which top would count like others. Use top without early.");
            }
            Events<WindowResult<K, R>> results = aggregate(aggregate);
            return new WindowTop<K, R>(n, order).of(results).withSidesOf(results);
        }
    }

    /** Two streams grouped by the same key. Immutable. */
    public final class CoGrouped<U> {
        private final Keyed<Object, K> merged;
        private final @Nullable SideOutput<LateEvent<T>> late;
        private final @Nullable SideOutput<LateEvent<U>> lateOthers;

        private CoGrouped(
                Keyed<Object, K> merged,
                @Nullable SideOutput<LateEvent<T>> late,
                @Nullable SideOutput<LateEvent<U>> lateOthers) {
            this.merged = merged;
            this.late = late;
            this.lateOthers = lateOthers;
        }

        /**
         * Returns the same streams with a side output for late events of the first one. The job counts these events,
         * and no window contains them. Call {@link Events#side} on the results to use them.
         */
        public CoGrouped<U> lateTo(SideOutput<LateEvent<T>> output) {
            return new CoGrouped<>(merged, output, lateOthers);
        }

        /** Returns the same streams with a side output for late events of the other one, like {@link #lateTo}. */
        public CoGrouped<U> lateOthersTo(SideOutput<LateEvent<U>> output) {
            return new CoGrouped<>(merged, late, output);
        }

        /**
         * Aggregates the events of each side that are in the same window.
         *
         * @param result combines both aggregates. The aggregate of a side without events is empty
         */
        public <A, B, R> Events<WindowResult<K, R>> aggregate(
                Window window,
                Aggregate<? super T, ?, A> first,
                Aggregate<? super U, ?, B> second,
                BiFunction<? super Optional<A>, ? super Optional<B>, ? extends R> result) {
            return merged.windows(new Operation.Aggregation(
                    window,
                    (Aggregate<Object, ?, ?>) (Aggregate<?, ?, ?>) new SidesAggregate<>(first, second, result),
                    null,
                    late,
                    lateOthers,
                    null));
        }
    }
}
