package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumnBuilder;

/**
 * {@code yyyy-MM-dd HH:mm:ss}, with or without a fraction; the key is microseconds. Which time zone the driver applies
 * is its affair: what it makes of one value of a day tells the zone's offset, which holds for all of that day if no
 * zone in question changes its offset about then.
 */
final class TimestampDecoder implements TextDecoder {
    private static final long UNKNOWN = Long.MAX_VALUE;
    private static final long NONE = Long.MIN_VALUE;
    private static final int SECONDS = Days.DATE + 9;
    private static final int LONGEST = SECONDS + 7;
    private static final long MICROS_OF_DAY = 86_400_000_000L;

    private final KeyColumnBuilder target;
    private final ValueReader reader;
    private final Days days;
    private final long[] offsets = new long[Days.COUNT];
    private byte @Nullable [] last;
    private long lastKey;

    TimestampDecoder(KeyColumnBuilder target, ValueReader reader, Days days) {
        this.target = target;
        this.reader = reader;
        this.days = days;
        Arrays.fill(offsets, UNKNOWN);
    }

    @Override
    public boolean accepts(byte[] text, ResultSet row, int column) throws SQLException {
        int day = text.length >= SECONDS ? Days.of(text) : Days.UNKNOWN;
        if (day == Days.UNKNOWN || offsets[day] == NONE) {
            return false;
        }
        if (offsets[day] == UNKNOWN) {
            long ofDay = microsOfDay(text);
            Object value = ofDay >= 0 && days.isQuiet(day) ? reader.read(row, column) : null;
            if (ofDay >= 0) {
                offsets[day] = value == null ? NONE : target.key(value) - local(day, ofDay);
            }
            return value != null;
        }
        return text.length <= LONGEST && text.length != SECONDS + 1;
    }

    private static long local(int day, long ofDay) {
        return (Days.FIRST + day) * MICROS_OF_DAY + ofDay;
    }

    @Override
    public void append(byte[] text) {
        if (!Arrays.equals(text, last)) {
            long ofDay = microsOfDay(text);
            if (ofDay < 0) {
                throw new IllegalArgumentException("no time of a day");
            }
            int day = Days.of(text);
            last = text;
            lastKey = local(day, ofDay) + offsets[day];
        }
        target.appendKey(lastKey);
    }

    /** −1 where the text is something else. */
    private static long microsOfDay(byte[] text) {
        int hour = Days.number(text, Days.DATE + 1, 2);
        int minute = Days.number(text, Days.DATE + 4, 2);
        int second = Days.number(text, Days.DATE + 7, 2);
        boolean isTime = text[Days.DATE] == ' '
                && text[Days.DATE + 3] == ':'
                && text[Days.DATE + 6] == ':'
                && hour >= 0
                && hour < 24
                && minute >= 0
                && minute < 60
                && second >= 0
                && second < 60;
        if (!isTime || text.length > LONGEST || text.length == SECONDS + 1) {
            return -1;
        }
        long micros = 0;
        if (text.length > SECONDS) {
            int digits = text.length - SECONDS - 1;
            micros = text[SECONDS] == '.' ? Days.number(text, SECONDS + 1, digits) : -1;
            if (micros < 0) {
                return -1;
            }
            for (int i = digits; i < 6; i++) {
                micros *= 10;
            }
        }
        return ((hour * 60L + minute) * 60 + second) * 1_000_000 + micros;
    }
}
