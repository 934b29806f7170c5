package org.speedwell.accelerator.text;

import java.time.Duration;
import java.util.Locale;

/** Durations in a readable form for messages: {@code 1 min 25.7 s} instead of {@code PT1M25.7S}. */
public final class ReadableTime {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private ReadableTime() {}

    /**
     * Returns a duration in its two largest units. Below an hour, seconds have one decimal place. Below a second, there
     * is one unit.
     */
    public static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.negated());
        }
        if (duration.toDays() > 0) {
            return joined(duration.toDays() + " d", duration.toHoursPart(), "h");
        }
        if (duration.toHours() > 0) {
            return joined(duration.toHours() + " h", duration.toMinutesPart(), "min");
        }
        if (duration.toSeconds() == 0) {
            return part(duration.toNanos());
        }
        String seconds = tenths(duration.minusMinutes(duration.toMinutes())) + " s";
        if (duration.toMinutes() == 0) {
            return seconds;
        }
        return duration.toMinutes() + " min" + (seconds.equals("0 s") ? "" : " " + seconds);
    }

    private static String joined(String large, int small, String unit) {
        return small == 0 ? large : large + " " + small + " " + unit;
    }

    /** Returns seconds with one decimal place. It truncates the rest, so that 59.99 s do not become a minute. */
    private static String tenths(Duration seconds) {
        long tenths = seconds.toMillis() / 100;
        return tenths % 10 == 0
                ? Long.toString(tenths / 10)
                : String.format(Locale.ROOT, "%d.%d", tenths / 10, tenths % 10);
    }

    private static String part(long nanos) {
        if (nanos == 0) {
            return "0 s";
        }
        if (nanos < NANOS_PER_MICRO) {
            return nanos + " ns";
        }
        return nanos < NANOS_PER_MILLI ? nanos / NANOS_PER_MICRO + " µs" : nanos / NANOS_PER_MILLI + " ms";
    }
}
