package org.speedwell.accelerator.codec;

import java.math.BigInteger;

/**
 * Codecs for whole numbers and booleans. The key is the number itself; for unsigned 64-bit numbers it is the number −
 * 2⁶³.
 */
public enum IntegralCodec implements KeyCodec {
    BOOLEAN(Boolean.class) {
        @Override
        public long encode(Object value) {
            return (Boolean) value ? 1 : 0;
        }
    },
    BYTE(Byte.class),
    SHORT(Short.class),
    INT(Integer.class),
    LONG(Long.class),
    UNSIGNED_LONG(BigInteger.class) {
        @Override
        public long encode(Object value) {
            if (isBelowAll(value) || !isExact(value)) {
                throw new IllegalArgumentException(value + " is outside the range from 0 to 2^64 - 1");
            }
            return floor(value);
        }

        @Override
        public long floor(Object value) {
            return isExact(value) ? ((BigInteger) value).subtract(OFFSET).longValue() : Long.MAX_VALUE;
        }

        @Override
        public boolean isExact(Object value) {
            return ((BigInteger) value).bitLength() <= Long.SIZE;
        }

        @Override
        public boolean isBelowAll(Object value) {
            return ((BigInteger) value).signum() < 0;
        }
    };

    private static final BigInteger OFFSET = BigInteger.ONE.shiftLeft(63);

    private final Class<?> valueClass;

    IntegralCodec(Class<?> valueClass) {
        this.valueClass = valueClass;
    }

    @Override
    public Class<?> valueClass() {
        return valueClass;
    }

    @Override
    public Object value(long key) {
        return switch (this) {
            case BOOLEAN -> key != 0;
            case BYTE -> (byte) key;
            case SHORT -> (short) key;
            case INT -> (int) key;
            case LONG -> key;
            case UNSIGNED_LONG -> BigInteger.valueOf(key).add(OFFSET);
        };
    }

    @Override
    public long encode(Object value) {
        return ((Number) value).longValue();
    }

    @Override
    public boolean isWhole() {
        return this != BOOLEAN && this != UNSIGNED_LONG;
    }

    /** Returns false for booleans: the database may store any number except 0 for true. */
    @Override
    public boolean isInOrderOfDatabase() {
        return this != BOOLEAN;
    }

    @Override
    public boolean isShareable() {
        return true;
    }
}
