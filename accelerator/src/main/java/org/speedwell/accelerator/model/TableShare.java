package org.speedwell.accelerator.model;

/**
 * The rows of a table whose key hash belongs to one of several parts.
 *
 * @param key the column whose values divide the rows
 * @param number the number of the part, from 0
 * @param of the number of parts of the table
 */
public record TableShare(ColumnId key, int number, int of) {
    /** Returns the SQL condition. Each server and connection computes the same part for a value. */
    public String condition(String quotedKey) {
        return "COALESCE(CRC32(" + quotedKey + "), 0) % " + of + " = " + number;
    }

    /** Returns whether a row with this hash belongs to the part. The hash of NULL is 0. */
    public boolean has(long crc32) {
        return crc32 % of == number;
    }

    /** Returns the text for messages. */
    @Override
    public String toString() {
        return "part " + (number + 1) + " of " + of;
    }
}
