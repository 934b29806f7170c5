package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A set of rows of one table, with one bit for each row. Several threads may read it, but only while no thread changes
 * it.
 */
public final class Bitmap {
    /** The number of bitmap words that a pass reads in the time in which a comparison sort places one row. */
    private static final int SORTED_WORDS = 8;

    private final long[] words;

    /**
     * Creates an empty set.
     *
     * @param rows the number of row ids of the table
     */
    public Bitmap(int rows) {
        this.words = new long[(rows + 63) >>> 6];
    }

    /**
     * Returns distinct rows in ascending order. Few rows are sorted by comparisons, many rows with a bitmap.
     *
     * @param rows the distinct rows; the method may sort and return this array
     * @param end the number of row ids of the table
     */
    public static int[] sorted(int[] rows, int end) {
        if ((long) rows.length * SORTED_WORDS < end >>> 6) {
            Arrays.sort(rows);
            return rows;
        }
        Bitmap bitmap = new Bitmap(end);
        for (int row : rows) {
            bitmap.words[row >>> 6] |= 1L << row;
        }
        return bitmap.toArray();
    }

    /**
     * Overwrites the words from a row on with all words of an array. Ignores words after the last row.
     *
     * @param firstRow the row of the first bit, a multiple of 64
     */
    void setWords(int firstRow, long[] from) {
        int index = firstRow >>> 6;
        System.arraycopy(from, 0, words, index, Math.min(from.length, words.length - index));
    }

    public boolean get(int row) {
        return (words[row >>> 6] & (1L << row)) != 0;
    }

    public int cardinality() {
        int cardinality = 0;
        for (long word : words) {
            cardinality += Long.bitCount(word);
        }
        return cardinality;
    }

    /** Passes each row to an action, in ascending order. */
    public void forEach(IntConsumer action) {
        for (int index = 0; index < words.length; index++) {
            for (long word = words[index]; word != 0; word &= word - 1) {
                action.accept((index << 6) + Long.numberOfTrailingZeros(word));
            }
        }
    }

    /** Returns the rows in ascending order. */
    public int[] toArray() {
        int[] array = new int[cardinality()];
        int next = 0;
        for (int index = 0; index < words.length; index++) {
            for (long word = words[index]; word != 0; word &= word - 1) {
                array[next++] = (index << 6) + Long.numberOfTrailingZeros(word);
            }
        }
        return array;
    }
}
