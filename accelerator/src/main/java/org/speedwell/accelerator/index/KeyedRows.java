package org.speedwell.accelerator.index;

import java.util.Arrays;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * Some rows in the order of an index: by their keys, those of equal key in row order, NULL rows behind all others.
 *
 * @param rows all
 * @param keys of those that have one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeyedRows(int[] rows, long[] keys) {
    /** Bits of a key that one pass of the radix sort looks at. */
    private static final int DIGIT_BITS = 11;

    /** The same for so few rows that counting takes longer than moving them. */
    private static final int FEW = 1 << 9;

    private static final int DIGIT_BITS_OF_FEW = 6;

    /** Rows of a column that are given in ascending order. */
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

    /** By the keys, least digit first, the first of the rows, as many as there are keys. */
    private static KeyedRows sort(int[] rows, long[] keys) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        boolean isAscending = true;
        for (int i = 0; i < keys.length; i++) {
            min = Math.min(min, keys[i]);
            max = Math.max(max, keys[i]);
            isAscending &= i == 0 || keys[i - 1] <= keys[i];
        }
        int bits = keys.length < FEW ? DIGIT_BITS_OF_FEW : DIGIT_BITS;
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
