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
import org.jspecify.annotations.Nullable;

/** Reads one value from a result set with the very getter that Speedment's own SQL streams use. */
@FunctionalInterface
public interface ValueReader {

    /** The value of the current row, or null. */
    @Nullable
    Object read(ResultSet rows, int column) throws SQLException;

    /** The reader for a class that {@link org.speedwell.accelerator.column.MySqlType} allows. */
    static ValueReader of(Class<?> databaseClass) {
        if (databaseClass == Boolean.class) {
            return nullable(ResultSet::getBoolean);
        }
        if (databaseClass == Byte.class) {
            return nullable(ResultSet::getByte);
        }
        if (databaseClass == Short.class) {
            return nullable(ResultSet::getShort);
        }
        if (databaseClass == Integer.class) {
            return nullable(ResultSet::getInt);
        }
        if (databaseClass == Long.class) {
            return nullable(ResultSet::getLong);
        }
        if (databaseClass == Float.class) {
            return nullable(ResultSet::getFloat);
        }
        if (databaseClass == Double.class) {
            return nullable(ResultSet::getDouble);
        }
        if (databaseClass == BigDecimal.class) {
            return ResultSet::getBigDecimal;
        }
        if (databaseClass == BigInteger.class) {
            return ValueReader::bigInteger;
        }
        if (databaseClass == String.class) {
            return ResultSet::getString;
        }
        if (databaseClass == Timestamp.class) {
            return ResultSet::getTimestamp;
        }
        if (databaseClass == Date.class) {
            return ResultSet::getDate;
        }
        if (databaseClass == Time.class) {
            return ResultSet::getTime;
        }
        if (databaseClass == Blob.class) {
            return ResultSet::getBlob;
        }
        if (databaseClass == Clob.class) {
            return ResultSet::getClob;
        }
        if (databaseClass == byte[].class) {
            return ResultSet::getBytes;
        }
        return ResultSet::getObject;
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
