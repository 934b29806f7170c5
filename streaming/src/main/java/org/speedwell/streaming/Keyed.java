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
 * Events<WindowResult<Long, Long>> counts = bySensor.window(Window.sliding(Duration.ofSeconds(10), Duration.ofMillis(100)))
 *     .onLate(reading -> System.err.println("late: " + reading))
 *     .aggregate(Aggregates.count());
 * }
 */
@SuppressWarnings("unchecked") // the graph knows no types: that they fit is what this class and Events see to
public final class Keyed<T, K> {
    private final Events<T> events;
    private final Edge.ByKey routing;

    Keyed(Events<T> events, Edge.ByKey routing) {
        this.events = events;
        this.routing = routing;
    }

    /** Groups also by the windows that an event's time falls in. */
    public Windowed window(Window window) {
        return new Windowed(window, null, null);
    }

    /** What a state of each key makes of the events. Results have the times of the events that they are made of. */
    public <S, R> Events<R> mapStateful(StatefulMap<? super K, ? super T, S, R> map) {
        return Events.of(
                new Operation.StatefulMapping((StatefulMap<Object, Object, ?, ?>) (StatefulMap<?, ?, ?, ?>) map),
                edge());
    }

    /**
     * Joins each event with all rows of its key from a bounded side, which is read to its end first, and held; the events
     * wait meanwhile, and so do checkpoints. Results have the times of the events.
     *
     * @param bounded events of sources that end, grouped by a key of the same kind
     * @param function of an event and its rows, which are empty where there are none; must not return null
     */
    public <U, R> Events<R> hashJoin(
            Keyed<U, K> bounded, BiFunction<? super T, ? super List<U>, ? extends R> function) {
        requireSameKeys(bounded);
        return Events.of(
                new Operation.HashJoin((BiFunction<Object, List<Object>, ?>) (BiFunction<?, ?, ?>) function),
                bounded.edge(),
                edge());
    }

    /** These events together with others, grouped by a key of the same kind, for the windows of both. */
    public <U> CoGrouped<U> coGroup(Keyed<U, K> other) {
        requireSameKeys(other);
        return new CoGrouped<>(other);
    }

    private void requireSameKeys(Keyed<?, ?> other) {
        if (routing.getClass() != other.routing.getClass()) {
            throw new IllegalArgumentException(
                    "One side is grouped by key and the other by keyLong: both must be grouped by the same.");
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

        /** Late events, which are counted and otherwise left out, are given to this handler. */
        public Windowed onLate(Consumer<? super T> handler) {
            return new Windowed(window, handler, earlyPeriod);
        }

        /**
         * Results also before a window closes: every period, by the clock on the wall, those of each key's open sessions,
         * or of the first window that is open and has events. They are marked as early, and what becomes of them depends on
         * what follows: a {@code View} does not show them, other sinks get them, and an operation by key takes them as any
         * event, so that a window counts them unless they are filtered out. The period begins when the results before have
         * been sent, and lasts as long as that took at least: events always get half of the time.
         */
        public Windowed early(Duration period) {
            if (period.isNegative() || period.isZero()) {
                throw new IllegalArgumentException("Early results every " + period + ": it must be above zero.");
            }
            return new Windowed(window, onLate, period);
        }

        /** One result for each key and window that has events, once the watermark has closed the window. */
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
         * The events of either side that fall in the same window, each side aggregated.
         *
         * @param result of both aggregates; that of a side with no events is empty
         */
        public <A, B, R> Events<WindowResult<K, R>> aggregate(
                Window window,
                Aggregate<? super T, ?, A> first,
                Aggregate<? super U, ?, B> second,
                BiFunction<? super Optional<A>, ? super Optional<B>, ? extends R> result) {
            return merged().window(window).aggregate(new SidesAggregate<>(first, second, result));
        }

        /** Both sides in one stream; events of the other side are wrapped. */
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
