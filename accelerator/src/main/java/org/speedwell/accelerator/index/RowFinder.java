package org.speedwell.accelerator.index;

import org.speedwell.accelerator.column.KeyColumn;

/**
 * A reader that finds the first row of a key in a sorted index. A key that directly follows the previous one in the
 * index, or repeats it, needs no search. For one thread.
 */
public final class RowFinder {
    private final SortedIndex index;
    private final KeyColumn column;
    private long lastKey;

    /** The position of the last key, or a position beside it. −1 before the first search. */
    private int position = -1;

    private int row = -1;

    public RowFinder(SortedIndex index) {
        this.index = index;
        this.column = index.column();
    }

    /** Returns the first row of a key, or −1 if no row has it. */
    public int find(long key) {
        if (key != lastKey || position < 0) {
            lastKey = key;
            row = index.isDirect() ? direct(key) : near(key);
        }
        return row;
    }

    private int direct(long key) {
        position = index.directBelow(key);
        return position < index.directThrough(key) ? index.row(position) : -1;
    }

    private int near(long key) {
        int next = position + 1;
        if (position >= 0 && next < index.valid()) {
            int candidate = index.row(next);
            // The last position has a smaller key, and so have all positions before it.
            if (column.key(candidate) == key && column.key(index.row(position)) < key) {
                position = next;
                return candidate;
            }
        }
        int found = index.below(key);
        if (found < index.valid() && column.key(index.row(found)) == key) {
            position = found;
            return index.row(found);
        }
        position = Math.max(0, found - 1);
        return -1;
    }
}
