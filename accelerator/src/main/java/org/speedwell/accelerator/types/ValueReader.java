package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reader of one value from a result set. It uses the same getter as the SQL streams of Speedment. */
@FunctionalInterface
public interface ValueReader {

    /**
     * Returns the value of the current row, or null for NULL.
     *
     * @param column the column, from 1
     */
    @Nullable
    Object read(ResultSet rows, int column) throws SQLException;

    /** The readers by class. All other classes use {@code getObject}. */
    Map<Class<?>, ValueReader> READERS = Map.ofEntries(
            Map.entry(Boolean.class, nullable(ResultSet::getBoolean)),
            Map.entry(Byte.class, nullable(ResultSet::getByte)),
            Map.entry(Short.class, nullable(ResultSet::getShort)),
            Map.entry(Integer.class, nullable(ResultSet::getInt)),
            Map.entry(Long.class, nullable(ResultSet::getLong)),
            Map.entry(Float.class, nullable(ResultSet::getFloat)),
            Map.entry(Double.class, nullable(ResultSet::getDouble)),
            Map.entry(BigDecimal.class, ResultSet::getBigDecimal),
            Map.entry(BigInteger.class, ValueReader::bigInteger),
            Map.entry(String.class, ResultSet::getString),
            Map.entry(Timestamp.class, ResultSet::getTimestamp),
            Map.entry(Date.class, ResultSet::getDate),
            Map.entry(Time.class, ResultSet::getTime),
            Map.entry(Blob.class, ResultSet::getBlob),
            Map.entry(Clob.class, ResultSet::getClob),
            Map.entry(byte[].class, ResultSet::getBytes));

    /** Returns the reader for a class that {@link org.speedwell.accelerator.builder.MySqlType} allows. */
    static ValueReader of(Class<?> databaseClass) {
        return READERS.getOrDefault(databaseClass, ResultSet::getObject);
    }

    private static ValueReader nullable(ValueReader primitive) {
        return (rows, column) -> {
            Object value = primitive.read(rows, column);
            return rows.wasNull() ? null : value;
        };
    }

    private static @Nullable Object bigInteger(ResultSet rows, int column) throws SQLException {
        BigDecimal value = rows.getBigDecimal(column);
        return value == null ? null : value.toBigInteger();
    }
}
