package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.SeededHash;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A set of the keys of a column seen so far, including NULL. It uses a bitmap if the keys are close together, else a
 * hash table with open addressing. For one thread.
 */
public final class SeenKeys {
    /** The greatest key range for which a bitmap is used: 8 MB at most. */
    private static final long MAX_BITS = 1L << 26;

    private final KeyColumn column;
    private final boolean isDense;
    private boolean seenNull;

    /** The bits by key, starting at the smallest key; or the keys of a hash table whose length is a power of two. */
    private long[] words;

    /** The occupied slots of the hash table; empty for a bitmap. */
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

    /** Adds the key of a row and returns whether it is new. */
    public boolean isFirst(int row) {
        if (column.isNull(row)) {
            boolean first = !seenNull;
            seenNull = true;
            return first;
        }
        return isDense ? addBit(column.key(row) - column.min()) : addKey(column.key(row));
    }

    /**
     * Adds the keys of many rows, and writes the rows whose keys are new to an array. The loop over a bitmap has no
     * branches that depend on the keys.
     *
     * @param keys the keys of the rows, none of which is NULL
     * @param into the array, with room for all rows from index {@code at} on
     * @return the index after the last row written
     */
    int addFirst(long[] keys, int[] rows, int count, int[] into, int at) {
        int next = at;
        if (!isDense) {
            for (int i = 0; i < count; i++) {
                if (addKey(keys[i])) {
                    into[next++] = rows[i];
                }
            }
            return next;
        }
        long[] bits = words;
        long min = column.min();
        for (int i = 0; i < count; i++) {
            long bit = keys[i] - min;
            long word = bits[(int) (bit >>> 6)];
            bits[(int) (bit >>> 6)] = word | 1L << bit;
            into[next] = rows[i];
            next += (int) (~word >>> bit & 1);
        }
        return next;
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

    /** Returns the slot that holds a key, or the free slot for it. */
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
