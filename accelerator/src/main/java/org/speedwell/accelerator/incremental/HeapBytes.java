package org.speedwell.accelerator.incremental;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of the heap that an incremental state takes. They assume references of four bytes, and count shared objects
 * with each state.
 */
final class HeapBytes {
    /** A small object, such as a total of one number. */
    static final long OBJECT = 32;

    /** An entry of a map with the count of a value, without the value. */
    static final long COUNTED_VALUE = 64;

    /** The position of a row or of a tuple of a few rows. */
    static final long POSITION = 56;

    /** A group without its keys and its parts. */
    static final long GROUP = 192;

    private static final long BOXED = 24;
    private static final long TEXT = 48;
    private static final long LARGE_NUMBER = 64;

    private HeapBytes() {}

    /** Returns the bytes of a value; 0 for null. */
    static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case String text -> TEXT + text.length();
            case BigDecimal _, BigInteger _ -> LARGE_NUMBER;
            default -> BOXED;
        };
    }

    /** Returns the bytes of some values. */
    static long ofAll(Collection<? extends @Nullable Object> values) {
        long bytes = 0;
        for (Object value : values) {
            bytes += of(value);
        }
        return bytes;
    }

    /** Returns the bytes of some parts. */
    static long ofParts(Part... parts) {
        long bytes = 0;
        for (Part part : parts) {
            bytes += part.bytes();
        }
        return bytes;
    }
}
