package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** A set of rows of one table, one bit each. Not thread-safe while it is changed. */
public final class Bitmap {
    /** To put one row in order by comparisons takes as long as to go through so many words. */
    private static final int SORTED_WORDS = 8;

    private final long[] words;

    /** No row of {@code rows}. */
    public Bitmap(int rows) {
        this.words = new long[(rows + 63) >>> 6];
    }

    /** Different rows of a table in ascending order, perhaps in the same array; many are not compared with each other. */
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

    /** Sets the words from that of a row on, as many as there are; those past the last row are left out. */
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

    /** The rows in ascending order. */
    public void forEach(IntConsumer action) {
        for (int index = 0; index < words.length; index++) {
            for (long word = words[index]; word != 0; word &= word - 1) {
                action.accept((index << 6) + Long.numberOfTrailingZeros(word));
            }
        }
    }

    /** The rows in ascending order. */
    public int[] toArray() {
        int[] array = new int[cardinality()];
        int[] next = {0};
        forEach(row -> array[next[0]++] = row);
        return array;
    }
}
