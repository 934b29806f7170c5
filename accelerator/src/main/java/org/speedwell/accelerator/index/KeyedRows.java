package org.speedwell.accelerator.index;

import java.util.Arrays;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * Some rows in the order of an index: by key, then by row id, with NULL rows last.
 *
 * @param rows all rows
 * @param keys the keys of the rows that are not NULL
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeyedRows(int[] rows, long[] keys) {
    /** The number of key bits that one pass of the radix sort reads. */
    private static final int DIGIT_BITS = 11;

    /** The number of rows below which smaller digits are faster, because counting takes longer than moving the rows. */
    private static final int MAX_ROWS_FOR_SMALL_DIGITS = 1 << 9;

    private static final int SMALL_DIGIT_BITS = 6;

    /** The number of rows up to which moving each row to its place is faster than any digits. */
    private static final int MAX_ROWS_TO_INSERT = 24;

    /** Returns the given rows of a column in index order. They must be ascending. */
    static KeyedRows of(KeyColumn column, int[] rows) {
        int[] sorted = new int[rows.length];
        long[] keys = new long[rows.length];
        int valid = 0;
        int nulls = 0;
        for (int row : rows) {
            if (column.isNull(row)) {
                nulls++;
            } else {
                keys[valid] = column.key(row);
                sorted[valid++] = row;
            }
        }
        for (int i = 0, at = valid; nulls > 0 && i < rows.length; i++) {
            if (column.isNull(rows[i])) {
                sorted[at++] = rows[i];
            }
        }
        return sort(sorted, Arrays.copyOf(keys, valid));
    }

    private static KeyedRows insertionSort(int[] rows, long[] keys) {
        for (int i = 1; i < keys.length; i++) {
            long key = keys[i];
            int row = rows[i];
            int at = i;
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
                rows[at] = rows[at - 1];
            }
            keys[at] = key;
            rows[at] = row;
        }
        return new KeyedRows(rows, keys);
    }

    /**
     * Sorts the rows that have keys by a radix sort, least significant digit first. The rows after them stay in place.
     */
    private static KeyedRows sort(int[] rows, long[] keys) {
        if (keys.length <= MAX_ROWS_TO_INSERT) {
            return insertionSort(rows, keys);
        }
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        boolean isAscending = true;
        for (int i = 0; i < keys.length; i++) {
            min = Math.min(min, keys[i]);
            max = Math.max(max, keys[i]);
            isAscending &= i == 0 || keys[i - 1] <= keys[i];
        }
        int bits = keys.length < MAX_ROWS_FOR_SMALL_DIGITS ? SMALL_DIGIT_BITS : DIGIT_BITS;
        int keyBits = isAscending ? 0 : Long.SIZE - Long.numberOfLeadingZeros(max - min);
        int[] rowsTo = rows.clone();
        long[] keysTo = keys.clone();
        for (int shift = 0; shift < keyBits; shift += bits) {
            int[] next = new int[(1 << bits) + 1];
            for (long key : keys) {
                next[digit(key - min, shift, bits) + 1]++;
            }
            SortedIndexBuilder.addUp(next);
            for (int i = 0; i < keys.length; i++) {
                int place = next[digit(keys[i] - min, shift, bits)]++;
                keysTo[place] = keys[i];
                rowsTo[place] = rows[i];
            }
            long[] sortedKeys = keysTo;
            keysTo = keys;
            keys = sortedKeys;
            int[] sortedRows = rowsTo;
            rowsTo = rows;
            rows = sortedRows;
        }
        return new KeyedRows(rows, keys);
    }

    private static int digit(long distance, int shift, int bits) {
        return (int) (distance >>> shift) & (1 << bits) - 1;
    }
}
