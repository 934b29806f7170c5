package org.speedwell.accelerator.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.text.Utf16Bytes;

/** An encoding of values of variable length as bytes. If the values are comparable, their bytes have the same order. */
public sealed interface ByteForm {
    byte[] toBytes(Object value);

    Object fromBytes(byte[] bytes);

    /** Returns the class of the values, or a common superclass. */
    Class<?> valueClass();

    /** Returns whether a byte sequence can be the encoding of a value. */
    default boolean isWellFormed(Region bytes, long from, int length) {
        return true;
    }

    /** Returns whether the bytes encode exactly this value, not the nearest value below it. */
    default boolean isExact(Object value) {
        return true;
    }

    /** An encoding of strings as {@link Utf16Bytes}. */
    record Text() implements ByteForm {
        @Override
        public boolean isWellFormed(Region bytes, long from, int length) {
            return Utf16Bytes.isWellFormed(bytes, from, length);
        }

        @Override
        public byte[] toBytes(Object value) {
            return Utf16Bytes.encode((String) value);
        }

        @Override
        public Class<?> valueClass() {
            return String.class;
        }

        @Override
        public Object fromBytes(byte[] bytes) {
            return Utf16Bytes.decode(bytes);
        }
    }

    record Binary() implements ByteForm {
        @Override
        public byte[] toBytes(Object value) {
            return (byte[]) value;
        }

        @Override
        public Class<?> valueClass() {
            return byte[].class;
        }

        @Override
        public Object fromBytes(byte[] bytes) {
            return bytes;
        }
    }

    record LargeObject() implements ByteForm {
        @Override
        public byte[] toBytes(Object value) {
            try {
                Blob blob = (Blob) value;
                int length = Math.toIntExact(blob.length());
                return length == 0 ? new byte[0] : blob.getBytes(1, length); // position 1 of an empty blob is an error
            } catch (SQLException e) {
                throw new IllegalArgumentException("the driver cannot read a blob: " + e.getMessage(), e);
            }
        }

        @Override
        public Class<?> valueClass() {
            return Blob.class;
        }

        @Override
        public Object fromBytes(byte[] bytes) {
            try {
                return new BlobValue(bytes);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * An encoding of decimals of any precision and one scale: the unscaled value in 29 bytes, big-endian, with an
     * inverted sign bit.
     */
    record Decimal(int scale) implements ByteForm {
        /**
         * The number of bytes. The 65 digits of MySQL's maximum need 216 bits; one more byte leaves room for larger
         * constants.
         */
        private static final int LENGTH = 29;

        /** A limit above the maximum scale of every database. */
        public static final int MAX_SCALE = 65;

        private static final BigInteger LIMIT =
                BigInteger.ONE.shiftLeft(8 * LENGTH - 1).subtract(BigInteger.ONE);

        @Override
        public boolean isWellFormed(Region bytes, long from, int length) {
            return length == LENGTH;
        }

        @Override
        public byte[] toBytes(Object value) {
            byte[] number = unscaled((BigDecimal) value).toByteArray();
            byte[] bytes = new byte[LENGTH];
            Arrays.fill(bytes, 0, LENGTH - number.length, (byte) (number[0] < 0 ? -1 : 0));
            System.arraycopy(number, 0, bytes, LENGTH - number.length, number.length);
            bytes[0] ^= (byte) 0x80;
            return bytes;
        }

        @Override
        public Class<?> valueClass() {
            return BigDecimal.class;
        }

        @Override
        public Object fromBytes(byte[] bytes) {
            byte[] number = bytes.clone();
            number[0] ^= (byte) 0x80;
            return new BigDecimal(new BigInteger(number), scale);
        }

        @Override
        public boolean isExact(Object value) {
            return ((BigDecimal) fromBytes(toBytes(value))).compareTo((BigDecimal) value) == 0;
        }

        /**
         * Returns the unscaled value of the floor at this scale. Numbers beyond 65 digits become the limit, which no
         * stored value reaches.
         */
        private BigInteger unscaled(BigDecimal decimal) {
            if (decimal.signum() != 0 && (long) decimal.precision() - decimal.scale() > 66) {
                return decimal.signum() < 0 ? LIMIT.negate() : LIMIT;
            }
            BigInteger unscaled = DecimalCodec.floor(decimal, scale);
            return unscaled.max(LIMIT.negate()).min(LIMIT);
        }
    }

    /** An encoding of whole numbers of any size, as decimals of scale 0. */
    record Whole() implements ByteForm {
        private static final Decimal DECIMAL = new Decimal(0);

        @Override
        public boolean isWellFormed(Region bytes, long from, int length) {
            return length == Decimal.LENGTH;
        }

        @Override
        public byte[] toBytes(Object value) {
            return DECIMAL.toBytes(new BigDecimal((BigInteger) value));
        }

        @Override
        public Class<?> valueClass() {
            return BigInteger.class;
        }

        @Override
        public Object fromBytes(byte[] bytes) {
            return ((BigDecimal) DECIMAL.fromBytes(bytes)).unscaledValue();
        }

        @Override
        public boolean isExact(Object value) {
            return fromBytes(toBytes(value)).equals(value);
        }
    }
}
