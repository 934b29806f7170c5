package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.KeyColumn;

/**
 * A filter on the order of two columns' keys: {@code below} is less than {@code above}, or equal if {@code orSame}.
 * NULL in either column does not match. The difference of two keys fits a long. Its sign becomes the bit of the row,
 * which avoids branches.
 */
record OrderedKeys(KeyColumn below, KeyColumn above, boolean orSame) implements Selector {
    /** The divisor of the block size below which the remaining rows are read one by one. */
    private static final int PART = 3;

    @Override
    public void refine(int block, int rows, Selection selection) {
        if (selection.count() < rows / PART) {
            Selector.keepListed(this, block, selection);
            return;
        }
        selection.keep(below.validity(), block);
        selection.keep(above.validity(), block);
        long[] lower = new long[Long.SIZE];
        long[] upper = new long[Long.SIZE];
        for (int i = 0; i << 6 < rows; i++) {
            int first = block * ROWS + (i << 6);
            int count = Math.min(Long.SIZE, rows - (i << 6));
            below.keys(first, count, lower);
            above.keys(first, count, upper);
            selection.words[i] &= inOrder(lower, upper, count);
        }
    }

    private long inOrder(long[] lower, long[] upper, int count) {
        long word = 0;
        for (int i = 0; i < count; i++) {
            word |= inOrder(lower[i], upper[i]) << i;
        }
        return word;
    }

    private long inOrder(int row) {
        return inOrder(below.key(row), above.key(row));
    }

    /** Returns 1 if two keys are in order, else 0. */
    private long inOrder(long lower, long upper) {
        return orSame ? upper - lower >>> 63 ^ 1 : lower - upper >>> 63;
    }

    @Override
    public boolean test(int row) {
        return inOrder(row) != 0 && !below.isNull(row) && !above.isNull(row);
    }

    /** Reads all keys first, without branches, so that the processor waits for many reads at once. */
    @Override
    public int keep(int[] rows, int count) {
        if (below.nulls() > 0 || above.nulls() > 0) {
            return Selector.super.keep(rows, count);
        }
        long[] lower = new long[count];
        long[] upper = new long[count];
        below.keys(rows, count, lower);
        above.keys(rows, count, upper);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            rows[kept] = rows[i];
            kept += (int) inOrder(lower[i], upper[i]);
        }
        return kept;
    }
}
