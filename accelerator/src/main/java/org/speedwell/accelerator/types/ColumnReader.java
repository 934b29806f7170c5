package org.speedwell.accelerator.types;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DriverSettings;
import org.speedwell.accelerator.database.LoadedColumns;

/**
 * Brings the values of one column, row by row, from a result set into a builder, in two steps: the thread that reads takes
 * them, any other appends them.
 */
public final class ColumnReader {
    private final ColumnBuilder target;
    private final ValueReader reader;
    private final @Nullable TextDecoder decoder;
    private final @Nullable String refusalOfNull;

    private ColumnReader(
            ColumnBuilder target, ValueReader reader, @Nullable TextDecoder decoder, @Nullable String refusalOfNull) {
        this.target = target;
        this.reader = reader;
        this.decoder = decoder;
        this.refusalOfNull = refusalOfNull;
    }

    /**
     * What all readers of a connection share.
     *
     * @param isText whether the driver hands out the text of values as the server sent it
     * @param isUtf8 whether text of a column in UTF-8 arrives in UTF-8
     */
    public record Session(boolean isText, boolean isUtf8, Days days) {
        public static Session of(Connection connection) throws SQLException {
            return new Session(DriverSettings.isText(connection), CharacterSet.isUtf8(connection), Days.of(connection));
        }
    }

    /** @param place which of the columns that are loaded */
    public static ColumnReader of(LoadedColumns<?> loaded, int place, ColumnBuilder target, Session session) {
        ColumnModel<?> model = loaded.columns().get(place);
        DatabaseColumn column = loaded.found().get(place);
        ValueReader reader = ValueReader.of(model.databaseClass());
        TextColumn text = new TextColumn(column, model.databaseClass(), target, reader, session);
        Optional<TextDecoder> decoder = session.isText()
                ? ColumnType.of(column.type().orElseThrow()).texts().decoder(text)
                : Optional.empty();
        return new ColumnReader(
                target, reader, decoder.orElse(null), loaded.model().refusalOfNull(model));
    }

    /** A value that the driver has made, where others arrive as text. */
    private record Made(Object value) {
        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** What {@link #append} needs of the column's value in the current row; null for NULL. For the thread that reads. */
    @Nullable
    public Object take(ResultSet row, int column) throws SQLException {
        if (decoder == null) {
            return reader.read(row, column);
        }
        byte[] text = row.getBytes(column);
        if (text == null || decoder.accepts(text, row, column)) {
            return text;
        }
        Object made = reader.read(row, column);
        return made == null ? null : new Made(made);
    }

    /**
     * Appends a value that was taken. For one thread at a time, in the order of the rows.
     *
     * @throws IllegalArgumentException if it does not fit the model
     */
    public void append(@Nullable Object taken) {
        if (decoder != null && taken instanceof byte[] text) {
            decoder.append(text);
            return;
        }
        boolean isValue = target.append(taken instanceof Made made ? made.value() : taken);
        if (!isValue && refusalOfNull != null) {
            throw new IllegalArgumentException(refusalOfNull);
        }
    }

    /** Says that no more values come: what can be done in advance is done. */
    public void finish() {
        target.finish();
    }
}
