package org.speedwell.accelerator.binlog;

import java.util.Arrays;
import java.util.Optional;

/** The types in which the binlog writes values. */
public enum ImageType {
    TINY(1, 0),
    SHORT(2, 0),
    LONG(3, 0),
    FLOAT(4, 1),
    DOUBLE(5, 1),
    /** Without a fraction, as before MySQL 5.6. */
    TIMESTAMP(7, 0),
    LONGLONG(8, 0),
    INT24(9, 0),
    DATE(10, 0),
    /** Without a fraction, as before MySQL 5.6. */
    TIME(11, 0),
    /** Without a fraction, as before MySQL 5.6. */
    DATETIME(12, 0),
    YEAR(13, 0),
    VARCHAR(15, 2),
    BIT(16, 2),
    TIMESTAMP2(17, 1),
    DATETIME2(18, 1),
    TIME2(19, 1),
    /** MariaDB's COMPRESSED. */
    BLOB_COMPRESSED(140, 1),
    /** MariaDB's COMPRESSED. */
    VARCHAR_COMPRESSED(141, 2),
    VECTOR(242, 1),
    JSON(245, 1),
    NEWDECIMAL(246, 2),
    ENUM(247, 2),
    SET(248, 2),
    BLOB(252, 1),
    VAR_STRING(253, 2),
    /** CHAR, BINARY, and in the list of types also ENUM and SET. */
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

    /** Whether the table map tells whether it is unsigned. */
    boolean isNumeric() {
        return switch (this) {
            case TINY, SHORT, INT24, LONG, LONGLONG, NEWDECIMAL, FLOAT, DOUBLE, YEAR -> true;
            default -> false;
        };
    }

    /** Whether the table map tells a character set, which may be that of bytes. */
    boolean isText(boolean isMySql) {
        return switch (this) {
            case VARCHAR, VAR_STRING, STRING, BLOB, BLOB_COMPRESSED, VARCHAR_COMPRESSED -> true;
            case GEOMETRY -> !isMySql;
            case VECTOR -> isMySql;
            default -> false;
        };
    }

    /** Whether the table map tells its labels, and their character set. */
    boolean isLabelled() {
        return this == ENUM || this == SET;
    }
}
