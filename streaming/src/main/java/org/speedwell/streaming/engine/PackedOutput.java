package org.speedwell.streaming.engine;

import java.util.Arrays;

/**
 * A growing array of bytes with packed numbers. A number has seven bits in each byte, and small numbers of either sign
 * take few bytes (zigzag encoding). A column of numbers stores the difference of each number from the one before. Most
 * differences are small if rows are sorted or similar. {@link PackedInput} reads the bytes. For one thread.
 */
final class PackedOutput {
    private static final int MAX_NUMBER = 10;
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private byte[] bytes = new byte[256];
    private int size;

    void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putNumber(long number) {
        reserve(MAX_NUMBER);
        long rest = (number << 1) ^ (number >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void putColumn(long[] numbers) {
        long before = 0;
        for (long number : numbers) {
            putNumber(number - before);
            before = number;
        }
    }

    void putBytes(byte[] added) {
        reserve(added.length);
        System.arraycopy(added, 0, bytes, size, added.length);
        size += added.length;
    }

    private void reserve(int count) {
        if (count > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, count), (int) Math.min(2L * size, MAX_ARRAY)));
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
