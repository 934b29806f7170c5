package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.StatefulMap;

/**
 * A lookup that waits until the watermark has passed the time of an event. The state of a key holds the waiting events.
 */
record WaitingLookup<T, U, R>(
        BiFunction<? super T, Instant, Optional<U>> row,
        BiFunction<? super T, ? super Optional<U>, ? extends R> function) {

    /** Returns the definition of the operation. */
    static <T, U, R> StatefulMap<Object, T, TimedRows<T>, R> map(
            BiFunction<? super T, Instant, Optional<U>> row,
            BiFunction<? super T, ? super Optional<U>, ? extends R> function) {
        WaitingLookup<T, U, R> lookup = new WaitingLookup<>(row, function);
        return StatefulMap.<Object, T, TimedRows<T>, R>of(TimedRows::new, (waiting, event, time, results) -> {
                    if (time < results.watermark()) {
                        results.accept(lookup.result(event, time));
                    } else {
                        waiting.add(time, event);
                    }
                })
                .onAlarm(
                        (waiting, latest) -> waiting.isEmpty() ? Long.MAX_VALUE : waiting.firstTime() + 1,
                        (key, waiting, time, results) -> lookup.take(waiting, time, results))
                .expiringAt((waiting, latest) -> waiting.isEmpty() ? Long.MIN_VALUE : Long.MAX_VALUE);
    }

    /** Sends the results of the events before a time. */
    private void take(TimedRows<T> waiting, long time, Results<? super R> results) {
        for (T event : waiting.takeBefore(time)) { // all, because the job may skip events on which a function throws
            results.accept(result(event, time - 1), time - 1);
        }
    }

    private R result(T event, long time) {
        return requireNonNull(
                function.apply(event, row.apply(event, Instant.ofEpochMilli(time))), "The function returned null.");
    }
}
