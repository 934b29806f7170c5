package org.speedwell.init.records;

import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Sample;

/** The rule that chooses the type of a component: the simplest type that holds every value of the column. */
final class RecordTypes {
    private static final int INT_BITS = 31;
    private static final int LONG_BITS = 63;

    private RecordTypes() {}

    /** Returns the class of a column's values, boxed. */
    static Class<?> of(Column column, MySqlType type, Sample sample) {
        boolean isUnsigned = column.isUnsigned();
        return switch (type) {
            case TINYINT -> column.isFlag() && !sample.digits().contains(column.name()) ? Boolean.class : Integer.class;
            case SMALLINT, MEDIUMINT, YEAR -> Integer.class;
            case INT -> isUnsigned ? Long.class : Integer.class;
            case BIGINT -> isUnsigned ? BigInteger.class : Long.class;
            case BIT -> ofBits(column.precision());
            case FLOAT -> Float.class;
            case DOUBLE -> Double.class;
            case DECIMAL -> BigDecimal.class;
            case CHAR, VARCHAR, ENUM, SET, TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT, JSON, INET4, INET6 -> String.class;
            case UUID -> UUID.class;
            case BINARY, VARBINARY, TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB, VECTOR, GEOMETRY -> byte[].class;
            case DATE -> LocalDate.class;
            case TIME -> sample.longTimes().contains(column.name()) ? Duration.class : LocalTime.class;
            case DATETIME, TIMESTAMP -> LocalDateTime.class;
        };
    }

    private static Class<?> ofBits(int bits) {
        if (bits == 1) {
            return Boolean.class;
        }
        return bits <= INT_BITS ? Integer.class : bits <= LONG_BITS ? Long.class : byte[].class;
    }

    /** Returns the primitive type of a class if it has one, and otherwise the class. */
    static Class<?> unboxed(Class<?> type) {
        return MethodType.methodType(type).unwrap().returnType();
    }

    /** Returns the parameters that the JVM counts for a type. */
    static int slots(Class<?> type) {
        return type == long.class || type == double.class ? 2 : 1;
    }
}
