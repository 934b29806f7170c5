package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.KeyColumn;

/**
 * Rows that have a value in two columns, of which the keys lie in order: the one below the other, or both may be the same. The
 * difference of two keys fits a long. The sign of a difference is the bit of a row, so that nothing is guessed.
 */
record OrderedKeys(KeyColumn below, KeyColumn above, boolean orSame) implements Selector {
    /** Of so many rows of a word, all are read sooner than those that are left. */
    private static final int MANY = 24;

    @Override
    public void refine(int block, int rows, Selection selection) {
        selection.keep(below.validity(), block);
        selection.keep(above.validity(), block);
        long[] lower = new long[Long.SIZE];
        long[] upper = new long[Long.SIZE];
        for (int i = 0; i << 6 < rows; i++) {
            long left = selection.words[i];
            int first = block * ROWS + (i << 6);
            if (Long.bitCount(left) >= MANY) {
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
