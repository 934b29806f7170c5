package org.speedwell.accelerator.column;

import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** One bit a row: set where the row has a value, clear where it is NULL. A column without NULLs has no bits at all. */
public final class Validity {
    private final Region words;
    private final int nulls;

    Validity(Region words, int nulls) {
        this.words = words;
        this.nulls = nulls;
    }

    /** All rows valid, of which as many as {@code nulls} are to be cleared. */
    static Validity allocate(Lease lease, int rows, int nulls) {
        Region words = lease.allocate(size(rows));
        for (long row = 0; row < rows; row += 64) {
            long all = rows - row >= 64 ? -1L : (1L << (rows - row)) - 1;
            words.putLong(row >>> 6 << 3, all);
        }
        return new Validity(words, nulls);
    }

    /** The bytes that so many bits take, in whole words. */
    static long size(int rows) {
        return ((long) rows + 63) / 64 * Long.BYTES;
    }

    /** Only while the column is built. */
    void clear(int row) {
        long at = (long) (row >>> 6) << 3;
        words.putLong(at, words.getLong(at) & ~(1L << row));
    }

    Region region() {
        return words;
    }

    public boolean isValid(int row) {
        return (words.getLong((long) (row >>> 6) << 3) & (1L << row)) != 0;
    }

    /** The bits of rows 64 × {@code index} to 64 × {@code index} + 63; bits past the last row are clear. */
    public long word(int index) {
        return words.getLong((long) index << 3);
    }

    /** How many rows are NULL. */
    public int nulls() {
        return nulls;
    }

    public long bytes() {
        return words.size();
    }
}
