package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Events grouped by key. Immutable. */
public final class Keyed<T, K> {
    private final Events<T> events;
    private final @Nullable ToLongFunction<? super T> longKey;
    private final @Nullable Function<? super T, ? extends K> key;

    /** One of the two keys is null. */
    Keyed(
            Events<T> events,
            @Nullable ToLongFunction<? super T> longKey,
            @Nullable Function<? super T, ? extends K> key) {
        this.events = events;
        this.longKey = longKey;
        this.key = key;
    }

    /** Groups also by the windows that an event's time falls in. */
    public Windowed window(Window window) {
        return new Windowed(window, null, null);
    }

    /** What a state of each key makes of the events. Results have the times of the events that they are made of. */
    @SuppressWarnings("unchecked") // keys only go in
    public <S, R> Events<R> mapStateful(StatefulMap<? super K, ? super T, S, R> map) {
        return new Events<>(new StatefulOrigin<>(this, (StatefulMap<K, ? super T, S, R>) map), operations() + 1);
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
        return new Events<>(
                new HashJoinOrigin<>(this, bounded, function), Math.max(operations(), bounded.operations()) + 1);
    }

    /** These events together with others, grouped by a key of the same kind, for the windows of both. */
    public <U> CoGrouped<U> coGroup(Keyed<U, K> other) {
        requireSameKeys(other);
        return new CoGrouped<>(other);
    }

    private void requireSameKeys(Keyed<?, ?> other) {
        if (hasObjectKeys() != other.hasObjectKeys()) {
            throw new IllegalArgumentException(
                    "One side is grouped by key and the other by keyLong: both must be grouped by the same.");
        }
    }

    boolean hasObjectKeys() {
        return key != null;
    }

    int operations() {
        return events.operations() + 1;
    }

    /** The name of an operation on these. */
    String place(String operation) {
        return operation + " (operation " + (operations() + 1) + ")";
    }

    /** Builds what sends these events, each to the receiver of its key. */
    List<Sender> assemble(
            Assembly assembly, Layout layout, long step, long offset, @Nullable ToLongFunction<? super T> number) {
        return assemble(assembly, assembly.parallelism(), layout, step, offset, number);
    }

    /** The same with another number of receivers for each sender. */
    List<Sender> assemble(
            Assembly assembly,
            int receivers,
            Layout layout,
            long step,
            long offset,
            @Nullable ToLongFunction<? super T> number) {
        assembly.definition().add(longKey == null ? place("key") : place("long key"), longKey, key);
        return events.assemble(
                assembly,
                new Tail<>(
                        receivers,
                        layout,
                        step,
                        offset,
                        outbox -> Router.of(
                                outbox,
                                layout,
                                longKey,
                                key,
                                number,
                                assembly.takesCheckpoints(),
                                assembly.failures())));
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
            return new Events<>(
                    new WindowOrigin<>(Keyed.this, window, onLate, earlyPeriod, aggregate), operations() + 1);
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
            Events<Object> both =
                    events.<Object>map(event -> event).merge(other.events.<Object>map(SidesAggregate.OtherSide::new));
            ToLongFunction<? super T> ourLong = longKey;
            ToLongFunction<? super U> theirLong = other.longKey;
            if (ourLong != null && theirLong != null) {
                return new Keyed<>(
                        both,
                        event -> event instanceof SidesAggregate.OtherSide wrapped
                                ? theirLong.applyAsLong(SidesAggregate.<U>side(wrapped.event()))
                                : ourLong.applyAsLong(SidesAggregate.<T>side(event)),
                        null);
            }
            Function<? super T, ? extends K> ours = requireNonNull(key);
            Function<? super U, ? extends K> theirs = requireNonNull(other.key);
            return new Keyed<>(
                    both,
                    null,
                    event -> event instanceof SidesAggregate.OtherSide wrapped
                            ? theirs.apply(SidesAggregate.<U>side(wrapped.event()))
                            : ours.apply(SidesAggregate.<T>side(event)));
        }
    }
}
