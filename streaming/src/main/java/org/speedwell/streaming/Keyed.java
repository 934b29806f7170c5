package org.speedwell.streaming;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
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
        return new Windowed(window, null, null);
    }

    /** Maps each event with the state of its key. Results have the times of their events. */
    public <S, R> Events<R> mapStateful(StatefulMap<? super K, ? super T, S, R> map) {
        return Events.of(
                new Operation.StatefulMapping((StatefulMap<Object, Object, ?, ?>) (StatefulMap<?, ?, ?, ?>) map),
                edge());
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

    /** Combines these events with others, grouped by a key of the same kind, for windows of both. */
    public <U> CoGrouped<U> coGroup(Keyed<U, K> other) {
        requireSameKeys(other);
        return new CoGrouped<>(other);
    }

    private void requireSameKeys(Keyed<?, ?> other) {
        if (routing.getClass() != other.routing.getClass()) {
            throw new IllegalArgumentException(
                    "One side is grouped by key and the other by keyLong. Use the same method for both sides.");
        }
    }

    private Edge edge() {
        return events.edge(routing);
    }

    /** Events grouped by key and window. Immutable. */
    public final class Windowed {
        private final Window window;
        private final @Nullable Consumer<? super T> onLate;
        private final @Nullable Duration earlyPeriod;

        private Windowed(Window window, @Nullable Consumer<? super T> onLate, @Nullable Duration earlyPeriod) {
            this.window = window;
            this.onLate = onLate;
            this.earlyPeriod = earlyPeriod;
        }

        /**
         * Returns the same windows with a handler of late events. The job counts these events, and no window contains
         * them.
         */
        public Windowed onLate(Consumer<? super T> handler) {
            return new Windowed(window, handler, earlyPeriod);
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
            return new Windowed(window, onLate, period);
        }

        /** Returns one result for each key and window that has events, once the watermark has closed the window. */
        public <R> Events<WindowResult<K, R>> aggregate(Aggregate<? super T, ?, R> aggregate) {
            return Events.of(
                    new Operation.Aggregation(
                            window, (Aggregate<Object, ?, ?>) aggregate, (Consumer<Object>) onLate, earlyPeriod),
                    edge());
        }
    }

    /** Two streams grouped by the same key. Immutable. */
    public final class CoGrouped<U> {
        private final Keyed<U, K> other;

        private CoGrouped(Keyed<U, K> other) {
            this.other = other;
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
            return merged().window(window).aggregate(new SidesAggregate<>(first, second, result));
        }

        /** Merges both sides into one stream, and wraps the events of the other side. */
        private Keyed<Object, K> merged() {
            Events<Object> both = events.<Object>widened().merge(other.events.map(SidesAggregate.OtherSide::new));
            return switch (routing) {
                case Edge.ByNumber(ToLongFunction<Object> ours) -> {
                    ToLongFunction<Object> theirs = ((Edge.ByNumber) other.routing).key();
                    yield new Keyed<>(
                            both,
                            new Edge.ByNumber(event -> event instanceof SidesAggregate.OtherSide(Object wrapped)
                                    ? theirs.applyAsLong(wrapped)
                                    : ours.applyAsLong(event)));
                }
                case Edge.ByObject(Function<Object, ?> ours) -> {
                    Function<Object, ?> theirs = ((Edge.ByObject) other.routing).key();
                    yield new Keyed<>(
                            both,
                            new Edge.ByObject(event -> event instanceof SidesAggregate.OtherSide(Object wrapped)
                                    ? theirs.apply(wrapped)
                                    : ours.apply(event)));
                }
            };
        }
    }
}
