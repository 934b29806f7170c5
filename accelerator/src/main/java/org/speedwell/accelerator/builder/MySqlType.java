package org.speedwell.accelerator.builder;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The column types of MySQL and MariaDB, with the Java classes in which the driver returns their values. Speedwell
 * loads no other types.
 */
public enum MySqlType {
    TINYINT(Boolean.class, Byte.class, Short.class, Integer.class, Long.class, BigInteger.class),
    SMALLINT(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class),
    MEDIUMINT(Short.class, Integer.class, Long.class, BigInteger.class),
    INT(Short.class, Integer.class, Long.class, BigInteger.class),
    BIGINT(Integer.class, Long.class, BigInteger.class, BigDecimal.class),
    YEAR(Short.class, Integer.class, Date.class),
    BIT(Boolean.class, Byte.class, Short.class, Integer.class, Long.class, byte[].class, Object.class),
    FLOAT(Float.class, Double.class),
    DOUBLE(Float.class, Double.class),
    DECIMAL(
            BigDecimal.class,
            BigInteger.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class),
    CHAR(String.class),
    VARCHAR(String.class),
    ENUM(String.class),
    SET(String.class),
    TINYTEXT(String.class, Clob.class),
    TEXT(String.class, Clob.class),
    MEDIUMTEXT(String.class, Clob.class),
    LONGTEXT(String.class, Clob.class),
    JSON(String.class, Object.class),
    UUID(String.class),
    INET4(String.class),
    INET6(String.class),
    BINARY(byte[].class, Object.class),
    VARBINARY(byte[].class, Object.class),
    TINYBLOB(Blob.class, byte[].class, Object.class),
    BLOB(Blob.class, byte[].class, Object.class),
    MEDIUMBLOB(Blob.class, byte[].class, Object.class),
    LONGBLOB(Blob.class, byte[].class, Object.class),
    VECTOR(byte[].class, Object.class),
    GEOMETRY(Blob.class, byte[].class, Object.class),
    DATE(Date.class, Timestamp.class, String.class),
    TIME(Time.class, Timestamp.class, String.class),
    DATETIME(Timestamp.class, Date.class, Time.class, String.class),
    TIMESTAMP(Timestamp.class, Date.class, Time.class, String.class);

    private static final List<String> GEOMETRIES = List.of(
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geomcollection", // the name in MySQL
            "geometrycollection"); // the name in MariaDB

    private static final Map<String, MySqlType> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(type -> type.name().toLowerCase(Locale.ROOT), Function.identity()));

    @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
    private final List<Class<?>> classes;

    MySqlType(Class<?>... classes) {
        this.classes = List.of(classes);
    }

    /** Returns the type with a name from {@code information_schema.columns.data_type}; empty if it is unknown. */
    public static Optional<MySqlType> of(String dataType) {
        String name = dataType.toLowerCase(Locale.ROOT);
        return Optional.ofNullable(GEOMETRIES.contains(name) ? GEOMETRY : BY_NAME.get(name));
    }

    /** Returns whether a model may read a column of this type as a class. */
    public boolean isReadAs(Class<?> databaseClass) {
        return classes.contains(databaseClass);
    }

    /**
     * Returns whether Java compares the values of a class as the database compares the values of this type. Some
     * classes hold less than the type: a date holds less than a DATETIME. Some hold a different value: a timestamp of a
     * TIME adds a date.
     *
     * @param databaseClass a class that a model may read
     * @param columnType the type with its precision, such as {@code time(6)}
     * @param scale the number of digits after the point of a decimal
     */
    public boolean isComparedAs(Class<?> databaseClass, String columnType, int scale) {
        return switch (this) {
            case YEAR -> databaseClass != Date.class;
            case BIT -> false;
            case DECIMAL -> databaseClass == BigDecimal.class || scale == 0;
            case TIME -> databaseClass == Time.class && columnType.equalsIgnoreCase("time");
            case DATETIME, TIMESTAMP -> databaseClass == Timestamp.class;
            default -> true;
        };
    }

    /** Returns whether values may be so long that the column stores their bytes without a dictionary. */
    boolean isLarge() {
        return switch (this) {
            case TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT, JSON -> true;
            default -> false;
        };
    }
}
