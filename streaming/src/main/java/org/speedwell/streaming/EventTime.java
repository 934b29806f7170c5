package org.speedwell.streaming;

import java.time.Duration;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * When events happened, and how long to wait for those that come out of order. The watermark of a source is the greatest
 * event time that it gave, minus the lag; an event that comes after all its windows were closed by the watermark is late.
 *
 * @param time of an event, in milliseconds since the epoch, or since whatever the job takes as zero
 * @param lag how far behind the latest event others may come and still be on time
 * @param idleAfter after how long without an event a source holds the watermark of the others back no longer, by the
 *     clock on the wall; null for never
 */
public record EventTime<T>(
        ToLongFunction<? super T> time,
        Duration lag,
        @Nullable Duration idleAfter) {

    /** Times are from −2⁶⁰ to 2⁶⁰ milliseconds, so that those of windows do not overflow. */
    static final long LIMIT = 1L << 60;

    public EventTime {
        if (lag.isNegative()) {
            throw new IllegalArgumentException("A lag of " + lag + ": it must be zero or more.");
        }
    }

    /** Events in order, of sources that never fall idle. */
    public static <T> EventTime<T> of(ToLongFunction<? super T> time) {
        return new EventTime<>(time, Duration.ZERO, null);
    }

    /** The same with another lag, in whole milliseconds. */
    public EventTime<T> lag(Duration allowed) {
        return new EventTime<>(time, allowed, idleAfter);
    }

    /** The same with a time-out of idle sources. */
    public EventTime<T> idleAfter(Duration timeout) {
        return new EventTime<>(time, lag, timeout);
    }
}
