package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.KeyColumnBuilder;

/**
 * A decoder of dates and times that Connector/J reads from the binary protocol. The driver returns the local date or
 * time that the server sent, and {@link DayOffsets} provides the offset of the time zone. The driver's own conversion
 * needs a calendar for each value, which takes a third of the time of a load.
 */
final class LocalTimes {
    private final KeyColumnBuilder target;
    private final DayOffsets offsets;
    private final Class<? extends Temporal> type;

    /**
     * Creates a decoder.
     *
     * @param isDate true if the column contains only days
     */
    LocalTimes(KeyColumnBuilder target, ValueReader reader, Days days, boolean isDate) {
        this.target = target;
        this.type = isDate ? LocalDate.class : LocalDateTime.class;
        this.offsets = new DayOffsets(target, reader, days, isDate);
    }

    /**
     * Returns the local date or time of the current row. Returns null if {@link #append} cannot decode it; the driver's
     * getter must then read the value. For the thread that reads.
     */
    @Nullable
    Temporal take(ResultSet row, int column) throws SQLException {
        Temporal time;
        try {
            time = row.getObject(column, type);
        } catch (SQLException e) {
            return null; // the driver's getter reports the same problem, or returns another value
        }
        int day = time == null ? Days.UNKNOWN : day(time);
        if (time == null || day == Days.UNKNOWN) {
            return null;
        }
        if (offsets.isNew(day)) {
            offsets.learn(day, microsOfDay(time), row, column);
        }
        return offsets.has(day) ? time : null;
    }

    /** Appends a local date or time that {@link #take} returned. For one thread at a time, in the order of the rows. */
    void append(Temporal time) {
        target.appendKey(offsets.key(day(time), microsOfDay(time)));
    }

    private static int day(Temporal time) {
        LocalDate date = time instanceof LocalDateTime dateTime ? dateTime.toLocalDate() : (LocalDate) time;
        return Days.of(date.getYear(), date.getMonthValue(), date.getDayOfMonth());
    }

    private static long microsOfDay(Temporal time) {
        return time instanceof LocalDateTime dateTime ? dateTime.toLocalTime().toNanoOfDay() / 1_000 : 0;
    }
}
