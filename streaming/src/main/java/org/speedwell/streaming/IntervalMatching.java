package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.IntervalState.Left;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;

/**
 * The work of an {@link IntervalJoin} on the state of a key. An event leaves the state when the watermark has passed
 * the end of its interval. An event of the other stream leaves when no later interval can contain it. All user
 * functions of a step run before the state changes, because the job may skip an event on which one throws.
 *
 * @param from the start of each interval, after the time of its event, within ±2^60 ms
 */
record IntervalMatching<T, U, R>(
        long from,
        IntervalJoin.End<? super T> end,
        IntervalMatch<T, U, R> match,
        @Nullable SideOutput<LateEvent<T>> late,
        @Nullable SideOutput<LateEvent<U>> lateOthers) {

    /** Returns the definition of the join over both streams. */
    StatefulMap<Object, Object, IntervalState<T, U>, R> map() {
        return StatefulMap.<Object, Object, IntervalState<T, U>, R>of(
                        IntervalState::new, (state, event, time, results) -> {
                            if (event instanceof SidesAggregate.OtherSide(Object other)) {
                                addOther(state, SidesAggregate.side(other), time, results);
                            } else {
                                add(state, SidesAggregate.side(event), time, results);
                            }
                        })
                .onAlarm((state, latest) -> alarm(state), (key, state, time, results) -> leave(state, time, results))
                .expiringAt((state, latest) -> state.isEmpty() ? Long.MIN_VALUE : Long.MAX_VALUE)
                .sideOutputs(LateEvent.outputs(late, lateOthers));
    }

    private void add(IntervalState<T, U> state, T event, long time, Results<? super R> results) {
        if (time < results.watermark()) {
            LateEvent.report(event, time, late, results);
            return;
        }
        long last = bounded(end.of(event, time));
        Left<T, U> left = new Left<>(event, time, bounded(time + from), last, match instanceof IntervalMatch.Groups);
        TimedRows<U> others = state.others;
        for (int i = others.before(left.start); i < others.size() && others.time(i) <= last; i++) {
            join(left, others.get(i), others.time(i), results);
            left.isJoined = true;
        }
        if (last >= results.watermark() || isCompletedAtEnd()) {
            state.lefts.add(last, left);
        }
    }

    private void addOther(IntervalState<T, U> state, U other, long time, Results<? super R> results) {
        if (time < results.watermark()) {
            LateEvent.report(other, time, lateOthers, results);
            return;
        }
        List<Left<T, U>> joined = new ArrayList<>();
        for (int i = state.lefts.before(time); i < state.lefts.size(); i++) {
            Left<T, U> left = state.lefts.get(i);
            if (left.start <= time) {
                join(left, other, time, results);
                joined.add(left);
            }
        }
        joined.forEach(left -> left.isJoined = true);
        if (time >= firstUseful(results)) {
            state.others.add(time, other);
        }
    }

    private void join(Left<T, U> left, U other, long time, Results<? super R> results) {
        switch (match) {
            case IntervalMatch.Pairs<T, U, R> pairs ->
                results.accept(nonNull(pairs.pair().apply(left.event, other)), Math.max(left.time, time));
            case IntervalMatch.Groups<T, U, R> groups ->
                requireNonNull(left.group).add(time, other);
        }
    }

    /** Returns whether an event may have a result when its interval is over. */
    private boolean isCompletedAtEnd() {
        return switch (match) {
            case IntervalMatch.Pairs<T, U, R> pairs -> pairs.alone() != null;
            case IntervalMatch.Groups<T, U, R> groups -> true;
        };
    }

    /** Returns the time at which the first event leaves the state. */
    private long alarm(IntervalState<T, U> state) {
        return Math.min(
                state.lefts.isEmpty() ? Long.MAX_VALUE : state.lefts.firstTime() + 1,
                state.others.isEmpty() ? Long.MAX_VALUE : state.others.firstTime() - from + 1);
    }

    /** Returns the first time of another event that an event on time can still join. */
    private long firstUseful(Results<?> results) {
        return Millis.bounded(results.watermark()) + from;
    }

    private void leave(IntervalState<T, U> state, long time, Results<? super R> results) {
        state.others.removeFirst(state.others.before(firstUseful(results)));
        for (Left<T, U> left : state.lefts.takeBefore(time)) { // all, because the job may skip one that fails
            complete(left, left.last == Batch.TIME_LIMIT ? left.time : Math.max(left.time, left.last), results);
        }
    }

    private void complete(Left<T, U> left, long time, Results<? super R> results) {
        switch (match) {
            case IntervalMatch.Pairs<T, U, R> pairs -> {
                if (pairs.alone() != null && !left.isJoined) {
                    results.accept(nonNull(pairs.alone().apply(left.event)), time);
                }
            }
            case IntervalMatch.Groups<T, U, R> groups ->
                results.accept(
                        nonNull(groups.function()
                                .apply(
                                        left.event,
                                        List.copyOf(requireNonNull(left.group).all()))),
                        time);
        }
    }

    private static <E> E nonNull(E result) {
        return requireNonNull(result, "The function returned null.");
    }

    private static long bounded(long time) {
        return Math.clamp(time, -Batch.TIME_LIMIT, Batch.TIME_LIMIT);
    }
}
