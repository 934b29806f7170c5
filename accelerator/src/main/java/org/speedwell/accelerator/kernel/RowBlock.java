package org.speedwell.accelerator.kernel;

/** Some rows of a table, or tuples of rows of several, that one step hands to the next; filled again and again. For one thread. */
public final class RowBlock {
    /** As many as one block takes. */
    public static final int CAPACITY = Selector.ROWS;

    /** By table, then by place. */
    public final int[][] rows;

    public int size;

    /** How often it has been filled: what was read for its rows is stale when this has changed. */
    public long fillings;

    public RowBlock(int tables) {
        this.rows = new int[tables][CAPACITY];
    }

    /** Takes the selected rows of a block of the one table. */
    void fill(int first, Selection selection) {
        fillings++;
        int[] into = rows[0];
        int next = 0;
        for (int i = 0; i < Selector.WORDS; i++) {
            long left = selection.words[i];
            int start = first + (i << 6);
            if (left == -1) {
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    into[next + bit] = start + bit;
                }
                next += Long.SIZE;
            } else {
                for (; left != 0; left &= left - 1) {
                    into[next++] = start + Long.numberOfTrailingZeros(left);
                }
            }
        }
        size = next;
    }
}
