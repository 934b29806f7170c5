package org.speedwell.accelerator.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A lookup table from keys to positions in a sorted index, for keys that are neither consecutive nor far apart. It has
 * one bit for each possible key, and for each 64 of them the number of smaller keys that occur. A lookup reads one cache
 * line and searches nothing. Immutable and thread-safe.
 */
final class KeyRanks {
    /** The most possible keys for each row. The bits then take at most 4 bytes a row. */
    static final long MAX_KEYS_A_ROW = 16;

    /** The divisor for the heap: a table takes at most 1/32 of it, also while it is built. */
    private static final int HEAP_PART = 32;

    private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory() / HEAP_PART;

    /** The number of rows that the constructor reads at a time. */
    private static final int BLOCK = 1 << 10;

    private final long min;
    private final long span;

    /** Two elements for each 64 keys: the bits of the keys that occur, and the number of smaller keys that occur. */
    private final long[] words;

    /** The first position of each key that occurs, and the number of positions. Null if each key occurs once. */
    private final int @Nullable [] starts;

    private KeyRanks(long min, long span, long[] words, int @Nullable [] starts) {
        this.min = min;
        this.span = span;
        this.words = words;
        this.starts = starts;
    }

    /** Returns the table for an index; null if its keys are too far apart, or if the heap is too small. */
    static @Nullable KeyRanks of(SortedIndex index) {
        KeyColumn column = index.column();
        int valid = index.valid();
        long span = column.max() - column.min();
        if (valid == 0 || span < 0 || span >= MAX_KEYS_A_ROW * valid || bytes(valid, span) > HEAP_BYTES) {
            return null;
        }
        long[] words = new long[2 * ((int) (span >>> 6) + 1)];
        int[] starts = new int[valid + 1];
        int distinct = 0;
        int[] rows = new int[Math.min(valid, BLOCK)];
        long[] keys = new long[rows.length];
        long last = -1;
        for (int from = 0; from < valid; from += rows.length) {
            int count = Math.min(rows.length, valid - from);
            index.copyRows(from, from + count, rows, 0);
            column.keys(rows, count, keys);
            for (int i = 0; i < count; i++) {
                long place = keys[i] - column.min();
                if (place != last) {
                    words[(int) (place >>> 6) << 1] |= 1L << place;
                    starts[distinct++] = from + i;
                    last = place;
                }
            }
        }
        int smaller = 0;
        for (int i = 0; i < words.length; i += 2) {
            words[i + 1] = smaller;
            smaller += Long.bitCount(words[i]);
        }
        return new KeyRanks(column.min(), span, words, distinct == valid ? null : cut(starts, distinct, valid));
    }

    /** Returns the bytes of a table while it is built. */
    private static long bytes(int valid, long span) {
        return (span >>> 6) * 2 * Long.BYTES + (long) valid * Integer.BYTES;
    }

    private static int[] cut(int[] starts, int distinct, int valid) {
        int[] cut = Arrays.copyOf(starts, distinct + 1);
        cut[distinct] = valid;
        return cut;
    }

    /** Returns the number of smaller keys that occur; −1 if the key itself does not occur. */
    private int rank(long key) {
        long place = key - min;
        if (place < 0 || place > span) {
            return -1;
        }
        int at = (int) (place >>> 6) << 1;
        long bit = 1L << place;
        return (words[at] & bit) == 0 ? -1 : (int) words[at + 1] + Long.bitCount(words[at] & bit - 1);
    }

    /** Returns the first position of a key, or −1 if it does not occur. */
    int first(long key) {
        int rank = rank(key);
        return starts == null || rank < 0 ? rank : starts[rank];
    }

    /** Returns the position after the last one of a key whose first position is {@code first}. */
    int end(long key, int first) {
        return starts == null ? first + 1 : starts[rank(key) + 1];
    }

    /** Writes the first position of each key to an array, or −1 if the key does not occur. */
    void first(long[] keys, int count, int[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = rank(keys[i]);
        }
        if (starts != null) {
            for (int i = 0; i < count; i++) {
                into[i] = into[i] < 0 ? -1 : starts[into[i]];
            }
        }
    }

    /**
     * The ranks of an index once they pay. Versions of an index with the same keys and rows share them. Thread-safe.
     */
    static final class Cache {
        /** The number of rows whose entry takes the time that one lookup saves. */
        private static final long ROWS_A_LOOKUP = 16;

        private volatile @Nullable KeyRanks ranks;

        /** The number of lookups so far. A lost update does no harm. */
        private long lookups;

        /** True once the ranks were created, or proved impossible. */
        private volatile boolean isKnown;

        /** Returns the ranks; null if they do not pay yet or are not possible. */
        @Nullable
        KeyRanks get(SortedIndex index, int further) {
            KeyRanks known = ranks;
            if (known != null || isKnown) {
                return known;
            }
            lookups += further;
            return lookups * ROWS_A_LOOKUP < index.valid() ? null : create(index);
        }

        private synchronized @Nullable KeyRanks create(SortedIndex index) {
            if (!isKnown) {
                ranks = KeyRanks.of(index);
                isKnown = true;
            }
            return ranks;
        }
    }
}
