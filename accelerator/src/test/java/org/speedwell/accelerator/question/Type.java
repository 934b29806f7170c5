package org.speedwell.accelerator.question;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The class of a value. */
enum Type {
    BOOLEAN(Boolean.class, "boolean"),
    BYTE(Byte.class, "byte"),
    SHORT(Short.class, "short"),
    INT(Integer.class, "int"),
    LONG(Long.class, "long"),
    FLOAT(Float.class, "float"),
    DOUBLE(Double.class, "double"),
    BIG_INTEGER(BigInteger.class, null),
    DECIMAL(BigDecimal.class, null),
    TEXT(String.class, null),
    SHADE(Shade.class, null),
    TIMESTAMP(Timestamp.class, null),
    DATE(Date.class, null),
    TIME(Time.class, null),
    BYTES(byte[].class, null);

    final Class<?> box;

    /** The name of the primitive type, or null. */
    final @Nullable String primitive;

    Type(Class<?> box, @Nullable String primitive) {
        this.box = box;
        this.primitive = primitive;
    }

    /** Returns the class in Java source. */
    String java() {
        return box.getCanonicalName();
    }

    boolean isNumber() {
        return Number.class.isAssignableFrom(box);
    }

    /** Tells whether Java counts with it without an object. */
    boolean isPrimitiveNumber() {
        return primitive != null && this != BOOLEAN;
    }

    /** Tells whether it is a type in which expressions calculate. */
    boolean isArithmetic() {
        return this == INT || this == LONG || this == DOUBLE;
    }

    boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    boolean isComparable() {
        return this != BYTES;
    }
}
