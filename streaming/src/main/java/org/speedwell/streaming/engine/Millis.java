package org.speedwell.streaming.engine;

import java.time.Duration;

/** Durations as milliseconds, none so long that adding it to a time of an event overflows. */
public final class Millis {
    private Millis() {}

    /** Whole milliseconds, rounded down, and {@link Batch#TIME_LIMIT} for all that is longer: as good as for ever. */
    public static long saturated(Duration duration) {
        return duration.getSeconds() >= Batch.TIME_LIMIT / 1000 ? Batch.TIME_LIMIT : duration.toMillis();
    }

    /** Nanoseconds, and 292 years for all that is longer. */
    public static long saturatedNanos(Duration duration) {
        return duration.getSeconds() >= Long.MAX_VALUE / 1_000_000_000 ? Long.MAX_VALUE : duration.toNanos();
    }

    /**
     * Milliseconds without a rest.
     *
     * @param what it is, for the message
     * @throws IllegalArgumentException if there is a rest; what is too long is {@link Long#MAX_VALUE}, for who checks it
     */
    public static long exact(String what, Duration duration) {
        if (duration.getNano() % 1_000_000 != 0) {
            throw new IllegalArgumentException(what + " of " + duration + ": it must be in whole milliseconds.");
        }
        return duration.getSeconds() >= Batch.TIME_LIMIT / 1000 ? Long.MAX_VALUE : duration.toMillis();
    }
}
