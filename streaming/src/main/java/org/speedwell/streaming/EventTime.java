package org.speedwell.streaming;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Millis;

/**
 * When events happened, and how long to wait for those that come out of order. The watermark of a source is the greatest
 * event time that it gave, minus the lag; an event that comes after all its windows were closed by the watermark is late.
 *
 * {@snippet :
 * EventTime<Reading> time = EventTime.of(Reading::time).lag(Duration.ofMillis(200));
 * }
 *
 * @param time of an event, in milliseconds since the epoch, or since whatever the job takes as zero
 * @param lag how far behind the latest event others may come and still be on time
 * @param idleAfter after how long without an event a source holds the watermark of the others back no longer, by the
 *     clock on the wall; null for never
 * @param guard what event times are believed; null for all
 */
public record EventTime<T>(
        ToLongFunction<? super T> time,
        Duration lag,
        @Nullable Duration idleAfter,
        @Nullable Guard guard) {

    /**
     * Believes only times near the present: one event from the far future would raise the watermark and make all that
     * follow late. An event outside is a failure of "the event time", on which the job stops, or which it skips and
     * counts ({@link JobOptions#skippingFailures}).
     *
     * @param past how old an event may be
     * @param future how far ahead of the clock it may be
     */
    public record Guard(Duration past, Duration future, InstantSource clock) {
        public Guard {
            if (past.isNegative() || future.isNegative()) {
                throw new IllegalArgumentException(
                        "Event times from " + past + " ago to " + future + " ahead: both must be zero or more.");
            }
        }

        void check(long time) {
            long now = clock.millis();
            if (time > now + Millis.saturated(future)) {
                throw new IllegalArgumentException("An event time of " + time + " ms is "
                        + Duration.ofMillis(time - now) + " in the future; at most " + future + " is allowed.");
            }
            if (time < now - Millis.saturated(past)) {
                throw new IllegalArgumentException("An event time of " + time + " ms is "
                        + Duration.ofMillis(now - time) + " in the past; at most " + past + " is allowed.");
            }
        }
    }

    public EventTime {
        if (lag.isNegative()) {
            throw new IllegalArgumentException("A lag of " + lag + ": it must be zero or more.");
        }
        if (idleAfter != null && (idleAfter.isNegative() || idleAfter.isZero())) {
            throw new IllegalArgumentException("Idle after " + idleAfter + ": it must be above zero.");
        }
    }

    /** Events in order, of sources that never fall idle, at any time. */
    public static <T> EventTime<T> of(ToLongFunction<? super T> time) {
        return new EventTime<>(time, Duration.ZERO, null, null);
    }

    /** The same, of times that are instants, to the millisecond. */
    public static <T> EventTime<T> ofInstant(Function<? super T, Instant> time) {
        return of(event -> time.apply(event).toEpochMilli());
    }

    /** The same for events of a narrower type. */
    <S extends T> EventTime<S> narrowed() {
        return new EventTime<>(time, lag, idleAfter, guard);
    }

    /** The same with another lag, in whole milliseconds. */
    public EventTime<T> lag(Duration allowed) {
        return new EventTime<>(time, allowed, idleAfter, guard);
    }

    /** The same with a time-out of idle sources. */
    public EventTime<T> idleAfter(Duration timeout) {
        return new EventTime<>(time, lag, timeout, guard);
    }

    /** The same, and events that are further in the past or the future than this, by the system's clock, are failures. */
    public EventTime<T> within(Duration past, Duration future) {
        return within(past, future, InstantSource.system());
    }

    /** The same by another clock. */
    public EventTime<T> within(Duration past, Duration future, InstantSource clock) {
        return new EventTime<>(time, lag, idleAfter, new Guard(past, future, clock));
    }
}
