package org.speedwell.accelerator.arrow;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.TimeZone;

/**
 * A conversion of points in time to local dates and times, as {@code java.sql} converts them: in the time zone of the
 * JVM, and by the Julian calendar before October 1582. For one thread.
 */
final class JvmZone {
    /** The first microsecond of the Gregorian calendar, with a margin for each time zone. */
    static final long GREGORIAN_MICROS = -12_219_292_800_000_000L + 86_400_000_000L;

    private static final long MILLIS_A_DAY = 86_400_000;
    private static final int SLOTS = 1 << 8;

    /** Marks a day on which the offset changes. */
    private static final int CHANGES = Integer.MIN_VALUE;

    private final TimeZone zone = TimeZone.getDefault();
    private final long[] days = new long[SLOTS];
    private final int[] offsets = new int[SLOTS];

    JvmZone() {
        Arrays.fill(days, Long.MIN_VALUE);
    }

    /** Returns whether local times are those of UTC. */
    boolean isUtc() {
        return zone.hasSameRules(TimeZone.getTimeZone("UTC"));
    }

    /** Returns the local date and time, in microseconds since the beginning of 1970. */
    long timestamp(long micros) {
        if (micros < GREGORIAN_MICROS) {
            Timestamp time = new Timestamp(Math.floorDiv(micros, 1_000_000L) * 1_000);
            return time.toLocalDateTime().toEpochSecond(ZoneOffset.UTC) * 1_000_000 + Math.floorMod(micros, 1_000_000L);
        }
        return micros + 1_000L * offset(Math.floorDiv(micros, 1_000L));
    }

    /** Returns the local date, in days since the beginning of 1970. */
    long date(long millis) {
        return millis < GREGORIAN_MICROS / 1_000
                ? new Date(millis).toLocalDate().toEpochDay()
                : Math.floorDiv(millis + offset(millis), MILLIS_A_DAY);
    }

    /** Returns the local time of day in milliseconds. */
    long time(long millis) {
        return Math.floorMod(millis + offset(millis), MILLIS_A_DAY);
    }

    private int offset(long millis) {
        long day = Math.floorDiv(millis, MILLIS_A_DAY);
        int slot = (int) day & SLOTS - 1;
        if (days[slot] != day) {
            int first = zone.getOffset(day * MILLIS_A_DAY);
            offsets[slot] = first == zone.getOffset(day * MILLIS_A_DAY + MILLIS_A_DAY - 1) ? first : CHANGES;
            days[slot] = day;
        }
        return offsets[slot] == CHANGES ? zone.getOffset(millis) : offsets[slot];
    }
}
