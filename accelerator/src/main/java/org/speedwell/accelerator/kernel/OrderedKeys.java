package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.KeyColumn;

/**
 * A filter on the order of two columns' keys: {@code below} is less than {@code above}, or equal if {@code orSame}.
 * NULL in either column does not match. The difference of two keys fits a long. Its sign becomes the bit of the row,
 * which avoids branches.
 */
record OrderedKeys(KeyColumn below, KeyColumn above, boolean orSame) implements Selector {
    /**
     * The number of remaining rows of a word from which reading all its rows is faster than picking the remaining ones.
     */
    private static final int MIN_ROWS_TO_READ_ALL = 24;

    @Override
    public void refine(int block, int rows, Selection selection) {
        selection.keep(below.validity(), block);
        selection.keep(above.validity(), block);
        long[] lower = new long[Long.SIZE];
        long[] upper = new long[Long.SIZE];
        for (int i = 0; i << 6 < rows; i++) {
            long left = selection.words[i];
            int first = block * ROWS + (i << 6);
            if (Long.bitCount(left) >= MIN_ROWS_TO_READ_ALL) {
                int count = Math.min(Long.SIZE, rows - (i << 6));
                below.keys(first, count, lower);
                above.keys(first, count, upper);
                selection.words[i] = left & inOrder(lower, upper, count);
            } else {
                for (; left != 0; left &= left - 1) {
                    int bit = Long.numberOfTrailingZeros(left);
                    selection.words[i] &= ~((inOrder(first + bit) ^ 1) << bit);
                }
            }
        }
    }

    private long inOrder(long[] lower, long[] upper, int count) {
        long flip = orSame ? 1 : 0;
        long word = 0;
        for (int i = 0; i < count; i++) {
            long sign = orSame ? upper[i] - lower[i] >>> 63 : lower[i] - upper[i] >>> 63;
            word |= (sign ^ flip) << i;
        }
        return word;
    }

    private long inOrder(int row) {
        long distance = above.key(row) - below.key(row);
        return orSame ? distance >>> 63 ^ 1 : -distance >>> 63;
    }

    @Override
    public boolean test(int row) {
        return inOrder(row) != 0 && !below.isNull(row) && !above.isNull(row);
    }
}
