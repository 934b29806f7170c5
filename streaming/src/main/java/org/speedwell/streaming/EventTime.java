package org.speedwell.streaming;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Millis;

/**
 * The time of events, and the time to wait for events that arrive out of order. The watermark of a source is its
 * largest event time minus the lag. An event is late if it arrives after the watermark has closed all its windows.
 *
 * {@snippet :
 * EventTime<Reading> time = EventTime.of(Reading::time).lag(Duration.ofMillis(200));
 * }
 *
 * @param time the time of an event, in milliseconds since the epoch, or since a zero that the job chooses
 * @param lag the time by which an event may be behind the latest event and still be on time
 * @param idleAfter the time without an event, by wall-clock time, after which a source no longer holds back the
 * watermark of the others. Null means never
 * @param guard the event times that the job accepts, or null for all
 */
public record EventTime<T>(
        ToLongFunction<? super T> time,
        Duration lag,
        @Nullable Duration idleAfter,
        @Nullable Guard guard) {

    /**
     * A check that accepts only times near the present. One event from the far future would raise the watermark and
     * make all following events late. A rejected event is a failure of "the event time". The job stops, or skips and
     * counts the event ({@link JobOptions#skippingFailures}).
     *
     * @param past the largest age of an event
     * @param future the largest time by which an event may be ahead of the clock
     */
    public record Guard(Duration past, Duration future, InstantSource clock) {
        public Guard {
            if (past.isNegative() || future.isNegative()) {
                throw new IllegalArgumentException(
                        "past is " + past + " and future is " + future + ", but both must be zero or more.");
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
            throw new IllegalArgumentException("lag is " + lag + ", but must be zero or more.");
        }
        if (idleAfter != null && (idleAfter.isNegative() || idleAfter.isZero())) {
            throw new IllegalArgumentException("idleAfter is " + idleAfter + ", but must be above zero.");
        }
    }

    /** Returns the time of events that arrive in order, from sources that never fall idle. It accepts all times. */
    public static <T> EventTime<T> of(ToLongFunction<? super T> time) {
        return new EventTime<>(time, Duration.ZERO, null, null);
    }

    /** Returns the time of events that have an {@link Instant}, in milliseconds, like {@link #of}. */
    public static <T> EventTime<T> ofInstant(Function<? super T, Instant> time) {
        return of(event -> time.apply(event).toEpochMilli());
    }

    /**
     * Returns the time at which an event arrives, by a clock such as {@link InstantSource#system()}. It never goes
     * back. So windows divide the events by processing time. While a source has no event, its watermark follows the
     * clock. A window therefore closes at its time, also if no later event arrives. After a restart, an event that the
     * source reads again has a new time. No event is late, even if the clock of the new process is behind.
     */
    public static EventTime<Object> arrival(InstantSource clock) {
        return of(new ArrivalClock(clock));
    }

    /** Returns the same event time for events of a narrower type. */
    <S extends T> EventTime<S> narrowed() {
        return new EventTime<>(time, lag, idleAfter, guard);
    }

    /** Returns the same event time with another lag, in whole milliseconds. */
    public EventTime<T> lag(Duration allowed) {
        return new EventTime<>(time, allowed, idleAfter, guard);
    }

    /** Returns the same event time with a time-out for idle sources. */
    public EventTime<T> idleAfter(Duration timeout) {
        return new EventTime<>(time, lag, timeout, guard);
    }

    /**
     * Returns the same event time with a guard. Events that are further in the past or the future by the system's clock
     * are failures.
     */
    public EventTime<T> within(Duration past, Duration future) {
        return within(past, future, InstantSource.system());
    }

    /** Returns the same event time with a guard that uses another clock. */
    public EventTime<T> within(Duration past, Duration future, InstantSource clock) {
        return new EventTime<>(time, lag, idleAfter, new Guard(past, future, clock));
    }
}
