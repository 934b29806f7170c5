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
import java.util.Optional;

/**
 * Every column type of MySQL and MariaDB, with the Java classes in which the driver gives its values. The one table of
 * types: what is not in it is not loaded.
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
            "geomcollection", // as MySQL calls it
            "geometrycollection"); // as MariaDB does

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list
    private final List<Class<?>> classes;

    MySqlType(Class<?>... classes) {
        this.classes = List.of(classes);
    }

    /** The type of this name in {@code information_schema.columns.data_type}. */
    public static Optional<MySqlType> of(String dataType) {
        String name = GEOMETRIES.contains(dataType.toLowerCase(Locale.ROOT)) ? "GEOMETRY" : dataType;
        return Arrays.stream(values())
                .filter(type -> type.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Whether a model may read a column of this type as the given class. */
    public boolean isReadAs(Class<?> databaseClass) {
        return classes.contains(databaseClass);
    }

    /**
     * Returns whether Java compares the values of a class as the database compares the values of this type. Some classes hold less
     * than the type, as a date holds less than a DATETIME, and some hold something else, as a timestamp made of a TIME.
     *
     * @param databaseClass a class that a model may read
     * @param columnType the type with its precision, as {@code time(6)}
     * @param scale decimals of a decimal
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

    /** Whether values may be so long that they are kept as they are, in no dictionary. */
    boolean isLarge() {
        return switch (this) {
            case TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT, JSON -> true;
            default -> false;
        };
    }
}
