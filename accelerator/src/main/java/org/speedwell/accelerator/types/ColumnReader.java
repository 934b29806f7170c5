package org.speedwell.accelerator.types;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DriverSettings;
import org.speedwell.accelerator.database.LoadedColumns;

/**
 * A reader that copies the values of one column from a result set into a builder, row by row. It works in two steps:
 * the thread that reads the result set takes the values, and any other thread appends them.
 */
public final class ColumnReader {
    private final ColumnBuilder target;
    private final ValueReader reader;
    private final @Nullable TextDecoder decoder;
    private final @Nullable LocalTimes times;
    private final @Nullable String refusalOfNull;

    private ColumnReader(
            ColumnBuilder target,
            ValueReader reader,
            @Nullable TextDecoder decoder,
            @Nullable LocalTimes times,
            @Nullable String refusalOfNull) {
        this.target = target;
        this.reader = reader;
        this.decoder = decoder;
        this.times = times;
        this.refusalOfNull = refusalOfNull;
    }

    /**
     * The properties of a connection that all its readers share.
     *
     * @param form the form in which the driver receives values
     * @param isUtf8 true if the text of UTF-8 columns arrives in UTF-8
     * @param days the days on which no time zone of the connection changes its offset
     */
    public record Session(DriverSettings.Form form, boolean isUtf8, Days days) {
        public static Session of(Connection connection) throws SQLException {
            return new Session(DriverSettings.form(connection), CharacterSet.isUtf8(connection), Days.of(connection));
        }
    }

    /**
     * Creates the reader of a column.
     *
     * @param place the index of the column among the loaded columns
     */
    public static ColumnReader of(LoadedColumns<?> loaded, int place, ColumnBuilder target, Session session) {
        ColumnModel<?> model = loaded.columns().get(place);
        DatabaseColumn column = loaded.found().get(place);
        ValueReader reader = ValueReader.of(model.databaseClass());
        TextColumn text = new TextColumn(column, model.databaseClass(), target, reader, session);
        ColumnType type = ColumnType.of(column.type().orElseThrow());
        TextDecoder decoder = session.form() == DriverSettings.Form.TEXT
                ? type.texts().decoder(text).orElse(null)
                : null;
        LocalTimes times = session.form() == DriverSettings.Form.BINARY
                ? TimeTypes.localTimes(column.type().orElseThrow(), text).orElse(null)
                : null;
        return new ColumnReader(target, reader, decoder, times, loaded.model().refusalOfNull(model));
    }

    /** A value that the driver created, in a column whose other values arrive as text. */
    private record DriverValue(Object value) {
        @Override
        public String toString() {
            return value.toString();
        }
    }

    /**
     * Returns the object that {@link #append} needs for the column's value in the current row; null for NULL. For the
     * thread that reads.
     */
    @Nullable
    public Object take(ResultSet row, int column) throws SQLException {
        if (decoder == null) {
            Temporal time = times == null ? null : times.take(row, column);
            return time == null ? reader.read(row, column) : time;
        }
        byte[] text = row.getBytes(column);
        if (text == null || decoder.accepts(text, row, column)) {
            return text;
        }
        Object made = reader.read(row, column);
        return made == null ? null : new DriverValue(made);
    }

    /**
     * Appends a value that {@link #take} returned. For one thread at a time, in the order of the rows.
     *
     * @throws IllegalArgumentException if the value does not fit the model
     */
    public void append(@Nullable Object taken) {
        if (decoder != null && taken instanceof byte[] text) {
            decoder.append(text);
            return;
        }
        if (times != null && taken instanceof Temporal time) {
            times.append(time);
            return;
        }
        boolean isValue = target.append(taken instanceof DriverValue made ? made.value() : taken);
        if (!isValue && refusalOfNull != null) {
            throw new IllegalArgumentException(refusalOfNull);
        }
    }

    /** Tells the builder that no more values follow, so that it can do work in advance. */
    public void finish() {
        target.finish();
    }
}
