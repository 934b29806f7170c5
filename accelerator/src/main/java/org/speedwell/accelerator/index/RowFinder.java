package org.speedwell.accelerator.index;

import org.speedwell.accelerator.column.KeyColumn;

/**
 * Finds the rows of keys in an index, of each key the first row. Keys that follow each other in its order, and those that are
 * asked for twice, are found without a search. For one thread.
 */
public final class RowFinder {
    private final SortedIndex index;
    private final KeyColumn column;
    private long lastKey;

    /** That of the last key, or of one beside it; −1 before any was found. */
    private int position = -1;

    private int row = -1;

    public RowFinder(SortedIndex index) {
        this.index = index;
        this.column = index.column();
    }

    /** The first row of a key, or −1. */
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
            // that of the last key lies below, and so does all before it
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
