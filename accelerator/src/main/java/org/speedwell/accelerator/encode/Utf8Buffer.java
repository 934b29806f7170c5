package org.speedwell.accelerator.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow at their end, written by one thread: digits, fragments and texts, with no object made for them. */
public final class Utf8Buffer {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

    /** By number below 100, its two digits as they lie in memory. */
    private static final short[] PAIRS = new short[100];

    /** The most characters of a long. */
    private static final int LONG_DIGITS = 20;

    /** Arrays cannot be much longer than this. */
    private static final int MOST = Integer.MAX_VALUE - 64;

    static {
        byte[] pair = new byte[2];
        for (int number = 0; number < PAIRS.length; number++) {
            pair[0] = (byte) ('0' + number / 10);
            pair[1] = (byte) ('0' + number % 10);
            PAIRS[number] = (short) SHORTS.get(pair, 0);
        }
    }

    private byte[] bytes;
    private int size;

    /** With room for so many bytes, until it grows. */
    public Utf8Buffer(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** The array that holds the bytes from its begin on; another one once the buffer has grown. */
    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Forgets what is behind the first so many bytes. */
    public void truncate(int to) {
        size = to;
    }

    /** The bytes in an array of their own. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    /** Adds the bytes of another buffer. */
    public void put(Utf8Buffer other) {
        put(other.bytes, 0, other.size);
    }

    void put(byte[] source, int from, int length) {
        reserve(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Makes room for so many bytes more. */
    void reserve(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    /** @throws OutOfMemoryError if no array holds as many */
    private void grow(int more) {
        long needed = (long) size + more;
        if (needed > MOST) {
            throw new OutOfMemoryError("More than 2 GB of encoded rows do not fit an array: write them into a stream.");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.clamp(2L * bytes.length, needed, MOST));
    }

    /** Says that so many bytes behind the last one have been written into the array. */
    void advance(int length) {
        size += length;
    }

    void put(char ascii) {
        reserve(1);
        bytes[size++] = (byte) ascii;
    }

    void put(Fragment fragment) {
        long[] words = fragment.words;
        reserve(words.length * Long.BYTES);
        byte[] to = bytes;
        int at = size;
        for (long word : words) {
            LONGS.set(to, at, word);
            at += Long.BYTES;
        }
        size += fragment.length;
    }

    void putAscii(CharSequence text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += length;
    }

    /** A whole number in decimal digits. */
    void putLong(long number) {
        reserve(LONG_DIGITS);
        if (number < 0) {
            bytes[size++] = '-';
        }
        putMagnitude(number, 0);
    }

    /** The exact decimal: a whole number over a power of ten, in plain notation as {@code BigDecimal.toPlainString} writes it. */
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
        putMagnitude(unscaled, scale + 1); // a digit before the point, too
        int point = size - scale;
        System.arraycopy(bytes, point, bytes, point + 1, scale);
        bytes[point] = '.';
        size++;
        assert point > start;
    }

    /** The digits of a number without its sign, with zeroes before them where they are fewer than told. */
    private void putMagnitude(long number, int least) {
        long rest = number < 0 ? number : -number; // the least long has no positive one
        int length = Math.max(least, digits(rest));
        int at = size + length;
        int start = size;
        size = at;
        while (rest <= -100) {
            long next = rest / 100;
            at -= 2;
            SHORTS.set(bytes, at, PAIRS[(int) (next * 100 - rest)]);
            rest = next;
        }
        while (at > start) {
            bytes[--at] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
    }

    /** How many digits a number has that is not positive. */
    private static int digits(long negative) {
        int digits = 1;
        for (long bound = -10; negative <= bound; bound *= 10) {
            digits++;
            if (digits == 19) {
                return digits;
            }
        }
        return digits;
    }

    /** A number from 0 to 99 in two digits. */
    void putPair(int number) {
        reserve(2);
        SHORTS.set(bytes, size, PAIRS[number]);
        size += 2;
    }
}
