package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.KeyColumnBuilder;

/**
 * A decoder of {@code yyyy-MM-dd}, alone or followed by {@code HH:mm:ss} and an optional fraction. {@link DayOffsets}
 * provides the offset of the time zone that the driver applies.
 */
final class DayDecoder implements TextDecoder {
    private static final int SECONDS = Days.DATE + 9;
    private static final int LONGEST = SECONDS + 7;

    private final KeyColumnBuilder target;
    private final DayOffsets offsets;
    private final boolean isDate;
    private byte @Nullable [] last;
    private long lastKey;

    /**
     * Creates a decoder.
     *
     * @param isDate true if the text contains only the day
     */
    DayDecoder(TextColumn in, boolean isDate) {
        this.target = in.keys();
        this.isDate = isDate;
        this.offsets = new DayOffsets(target, in.reader(), in.session().days(), isDate);
    }

    @Override
    public boolean accepts(byte[] text, ResultSet row, int column) throws SQLException {
        int day = hasLength(text) ? Days.of(text) : Days.UNKNOWN;
        if (day == Days.UNKNOWN) {
            return false;
        }
        if (offsets.isNew(day)) {
            long ofDay = microsOfDay(text);
            if (ofDay < 0) {
                return false;
            }
            offsets.learn(day, ofDay, row, column);
        }
        return offsets.has(day);
    }

    private boolean hasLength(byte[] text) {
        return isDate
                ? text.length == Days.DATE
                : text.length >= SECONDS && text.length <= LONGEST && text.length != SECONDS + 1;
    }

    @Override
    public void append(byte[] text) {
        if (!Arrays.equals(text, last)) {
            long ofDay = microsOfDay(text);
            if (ofDay < 0) {
                throw new IllegalArgumentException("it is not a time of day");
            }
            last = text;
            lastKey = offsets.key(Days.of(text), ofDay);
        }
        target.appendKey(lastKey);
    }

    /** Returns the microseconds since midnight; −1 if the text has another form. */
    private long microsOfDay(byte[] text) {
        if (isDate) {
            return 0;
        }
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
        if (!isTime) {
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
