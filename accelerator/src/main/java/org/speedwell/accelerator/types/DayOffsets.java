package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.speedwell.accelerator.builder.KeyColumnBuilder;

/**
 * The offsets between the fields of a local time and the key of the driver's value, one for each day. The driver
 * determines the time zone. Its value for one time of a day gives the offset. The offset is valid for the whole day,
 * unless a zone changes its own offset around that day.
 *
 * <p>The thread that reads a result set learns offsets. Other threads may use the offset of a day that they received
 * from that thread.
 */
final class DayOffsets {
    private static final long UNKNOWN = Long.MAX_VALUE;
    private static final long NONE = Long.MIN_VALUE;

    private final KeyColumnBuilder target;
    private final ValueReader reader;
    private final Days days;
    private final boolean isDate;
    private final long[] offsets = new long[Days.COUNT];

    /**
     * Creates an empty set of offsets.
     *
     * @param isDate true if the column contains only days
     */
    DayOffsets(KeyColumnBuilder target, ValueReader reader, Days days, boolean isDate) {
        this.target = target;
        this.reader = reader;
        this.days = days;
        this.isDate = isDate;
        Arrays.fill(offsets, UNKNOWN);
    }

    /** Returns whether {@link #learn} has not been called for this day. */
    boolean isNew(int day) {
        return offsets[day] == UNKNOWN;
    }

    /** Returns whether the day has an offset that all its times share. The day must not be {@linkplain #isNew new}. */
    boolean has(int day) {
        return offsets[day] != NONE;
    }

    /** Learns the offset of a day from the driver's value in the current row. */
    void learn(int day, long microsOfDay, ResultSet row, int column) throws SQLException {
        Object value = isDate || days.isQuiet(day) ? reader.read(row, column) : null;
        offsets[day] = value == null ? NONE : target.key(value) - Days.micros(day) - microsOfDay;
    }

    /** Returns the key of a time on a day that has an offset. */
    long key(int day, long microsOfDay) {
        return Days.micros(day) + microsOfDay + offsets[day];
    }
}
