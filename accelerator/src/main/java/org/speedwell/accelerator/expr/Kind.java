package org.speedwell.accelerator.expr;

import java.math.BigDecimal;

/** What an expression gives: a primitive of Java, a decimal, or another object. Whether it may be null is another question. */
public enum Kind {
    BOOLEAN(boolean.class, Boolean.class),
    BYTE(byte.class, Byte.class),
    SHORT(short.class, Short.class),
    CHAR(char.class, Character.class),
    INT(int.class, Integer.class),
    LONG(long.class, Long.class),
    FLOAT(float.class, Float.class),
    DOUBLE(double.class, Double.class),
    DECIMAL(BigDecimal.class, BigDecimal.class),
    /** A text, an enum constant, a date, bytes, or any other object. */
    OBJECT(Object.class, Object.class);

    private final Class<?> type;
    private final Class<?> box;

    Kind(Class<?> type, Class<?> box) {
        this.type = type;
        this.box = box;
    }

    /** Returns the kind of values of a class; primitives and their boxes are of one kind. */
    public static Kind of(Class<?> type) {
        for (Kind kind : values()) {
            if (kind.type == type || kind.box == type) {
                return kind;
            }
        }
        return OBJECT;
    }

    /** Tells whether values are computed with as longs: whole numbers, chars, and booleans as 1 and 0. */
    public boolean isWhole() {
        return compareTo(LONG) <= 0;
    }

    /** Tells whether values are computed with as doubles. */
    public boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    /** Returns the long cut to the width of the kind, as Java's casts do. */
    public long narrow(long value) {
        return switch (this) {
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case CHAR -> (char) value;
            case INT -> (int) value;
            case BOOLEAN, LONG, FLOAT, DOUBLE, DECIMAL, OBJECT -> value;
        };
    }

    /** Returns an object of the value that a long stands for; of whole kinds only. */
    public Object box(long value) {
        return switch (this) {
            case BOOLEAN -> value != 0;
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case CHAR -> (char) value;
            case INT -> (int) value;
            case LONG -> value;
            case FLOAT, DOUBLE, DECIMAL, OBJECT -> throw new IllegalStateException(this + " is not whole");
        };
    }
}
