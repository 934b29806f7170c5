package org.speedwell.streaming.engine;

import java.time.Duration;

/**
 * Conversions of durations to milliseconds. Long durations are cut off, so that adding them to an event time does not
 * overflow.
 */
public final class Millis {
    private Millis() {}

    /**
     * Returns whole milliseconds, rounded down. Returns {@link Batch#TIME_LIMIT} for longer durations, which is
     * practically forever.
     */
    public static long saturated(Duration duration) {
        return duration.getSeconds() >= Batch.TIME_LIMIT / 1000 ? Batch.TIME_LIMIT : duration.toMillis();
    }

    /** Returns nanoseconds; {@link Long#MAX_VALUE}, about 292 years, for longer durations. */
    public static long saturatedNanos(Duration duration) {
        return duration.getSeconds() >= Long.MAX_VALUE / 1_000_000_000 ? Long.MAX_VALUE : duration.toNanos();
    }

    /**
     * Returns the milliseconds of a duration that has no smaller part. Returns {@link Long#MAX_VALUE} if the duration
     * is too long; the caller must check this.
     *
     * @param what the name of the duration, for the message
     * @throws IllegalArgumentException if the duration is not in whole milliseconds
     */
    public static long exact(String what, Duration duration) {
        if (duration.getNano() % 1_000_000 != 0) {
            throw new IllegalArgumentException(what + " is " + duration + ", but must be in whole milliseconds.");
        }
        return duration.getSeconds() >= Batch.TIME_LIMIT / 1000 ? Long.MAX_VALUE : duration.toMillis();
    }

    /**
     * Returns the milliseconds of a duration that has no smaller part and may be negative. Returns
     * ±{@link Batch#TIME_LIMIT} for longer durations.
     *
     * @param what the name of the duration, for the message
     * @throws IllegalArgumentException if the duration is not in whole milliseconds
     */
    public static long signed(String what, Duration duration) {
        return duration.getSeconds() <= -Batch.TIME_LIMIT / 1000
                ? -Batch.TIME_LIMIT
                : Math.min(exact(what, duration), Batch.TIME_LIMIT);
    }

    /** Returns a watermark within limits that let it be added to event times and durations without overflow. */
    public static long bounded(long watermark) {
        return Math.clamp(watermark, -4 * Batch.TIME_LIMIT, 4 * Batch.TIME_LIMIT - 1);
    }
}
