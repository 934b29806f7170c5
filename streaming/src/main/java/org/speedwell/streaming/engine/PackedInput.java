package org.speedwell.streaming.engine;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/** A reader of the bytes of a {@link PackedOutput}. It reads nothing outside the bytes. For one thread. */
final class PackedInput {
    private final byte[] bytes;
    private int at;

    PackedInput(byte[] bytes) {
        this.bytes = bytes;
    }

    byte nextByte() throws EOFException {
        if (at == bytes.length) {
            throw new EOFException("it ends after " + at + " bytes, inside a value");
        }
        return bytes[at++];
    }

    long nextNumber() throws IOException {
        long rest = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte part = nextByte();
            rest |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return (rest >>> 1) ^ -(rest & 1);
            }
        }
        throw new IOException("the number before byte " + at + " has more than 64 bits");
    }

    /** Returns the next number, which counts values that take a byte or more each. */
    int nextCount() throws IOException {
        long count = nextNumber();
        if (count < 0 || count > bytes.length - at) {
            throw new IOException("it has " + (bytes.length - at) + " more bytes, too few for " + count + " values");
        }
        return (int) count;
    }

    long[] nextColumn(int count) throws IOException {
        long[] numbers = new long[count];
        long before = 0;
        for (int i = 0; i < count; i++) {
            before += nextNumber();
            numbers[i] = before;
        }
        return numbers;
    }

    byte[] nextBytes(int count) throws EOFException {
        if (count < 0 || count > bytes.length - at) {
            throw new EOFException("it ends " + (bytes.length - at) + " bytes after byte " + at + ", not " + count);
        }
        at += count;
        return Arrays.copyOfRange(bytes, at - count, at);
    }

    /** Returns the number of bytes that are left. */
    int left() {
        return bytes.length - at;
    }
}
