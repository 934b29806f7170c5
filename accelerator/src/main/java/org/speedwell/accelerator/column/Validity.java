package org.speedwell.accelerator.column;

import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** One bit a row: set where the row has a value, clear where it is NULL. A column without NULLs has no bits at all. */
public final class Validity {
    private final Region words;
    private final int nulls;

    private Validity(Region words, int nulls) {
        this.words = words;
        this.nulls = nulls;
    }

    /** All rows valid but the given ones. */
    static Validity of(Lease lease, int rows, int[] nullRows, int nulls) {
        Region words = lease.allocate(((long) rows + 63) / 64 * Long.BYTES);
        for (int row = 0; row < rows; row += 64) {
            long all = rows - row >= 64 ? -1L : (1L << (rows - row)) - 1;
            words.putLong((long) (row >>> 6) << 3, all);
        }
        for (int i = 0; i < nulls; i++) {
            long at = (long) (nullRows[i] >>> 6) << 3;
            words.putLong(at, words.getLong(at) & ~(1L << nullRows[i]));
        }
        return new Validity(words, nulls);
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
