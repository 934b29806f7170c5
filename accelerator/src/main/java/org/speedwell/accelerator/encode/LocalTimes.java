package org.speedwell.accelerator.encode;

import java.sql.Date;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.TimeZone;

/**
 * A writer of dates and times in ISO 8601 notation, as {@link DateTimeFormatter#ISO_LOCAL_DATE_TIME} writes them. It
 * converts points in time as {@code java.sql} does: in the JVM's time zone, and by the Julian calendar before October
 * 1582. It reads the time zone once, when it is created. For one thread.
 */
final class LocalTimes {
    private static final long SECONDS_A_DAY = 86_400;
    private static final long MILLIS_A_DAY = SECONDS_A_DAY * 1_000;

    /** The first local millisecond of the Gregorian calendar. */
    private static final long GREGORIAN = -12_219_292_800_000L;

    /** The first local millisecond of year 10000. Years without exactly four digits are rare and take the slow path. */
    private static final long FIVE_DIGITS = 253_402_300_800_000L;

    private static final int SLOTS = 1 << 8;
    private static final int CHANGES = Integer.MIN_VALUE;

    private final TimeZone zone = TimeZone.getDefault();

    /** The cached days. {@link #offsets} holds the offset of each day from UTC in milliseconds, or {@link #CHANGES}. */
    private final long[] days = new long[SLOTS];

    private final int[] offsets = new int[SLOTS];

    LocalTimes() {
        Arrays.fill(days, Long.MIN_VALUE);
    }

    /** Writes a point in time as a local date and time. */
    void putTimestamp(long epochSecond, int nanos, Utf8Buffer out) {
        long local = local(Math.multiplyExact(epochSecond, 1_000L));
        putDate(local, epochSecond * 1_000, out);
        out.put('T');
        putTime((int) Math.floorMod(Math.floorDiv(local, 1_000L), SECONDS_A_DAY), nanos, out);
    }

    /** Writes the local date of a point in time. */
    void putDate(long epochMillis, Utf8Buffer out) {
        putDate(local(epochMillis), epochMillis, out);
    }

    /** Writes the local time of day of a point in time. */
    void putTime(long epochMillis, Utf8Buffer out) {
        int millis = (int) Math.floorMod(local(epochMillis), MILLIS_A_DAY);
        putTime(millis / 1_000, millis % 1_000 * 1_000_000, out);
    }

    private long local(long epochMillis) {
        long day = Math.floorDiv(epochMillis, MILLIS_A_DAY);
        int slot = (int) day & SLOTS - 1;
        if (days[slot] != day) {
            int first = zone.getOffset(day * MILLIS_A_DAY);
            offsets[slot] = first == zone.getOffset(day * MILLIS_A_DAY + MILLIS_A_DAY - 1) ? first : CHANGES;
            days[slot] = day;
        }
        int offset = offsets[slot];
        return epochMillis + (offset == CHANGES ? zone.getOffset(epochMillis) : offset);
    }

    private static void putDate(long local, long epochMillis, Utf8Buffer out) {
        if (local < GREGORIAN || local >= FIVE_DIGITS) {
            put(new Date(epochMillis).toLocalDate(), out);
        } else {
            putDays(Math.floorDiv(local, MILLIS_A_DAY), out);
        }
    }

    /**
     * Writes the date of a number of days since 1970, for years 0 to 9999. The source is {@code civil_from_days} in
     * Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms". Its years begin in March, so that the leap day is
     * their last day.
     */
    private static void putDays(long epochDay, Utf8Buffer out) {
        int day = (int) epochDay + 719_468; // days since 1 March of year 0
        int era = Math.floorDiv(day, 146_097);
        int ofEra = day - era * 146_097;
        int year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * year + year / 4 - year / 100);
        int march = (5 * ofYear + 2) / 153;
        int month = march < 10 ? march + 3 : march - 9;
        putDate(year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1, out);
    }

    private static void putDate(int year, int month, int day, Utf8Buffer out) {
        out.putPair(year / 100);
        out.putPair(year % 100);
        out.put('-');
        out.putPair(month);
        out.put('-');
        out.putPair(day);
    }

    private static void putTime(int second, int nanos, Utf8Buffer out) {
        out.putPair(second / 3_600);
        out.put(':');
        out.putPair(second / 60 % 60);
        out.put(':');
        out.putPair(second % 60);
        if (nanos != 0) {
            int digits = 9;
            int fraction = nanos;
            while (fraction % 10 == 0) {
                fraction /= 10;
                digits--;
            }
            out.put('.');
            for (int unit = (int) Math.pow(10, digits - 1); unit > 0; unit /= 10) {
                out.put((char) ('0' + fraction / unit % 10));
            }
        }
    }

    static void put(LocalDate date, Utf8Buffer out) {
        if (date.getYear() < 0 || date.getYear() > 9_999) {
            out.putAscii(DateTimeFormatter.ISO_LOCAL_DATE.format(date));
        } else {
            putDate(date.getYear(), date.getMonthValue(), date.getDayOfMonth(), out);
        }
    }

    static void put(LocalTime time, Utf8Buffer out) {
        putTime(time.toSecondOfDay(), time.getNano(), out);
    }
}
