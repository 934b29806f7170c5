package org.speedwell.accelerator.column;

/**
 * The stored bytes of a column's values. Readers create no objects. The bytes of a NULL row are undefined. Thread-safe.
 */
public interface ByteRuns {
    /**
     * Returns whether the values are texts, in CESU-8. This variant of UTF-8 encodes each UTF-16 code unit separately,
     * so a character outside the basic plane takes two groups of three bytes. Otherwise the bytes are a binary value.
     */
    boolean isText();

    /** Returns the number of bytes of a row's value. */
    int length(int row);

    /** Copies the bytes of a row's value into an array, from index {@code at} on. The array must have room for them. */
    void copy(int row, byte[] target, int at);
}
