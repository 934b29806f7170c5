package org.speedwell.accelerator.column;

/**
 * The values of a column as the bytes in which it keeps them, read with no object made. Of rows that are NULL nothing is told.
 * Thread-safe.
 */
public interface ByteRuns {
    /**
     * Whether they are texts: each UTF-16 code unit as UTF-8 writes a character of that number, so that one outside the basic
     * plane takes two of three bytes each. Else they are the bytes of a binary value.
     */
    boolean isText();

    /** How many bytes the value of a row has. */
    int length(int row);

    /** Copies the bytes of a row's value to a place of an array, which has room for them. */
    void copy(int row, byte[] target, int at);
}
