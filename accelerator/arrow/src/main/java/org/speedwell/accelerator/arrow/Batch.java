package org.speedwell.accelerator.arrow;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;

/**
 * Some rows of a table, which become one batch of a stream.
 *
 * @param first the first row id, a multiple of 64
 * @param length the number of rows
 * @param rows the row ids, ascending; null if they are consecutive
 */
record Batch(int first, int length, int @Nullable [] rows) {

    /**
     * Returns the rows of a range of row ids, without deleted ones.
     *
     * @param first a multiple of 64
     * @param present the row ids that have a row; null if all have one
     */
    static Batch of(int first, int end, @Nullable Validity present) {
        int length = 0;
        for (int row = first; end - row > 0; row += Long.SIZE) {
            length += Long.bitCount(word(row, end, present));
        }
        if (length == end - first) {
            return new Batch(first, length, null);
        }
        int[] rows = new int[length];
        int size = 0;
        for (int row = first; end - row > 0; row += Long.SIZE) {
            for (long bits = word(row, end, present); bits != 0; bits &= bits - 1) {
                rows[size++] = row + Long.numberOfTrailingZeros(bits);
            }
        }
        return new Batch(first, length, rows);
    }

    /** Returns the bits of the 64 row ids from a multiple of 64 on. The bits from row id {@code end} on are clear. */
    static long word(int row, int end, @Nullable Validity present) {
        long before = end - row >= Long.SIZE ? -1 : (1L << end - row) - 1;
        return present == null ? before : present.word(row >>> 6) & before;
    }

    /** Returns the row id at a place of the batch. */
    int row(int place) {
        return rows == null ? first + place : rows[place];
    }

    /** Reads the keys of {@code count} rows, from a place of the batch on. */
    void keys(KeyColumn column, int place, int count, long[] into) {
        if (rows == null) {
            column.keys(first + place, count, into);
        } else {
            column.keys(place == 0 ? rows : Arrays.copyOfRange(rows, place, place + count), count, into);
        }
    }
}
