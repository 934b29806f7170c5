package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.SeededHash;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * The keys of a column that were met so far, NULL as one of them: a bit for each where they lie close together, else a
 * hash table of open addressing. Not thread-safe.
 */
public final class SeenKeys {
    /** Up to this many keys from the least to the greatest, a bit each: 8 MB at the most. */
    private static final long MAX_BITS = 1L << 26;

    private final KeyColumn column;
    private final boolean isDense;
    private boolean seenNull;

    /** Bits by key from the least; or keys, in a table whose length is a power of two. */
    private long[] words;

    /** Places of the hash table that are taken; empty for bits. */
    private boolean[] taken = {};

    private int size;

    public SeenKeys(KeyColumn column) {
        long span = column.max() - column.min();
        this.column = column;
        this.isDense = span >= 0 && span < MAX_BITS;
        this.words = new long[isDense ? (int) (span >>> 6) + 1 : 64];
        if (!isDense) {
            taken = new boolean[words.length];
        }
    }

    /** Whether a row is the first to have its key. */
    public boolean isFirst(int row) {
        if (column.isNull(row)) {
            boolean first = !seenNull;
            seenNull = true;
            return first;
        }
        return isDense ? addBit(column.key(row) - column.min()) : addKey(column.key(row));
    }

    private boolean addBit(long bit) {
        long word = words[(int) (bit >>> 6)];
        words[(int) (bit >>> 6)] = word | 1L << bit;
        return (word >>> bit & 1) == 0;
    }

    private boolean addKey(long key) {
        int place = place(key);
        if (taken[place]) {
            return false;
        }
        words[place] = key;
        taken[place] = true;
        if (++size > words.length / 2) {
            grow();
        }
        return true;
    }

    /** Where a key stands, or would. */
    private int place(long key) {
        int last = words.length - 1;
        int place = SeededHash.of(key) & last;
        while (taken[place] && words[place] != key) {
            place = (place + 1) & last;
        }
        return place;
    }

    private void grow() {
        long[] keys = words;
        boolean[] were = taken;
        words = new long[2 * keys.length];
        taken = new boolean[words.length];
        for (int i = 0; i < keys.length; i++) {
            if (were[i]) {
                int place = place(keys[i]);
                words[place] = keys[i];
                taken[place] = true;
            }
        }
    }
}
