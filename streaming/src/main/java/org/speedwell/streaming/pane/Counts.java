package org.speedwell.streaming.pane;

import java.util.Arrays;

/**
 * The counts of all slots, exact to 63 bits. As long as all counts are below 2<sup>31</sup>, each takes one
 * {@code int}. This halves the memory and the cache that a loop over events needs. A second array holds the higher
 * bits, once a count has any. For one thread.
 */
final class Counts {
    private static final int[] NONE = new int[0];

    /**
     * The lower 31 bits of each count, never negative. The field is not private because a loop of a pane reads and
     * writes it.
     */
    int[] low = new int[16];

    /** The higher bits of each count. Empty while no count has any. */
    private int[] high = NONE;

    /** Makes room for all slots below {@code limit}. */
    void reserve(int limit) {
        if (limit > low.length) {
            low = Arrays.copyOf(low, Math.max(2 * low.length, limit));
            high = high.length == 0 ? NONE : Arrays.copyOf(high, low.length);
        }
    }

    /** Returns the count of a slot, or 0 if the slot has no room. */
    long get(int slot) {
        return slot < low.length ? low[slot] + above(slot) : 0;
    }

    private long above(int slot) {
        return high.length == 0 ? 0 : (long) high[slot] << 31;
    }

    /**
     * Finds the slots of a range that have a count. The range ends before {@code to}. The usual loop has no branch. If
     * it had one, the compiler would assume that all slots have a count until the first slot without one. It would then
     * discard the compiled loop in the middle of a window that closes.
     *
     * @param found receives the slots in ascending order; has room for all of the range
     * @return the number of slots found
     */
    int find(int from, int to, int[] found) {
        int end = Math.min(to, low.length);
        int size = 0;
        if (high.length > 0) {
            for (int slot = from; slot < end; slot++) {
                found[size] = slot;
                size += Long.signum(get(slot));
            }
            return size;
        }
        int[] all = low;
        for (int slot = from; slot < end; slot++) {
            found[size] = slot;
            size += -all[slot] >>> 31; // 1 for a count above 0
        }
        return size;
    }

    /** Adds to the count of a slot. The slot must have room, and the sum must not be negative. */
    void add(int slot, long count) {
        set(slot, low[slot] + above(slot) + count);
    }

    /** Adds 1 to the count of a slot. The slot must have room. */
    void increment(int slot) {
        int count = low[slot];
        if (count == Integer.MAX_VALUE) {
            add(slot, 1);
        } else {
            low[slot] = count + 1;
        }
    }

    /**
     * Adds the counts of another object for a range of slots, which ends before {@code to}. The compiler vectorises the
     * loop over the lower bits.
     */
    void addAll(Counts other, int from, int to) {
        reserve(other.low.length);
        int end = Math.min(to, other.low.length);
        if (high.length > 0 || other.high.length > 0) {
            addAll(other, from, end, 1);
            return;
        }
        int[] mine = low;
        int[] theirs = other.low;
        int signs = 0;
        for (int slot = from; slot < end; slot++) {
            mine[slot] += theirs[slot];
            signs |= mine[slot];
        }
        for (int slot = from; signs < 0 && slot < end; slot++) {
            if (mine[slot] < 0) {
                set(slot, Integer.toUnsignedLong(mine[slot]));
            }
        }
    }

    /**
     * Subtracts the counts of another object, which were added before, for a range of slots. The range ends before
     * {@code to}. The other object may have more room, for slots without events.
     */
    void subtractAll(Counts other, int from, int to) {
        reserve(other.low.length);
        int end = Math.min(to, other.low.length);
        if (high.length > 0 || other.high.length > 0) {
            addAll(other, from, end, -1);
            return;
        }
        int[] mine = low;
        int[] theirs = other.low;
        for (int slot = from; slot < end; slot++) {
            mine[slot] -= theirs[slot];
        }
    }

    private void addAll(Counts other, int from, int to, int sign) {
        for (int slot = from; slot < to; slot++) {
            add(slot, sign * other.get(slot));
        }
    }

    /** Sets the counts of a range of slots to 0. The range ends before {@code to}. */
    void clear(int from, int to) {
        fill(low, from, to);
        fill(high, from, to);
    }

    private static void fill(int[] array, int from, int to) {
        if (from < array.length) {
            Arrays.fill(array, from, Math.min(to, array.length), 0);
        }
    }

    /** Frees the array of the higher bits. All counts must be 0. */
    void freeHigherBits() {
        high = NONE;
    }

    void set(int slot, long count) {
        low[slot] = (int) count & Integer.MAX_VALUE;
        int bits = (int) (count >>> 31);
        if (bits != 0 && high.length == 0) {
            high = new int[low.length];
        }
        if (high.length > 0) {
            high[slot] = bits;
        }
    }

    long bytes() {
        return (long) Integer.BYTES * (low.length + high.length);
    }
}
