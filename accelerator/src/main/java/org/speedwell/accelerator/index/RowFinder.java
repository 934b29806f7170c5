package org.speedwell.accelerator.index;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A reader that finds the rows of keys in a sorted index. A search that starts near the previous result is short: a key
 * that directly follows the previous one in the index, or repeats it, needs none. For one thread.
 */
public final class RowFinder {
    private final SortedIndex index;
    private final KeyColumn column;
    private final @Nullable KeyRanks ranks;
    private long lastKey;

    /** The position of the last key, or a position beside it. −1 before the first search. */
    private int position = -1;

    private int row = -1;

    /**
     * Creates a reader of an index.
     *
     * @param lookups the number of keys that the caller will look up. Many lookups create a table that speeds them up
     */
    public RowFinder(SortedIndex index, int lookups) {
        this.index = index;
        this.column = index.column();
        this.ranks = index.isDirect() ? null : index.ranks(lookups);
    }

    /** Writes the first row of each key to an array, or −1 if no row has it. */
    public void find(long[] keys, int count, int[] rows) {
        if (ranks != null) {
            ranks.first(keys, count, rows);
            index.toRows(rows, count);
        } else if (index.isDirect()) {
            index.directFirst(keys, count, rows);
            index.toRows(rows, count);
        } else {
            for (int i = 0; i < count; i++) {
                rows[i] = find(keys[i]);
            }
        }
    }

    /**
     * Returns the positions of a key: {@link SortedIndex#first} returns the first of them and {@link SortedIndex#end} the
     * one after the last.
     */
    public long positions(long key) {
        if (ranks == null) {
            int from = index.below(key);
            return SortedIndex.run(from, Math.max(from, index.through(key)));
        }
        int from = ranks.first(key);
        return from < 0 ? 0 : SortedIndex.run(from, ranks.end(key, from));
    }

    private int find(long key) {
        if (key != lastKey || position < 0) {
            lastKey = key;
            row = near(key);
        }
        return row;
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
