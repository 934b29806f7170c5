package org.speedwell.accelerator.expr;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * The kind of an expression's value: a primitive of Java, a decimal, or another object. The kind does not say whether
 * the value may be null.
 */
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

    private static final Map<Class<?>, Kind> BY_CLASS = byClass();

    private final Class<?> type;
    private final Class<?> box;

    Kind(Class<?> type, Class<?> box) {
        this.type = type;
        this.box = box;
    }

    /** Returns the kind of values of a class. A primitive and its box have the same kind. */
    public static Kind of(Class<?> type) {
        return BY_CLASS.getOrDefault(type, OBJECT);
    }

    private static Map<Class<?>, Kind> byClass() {
        Map<Class<?>, Kind> kinds = new HashMap<>();
        for (Kind kind : values()) {
            kinds.put(kind.type, kind);
            kinds.put(kind.box, kind);
        }
        return Map.copyOf(kinds);
    }

    /** Returns whether the engine computes the values as longs: whole numbers, chars, and booleans as 1 and 0. */
    public boolean isWhole() {
        return compareTo(LONG) <= 0;
    }

    /** Returns whether the engine computes the values as doubles. */
    public boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    /** Returns the {@code long} narrowed to the width of the kind, as Java's casts do. */
    public long narrow(long value) {
        return switch (this) {
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case CHAR -> (char) value;
            case INT -> (int) value;
            case BOOLEAN, LONG, FLOAT, DOUBLE, DECIMAL, OBJECT -> value;
        };
    }

    /** Returns the object that a {@code long} represents. Only whole kinds have one. */
    public Object box(long value) {
        return switch (this) {
            case BOOLEAN -> value != 0;
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case CHAR -> (char) value;
            case INT -> (int) value;
            case LONG -> value;
            case FLOAT, DOUBLE, DECIMAL, OBJECT ->
                throw new IllegalStateException(this + " is not a kind of whole numbers");
        };
    }
}
