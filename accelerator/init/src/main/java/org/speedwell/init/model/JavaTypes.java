package org.speedwell.init.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Set;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.init.database.Column;

/** The rule that chooses the Java class of a column in an entity: the smallest class that represents all values. */
final class JavaTypes {
    /** The largest number of decimal digits that always fits into a {@code long}. */
    private static final int LONG_DIGITS = 18;

    private static final int INT_BITS = 31;

    /** The classes that an entity stores as primitives if the column is never NULL. */
    static final Set<Class<?>> PRIMITIVES =
            Set.of(Boolean.class, Byte.class, Short.class, Integer.class, Long.class, Double.class);

    private JavaTypes() {}

    static Class<?> of(Column column, MySqlType type) {
        boolean unsigned = column.isUnsigned();
        return switch (type) {
            case TINYINT -> unsigned ? Short.class : column.isFlag() ? Boolean.class : Byte.class;
            case SMALLINT -> unsigned ? Integer.class : Short.class;
            case MEDIUMINT, YEAR -> Integer.class;
            case INT -> unsigned ? Long.class : Integer.class;
            case BIGINT -> unsigned ? BigInteger.class : Long.class;
            case BIT ->
                column.precision() == 1 ? Boolean.class : column.precision() <= INT_BITS ? Integer.class : Long.class;
            case FLOAT, DOUBLE -> Double.class;
            case DECIMAL ->
                column.scale() > 0
                        ? BigDecimal.class
                        : column.precision() <= LONG_DIGITS ? Long.class : BigInteger.class;
            case CHAR, VARCHAR, ENUM, SET, TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT, JSON, UUID, INET4, INET6 ->
                String.class;
            case BINARY, VARBINARY, VECTOR -> Object.class;
            case TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB, GEOMETRY -> Blob.class;
            case DATE -> Date.class;
            case TIME -> Time.class;
            case DATETIME, TIMESTAMP -> Timestamp.class;
        };
    }
}
