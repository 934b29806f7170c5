package org.speedwell.accelerator.question;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The type of a value. */
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

    /** The name of the primitive type, or null if there is none. */
    final @Nullable String primitive;

    Type(Class<?> box, @Nullable String primitive) {
        this.box = box;
        this.primitive = primitive;
    }

    /** Returns the name of the class in Java source. */
    String java() {
        return box.getCanonicalName();
    }

    boolean isNumber() {
        return Number.class.isAssignableFrom(box);
    }

    /** Returns whether Java has a primitive number of this type. */
    boolean isPrimitiveNumber() {
        return primitive != null && this != BOOLEAN;
    }

    /** Returns whether expressions calculate in this type. */
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
