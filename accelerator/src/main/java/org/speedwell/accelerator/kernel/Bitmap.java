package org.speedwell.accelerator.kernel;

import java.util.function.IntConsumer;

/** A set of rows of one table, one bit each. Not thread-safe while it is changed. */
public final class Bitmap {
    private final long[] words;
    private final int rows;

    /** No row of {@code rows}. */
    public Bitmap(int rows) {
        this.words = new long[(rows + 63) >>> 6];
        this.rows = rows;
    }

    public int words() {
        return words.length;
    }

    /** The bits of rows 64 × {@code index} to 64 × {@code index} + 63. */
    public long word(int index) {
        return words[index];
    }

    /** Sets 64 bits at once; those past the last row are dropped. */
    public void setWord(int index, long word) {
        words[index] = word & mask(index);
    }

    /** Sets the words from that of a row on, as many as there are; those past the last row are left out. */
    void setWords(int firstRow, long[] from) {
        int index = firstRow >>> 6;
        System.arraycopy(from, 0, words, index, Math.min(from.length, words.length - index));
    }

    public void set(int row) {
        words[row >>> 6] |= 1L << row;
    }

    public boolean get(int row) {
        return (words[row >>> 6] & (1L << row)) != 0;
    }

    public void setAll() {
        for (int i = 0; i < words.length; i++) {
            words[i] = mask(i);
        }
    }

    public void and(Bitmap other) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= other.words[i];
        }
    }

    public void or(Bitmap other) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    public int cardinality() {
        int cardinality = 0;
        for (long word : words) {
            cardinality += Long.bitCount(word);
        }
        return cardinality;
    }

    /** The first row of the set from the given one on, or −1. */
    public int next(int row) {
        if (row >= rows) {
            return -1;
        }
        int index = row >>> 6;
        long word = words[index] & (-1L << row);
        while (word == 0) {
            if (++index == words.length) {
                return -1;
            }
            word = words[index];
        }
        return (index << 6) + Long.numberOfTrailingZeros(word);
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

    private long mask(int index) {
        return index == words.length - 1 && (rows & 63) != 0 ? (1L << rows) - 1 : -1L;
    }
}
