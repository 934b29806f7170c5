package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.keyed.SideOutput;

/**
 * A join of events with the events of another stream that have the same key and a time within an interval around their
 * own. An event is late if its time is before the watermark. A late event joins none. The results depend only on which
 * events are late, and not on the order in which the two streams arrive. Immutable.
 *
 * {@snippet :
 * Events<String> states = orders.keyLong(Order::id)
 *     .intervalJoin(paid.keyLong(Paid::order), Duration.ofMinutes(-5), Duration.ofHours(1))
 *     .leftOuter((order, payment) -> order.id() + (payment.isPresent() ? " is paid" : " is not paid"));
 * }
 *
 * <p>The state holds the events of both streams until no event that is on time can join them.
 *
 * @param <T> the class of the events
 * @param <U> the class of the other events
 */
public final class IntervalJoin<T, U> {
    private final Keyed<Object, ?> merged;
    private final long from;
    private final End<? super T> end;
    private final List<Object> functions;
    private final @Nullable SideOutput<LateEvent<T>> late;
    private final @Nullable SideOutput<LateEvent<U>> lateOthers;

    /** A function that returns the last time of the interval of an event. */
    @FunctionalInterface
    interface End<T> {
        long of(T event, long time);
    }

    IntervalJoin(
            Keyed<Object, ?> merged,
            long from,
            End<? super T> end,
            List<Object> functions,
            @Nullable SideOutput<LateEvent<T>> late,
            @Nullable SideOutput<LateEvent<U>> lateOthers) {
        this.merged = merged;
        this.from = from;
        this.end = end;
        this.functions = functions;
        this.late = late;
        this.lateOthers = lateOthers;
    }

    /**
     * Returns the same join with a side output for late events. Call {@link Events#side} on the results to use them.
     */
    public IntervalJoin<T, U> lateTo(SideOutput<LateEvent<T>> output) {
        return new IntervalJoin<>(merged, from, end, functions, output, lateOthers);
    }

    /** Returns the same join with a side output for late events of the other stream, like {@link #lateTo}. */
    public IntervalJoin<T, U> lateOthersTo(SideOutput<LateEvent<U>> output) {
        return new IntervalJoin<>(merged, from, end, functions, late, output);
    }

    /**
     * Returns a result for each pair of events. A result has the later time of the two. It follows as soon as both have
     * arrived.
     *
     * @param function combines an event with one of the other stream. It must not return null
     */
    public <R> Events<R> inner(BiFunction<? super T, ? super U, ? extends R> function) {
        return events(function, new IntervalMatch.Pairs<>(function, null));
    }

    /**
     * Returns a result for each pair of events, like {@link #inner}. An event that joins none has one result too. It
     * follows when the watermark has passed the end of the interval, and has the time of that end, or that of the event
     * if it is later.
     *
     * @param function combines an event with one of the other stream, if there is one. It must not return null
     */
    public <R> Events<R> leftOuter(BiFunction<? super T, ? super Optional<U>, ? extends R> function) {
        return events(
                function,
                new IntervalMatch.Pairs<>(
                        (event, other) -> function.apply(event, Optional.of(other)),
                        event -> function.apply(event, Optional.empty())));
    }

    /**
     * Returns one result for each event, with all events of the other stream that it joins, by time. The result follows
     * when the watermark has passed the end of the interval, and has the time of that end, or that of the event if it
     * is later. The state holds the list of each event until then.
     *
     * @param function combines an event with the others, which may be none. It must not return null
     */
    public <R> Events<R> grouped(BiFunction<? super T, ? super List<U>, ? extends R> function) {
        return events(function, new IntervalMatch.Groups<>(function));
    }

    private <R> Events<R> events(Object function, IntervalMatch<T, U, R> match) {
        List<Object> all = new ArrayList<>(functions);
        all.add(requireNonNull(function));
        IntervalMatching<T, U, R> matching = new IntervalMatching<>(from, end, match, late, lateOthers);
        return merged.stateful("interval join", matching.map(), false, all);
    }
}
