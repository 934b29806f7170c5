package org.speedwell.accelerator.binlog;

import java.util.Arrays;
import java.util.Optional;

/** The types of column values in the binlog. */
public enum ImageType {
    TINY(1, 0),
    SHORT(2, 0),
    LONG(3, 0),
    FLOAT(4, 1),
    DOUBLE(5, 1),
    /** The type before MySQL 5.6, without a fraction of a second. */
    TIMESTAMP(7, 0),
    LONGLONG(8, 0),
    INT24(9, 0),
    DATE(10, 0),
    /** The type before MySQL 5.6, without a fraction of a second. */
    TIME(11, 0),
    /** The type before MySQL 5.6, without a fraction of a second. */
    DATETIME(12, 0),
    YEAR(13, 0),
    VARCHAR(15, 2),
    BIT(16, 2),
    TIMESTAMP2(17, 1),
    DATETIME2(18, 1),
    TIME2(19, 1),
    /** A column that is declared COMPRESSED in MariaDB. */
    BLOB_COMPRESSED(140, 1),
    /** A column that is declared COMPRESSED in MariaDB. */
    VARCHAR_COMPRESSED(141, 2),
    VECTOR(242, 1),
    JSON(245, 1),
    NEWDECIMAL(246, 2),
    ENUM(247, 2),
    SET(248, 2),
    BLOB(252, 1),
    VAR_STRING(253, 2),
    /** CHAR or BINARY. The list of types in a table map also uses this code for ENUM and SET. */
    STRING(254, 2),
    GEOMETRY(255, 1);

    private static final ImageType[] BY_CODE = new ImageType[256];

    static {
        Arrays.stream(values()).forEach(type -> BY_CODE[type.code] = type);
    }

    private final int code;
    private final int metadataBytes;

    ImageType(int code, int metadataBytes) {
        this.code = code;
        this.metadataBytes = metadataBytes;
    }

    static Optional<ImageType> of(int code) {
        return Optional.ofNullable(BY_CODE[code]);
    }

    int metadataBytes() {
        return metadataBytes;
    }

    /** Returns whether the table map says if a column of this type is unsigned. */
    boolean isNumeric() {
        return switch (this) {
            case TINY, SHORT, INT24, LONG, LONGLONG, NEWDECIMAL, FLOAT, DOUBLE, YEAR -> true;
            default -> false;
        };
    }

    /**
     * Returns whether the table map contains a collation for a column of this type. The collation may be the binary
     * one.
     */
    boolean isText(boolean isMySql) {
        return switch (this) {
            case VARCHAR, VAR_STRING, STRING, BLOB, BLOB_COMPRESSED, VARCHAR_COMPRESSED -> true;
            case GEOMETRY -> !isMySql;
            case VECTOR -> isMySql;
            default -> false;
        };
    }

    /** Returns whether the table map contains the labels of a column of this type, and their collation. */
    boolean isLabelled() {
        return this == ENUM || this == SET;
    }
}
