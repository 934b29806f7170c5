package org.speedwell.accelerator.question;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A column of the rows of questions. For each Java class that a model may read, there is a nullable column and one that
 * is not nullable.
 */
enum RowColumn {
    /** The key, which is unique over all rows of all tables. */
    ID(Type.INT, Style.PRIMITIVE),
    /** The key of another row of the same table, a key without a row, or NULL. */
    PARENT(Type.INT, Style.OPTIONAL),
    BOOL(Type.BOOLEAN, Style.PRIMITIVE),
    BOOL_N(Type.BOOLEAN, Style.OPTIONAL),
    BYTE(Type.BYTE, Style.PRIMITIVE),
    BYTE_N(Type.BYTE, Style.OPTIONAL),
    SHORT(Type.SHORT, Style.PRIMITIVE),
    SHORT_N(Type.SHORT, Style.OPTIONAL),
    INT(Type.INT, Style.PRIMITIVE),
    INT_N(Type.INT, Style.OPTIONAL),
    INT_M(Type.INT, Style.NULLABLE),
    LONG(Type.LONG, Style.PRIMITIVE),
    LONG_N(Type.LONG, Style.OPTIONAL),
    FLOAT(Type.FLOAT, Style.PRIMITIVE),
    FLOAT_N(Type.FLOAT, Style.OPTIONAL),
    DOUBLE(Type.DOUBLE, Style.PRIMITIVE),
    DOUBLE_N(Type.DOUBLE, Style.OPTIONAL),
    WHOLE(Type.BIG_INTEGER, Style.PRESENT),
    WHOLE_N(Type.BIG_INTEGER, Style.OPTIONAL),
    DECIMAL(Type.DECIMAL, Style.PRESENT),
    DECIMAL_N(Type.DECIMAL, Style.NULLABLE),
    TEXT(Type.TEXT, Style.PRESENT),
    TEXT_N(Type.TEXT, Style.OPTIONAL),
    TEXT_M(Type.TEXT, Style.NULLABLE),
    SHADE(Type.SHADE, Style.PRESENT),
    SHADE_N(Type.SHADE, Style.OPTIONAL),
    STAMP(Type.TIMESTAMP, Style.PRESENT),
    STAMP_N(Type.TIMESTAMP, Style.OPTIONAL),
    DATE_N(Type.DATE, Style.OPTIONAL),
    TIME_N(Type.TIME, Style.NULLABLE),
    BYTES(Type.BYTES, Style.NULLABLE);

    static final List<RowColumn> ALL = List.of(values());

    final Type type;
    final Style style;

    /** The kind of value that a getter returns. */
    enum Style {
        /** A primitive value. */
        PRIMITIVE,
        /** An object that is never null. */
        PRESENT,
        /** An {@code Optional}. */
        OPTIONAL,
        /** An object that may be null. */
        NULLABLE
    }

    RowColumn(Type type, Style style) {
        this.type = type;
        this.style = style;
    }

    boolean isNullable() {
        return style == Style.OPTIONAL || style == Style.NULLABLE;
    }

    boolean isPrimitive() {
        return style == Style.PRIMITIVE;
    }

    /** Returns whether the getter returns an optional number, which is not an {@code Optional}. */
    boolean isOptionalNumber() {
        return style == Style.OPTIONAL && type.isArithmetic();
    }

    private String describe() {
        StringBuilder words = new StringBuilder();
        Arrays.stream(name().split("_"))
                .forEach(word ->
                        words.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT)));
        return words.toString();
    }

    String getter() {
        return "get" + describe();
    }

    String setter() {
        return "set" + describe();
    }

    String variable() {
        return "v" + describe();
    }
}
