package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.BytesColumnBuilder;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.DictionaryColumnBuilder;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.column.MySqlType;
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
            boolean isText = DriverSettings.isText(connection);
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT @@character_set_results")) {
                row.next();
                String characters = row.getString(1);
                boolean isUtf8 = characters == null || isUtf8(characters);
                return new Session(isText, isUtf8, Days.of(connection));
            }
        }

        static boolean isUtf8(String characterSet) {
            return characterSet.toLowerCase(Locale.ROOT).startsWith("utf8");
        }
    }

    /** @param place which of the columns that are loaded */
    public static ColumnReader of(LoadedColumns<?> loaded, int place, ColumnBuilder target, Session session) {
        ColumnModel<?> model = loaded.columns().get(place);
        DatabaseColumn column = loaded.found().get(place);
        ValueReader reader = ValueReader.of(model.databaseClass());
        TextDecoder decoder = session.isText() ? decoder(model, column, target, reader, session) : null;
        return new ColumnReader(target, reader, decoder, loaded.model().refusalOfNull(model));
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

    private static @Nullable TextDecoder decoder(
            ColumnModel<?> model, DatabaseColumn column, ColumnBuilder target, ValueReader reader, Session session) {
        MySqlType type = column.type().orElseThrow();
        boolean isUtf8 = session.isUtf8() && Session.isUtf8(column.characterSet());
        return switch (target) {
            case KeyColumnBuilder keys ->
                keys.isDirect()
                        ? direct(model.databaseClass(), column, type, keys, reader, session)
                        : few(type, keys, reader);
            case DictionaryColumnBuilder words ->
                isUtf8 && words.takesUtf8() && type != MySqlType.CHAR ? new TextDecoder.Words(words) : null;
            case BytesColumnBuilder bytes when bytes.takesUtf8() -> isUtf8 ? new TextDecoder.LongText(bytes) : null;
            case BytesColumnBuilder bytes ->
                bytes.takesBytes() && isBinary(type, model.databaseClass()) ? new TextDecoder.Binary(bytes) : null;
        };
    }

    private static @Nullable TextDecoder direct(
            Class<?> databaseClass,
            DatabaseColumn column,
            MySqlType type,
            KeyColumnBuilder keys,
            ValueReader reader,
            Session session) {
        return switch (type) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, YEAR -> wholeNumber(databaseClass, keys);
            case DECIMAL ->
                databaseClass == BigDecimal.class
                        ? new TextDecoder.Decimal(keys, column.scale())
                        : column.scale() == 0 ? wholeNumber(databaseClass, keys) : null;
            case DATE -> databaseClass == Date.class ? new DateDecoder(keys, reader) : null;
            case DATETIME, TIMESTAMP ->
                databaseClass == Timestamp.class ? new TimestampDecoder(keys, reader, session.days()) : null;
            default -> null;
        };
    }

    private static @Nullable TextDecoder wholeNumber(Class<?> databaseClass, KeyColumnBuilder keys) {
        if (databaseClass == Byte.class) {
            return new TextDecoder.WholeNumber(keys, Byte.MIN_VALUE, Byte.MAX_VALUE, 0);
        }
        if (databaseClass == Short.class) {
            return new TextDecoder.WholeNumber(keys, Short.MIN_VALUE, Short.MAX_VALUE, 0);
        }
        if (databaseClass == Integer.class) {
            return new TextDecoder.WholeNumber(keys, Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
        }
        if (databaseClass == Long.class) {
            return new TextDecoder.WholeNumber(keys, Long.MIN_VALUE, Long.MAX_VALUE, 0);
        }
        return databaseClass == BigInteger.class
                ? new TextDecoder.WholeNumber(keys, 0, Long.MAX_VALUE, Long.MIN_VALUE)
                : null;
    }

    /** Mapped values, of which there are few: enum constants above all. */
    private static @Nullable TextDecoder few(MySqlType type, KeyColumnBuilder keys, ValueReader reader) {
        return type == MySqlType.ENUM ? new TextDecoder.Few(keys, reader) : null;
    }

    private static boolean isBinary(MySqlType type, Class<?> databaseClass) {
        return switch (type) {
            case BINARY, VARBINARY -> true;
            case TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB -> databaseClass == Blob.class || databaseClass == byte[].class;
            default -> false;
        };
    }
}
