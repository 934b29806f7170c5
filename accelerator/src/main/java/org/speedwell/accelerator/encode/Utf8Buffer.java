package org.speedwell.accelerator.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing array of bytes. It writes digits, fragments and texts at its end without creating objects for them. For one
 * thread.
 */
public final class Utf8Buffer {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

    /** The two digits of each number below 100, in the byte order of memory. */
    private static final short[] PAIRS = new short[100];

    /** The largest number of characters of a {@code long}. */
    private static final int LONG_DIGITS = 20;

    /** The largest size of the array. A JVM cannot create much longer arrays. */
    private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 64;

    /** The powers of 10 from 1 to 10<sup>18</sup>, as negative numbers. */
    private static final long[] NEGATIVE_POWERS = new long[19];

    static {
        long power = -1;
        for (int i = 0; i < NEGATIVE_POWERS.length; i++) {
            NEGATIVE_POWERS[i] = power;
            power *= 10;
        }
        byte[] pair = new byte[2];
        for (int number = 0; number < PAIRS.length; number++) {
            pair[0] = (byte) ('0' + number / 10);
            pair[1] = (byte) ('0' + number % 10);
            PAIRS[number] = (short) SHORTS.get(pair, 0);
        }
    }

    private byte[] bytes;
    private int size;

    /** Creates an empty buffer with room for {@code capacity} bytes until it grows. */
    public Utf8Buffer(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** Returns the array that holds the bytes, from position 0 on. The buffer replaces the array when it grows. */
    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Removes all bytes after the first {@code to} bytes. */
    public void truncate(int to) {
        size = to;
    }

    /** Returns the bytes in a new array. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    /** Appends the bytes of another buffer. */
    public void put(Utf8Buffer other) {
        put(other.bytes, 0, other.size);
    }

    void put(byte[] source, int from, int length) {
        reserve(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Returns eight bytes of an array, the first of them in the lowest bits. */
    static long word(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    /** Makes room for {@code more} bytes. */
    void reserve(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    /** @throws OutOfMemoryError if the bytes do not fit an array */
    private void grow(int more) {
        long needed = (long) size + more;
        if (needed > MAX_ARRAY_LENGTH) {
            throw new OutOfMemoryError("More than 2 GB of encoded rows do not fit an array. Write them to a stream.");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.clamp(2L * bytes.length, needed, MAX_ARRAY_LENGTH));
    }

    /** Adds bytes that the caller has already written into the array, after the last byte. */
    void advance(int length) {
        size += length;
    }

    void put(char ascii) {
        reserve(1);
        bytes[size++] = (byte) ascii;
    }

    void put(Fragment fragment) {
        put(fragment.bytes, 0, fragment.bytes.length);
    }

    void putAscii(CharSequence text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += length;
    }

    /** Appends a whole number in decimal digits. */
    void putLong(long number) {
        reserve(LONG_DIGITS);
        if (number < 0) {
            bytes[size++] = '-';
        }
        putMagnitude(number, 0);
    }

    /**
     * Appends the exact decimal {@code unscaled} / 10<sup>{@code scale}</sup>, in plain notation as
     * {@code BigDecimal.toPlainString} writes it.
     */
    void putDecimal(long unscaled, int scale) {
        if (scale == 0) {
            putLong(unscaled);
            return;
        }
        reserve(LONG_DIGITS + scale + 2);
        if (unscaled < 0) {
            bytes[size++] = '-';
        }
        int start = size;
        putMagnitude(unscaled, scale + 1); // with a digit before the point
        int point = size - scale;
        System.arraycopy(bytes, point, bytes, point + 1, scale);
        bytes[point] = '.';
        size++;
        assert point > start;
    }

    /** Appends the digits of a number without its sign, with leading zeroes up to {@code min} digits. */
    private void putMagnitude(long number, int min) {
        long rest = number < 0 ? number : -number; // Long.MIN_VALUE has no positive counterpart
        int length = Math.max(min, digits(rest));
        int at = size + length;
        int start = size;
        size = at;
        byte[] to = bytes;
        while (rest <= -100) {
            long next = rest / 100;
            at -= 2;
            SHORTS.set(to, at, PAIRS[(int) (next * 100 - rest)]);
            rest = next;
        }
        if (rest <= -10) {
            at -= 2;
            SHORTS.set(to, at, PAIRS[(int) -rest]);
        } else {
            to[--at] = (byte) ('0' - rest);
        }
        while (at > start) {
            to[--at] = '0';
        }
    }

    /** Returns the number of digits of a number that is negative or 0. */
    private static int digits(long negative) {
        if (negative > -10) {
            return 1;
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(~negative);
        int atLeast = bits * 1_233 >>> 12; // 1233 / 4096 is slightly more than the logarithm of 2
        return negative <= NEGATIVE_POWERS[atLeast] ? atLeast + 1 : atLeast;
    }

    /** Appends a number from 0 to 99 as two digits. */
    void putPair(int number) {
        reserve(2);
        SHORTS.set(bytes, size, PAIRS[number]);
        size += 2;
    }
}
