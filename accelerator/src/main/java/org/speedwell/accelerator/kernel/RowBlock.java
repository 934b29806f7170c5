package org.speedwell.accelerator.kernel;

/** Some rows of a table, or tuples of rows of several, that one step hands to the next; filled again and again. For one thread. */
public final class RowBlock {
    /** As many as one block takes: what is read for them stays in the processor's nearest cache. */
    public static final int CAPACITY = 1 << 10;

    /** Of a selection, the words of as many rows. */
    private static final int WORDS = CAPACITY / Long.SIZE;

    /** By table, then by place. */
    public final int[][] rows;

    public int size;

    /** How often it has been filled: what was read for its rows is stale when this has changed. */
    public long fillings;

    public RowBlock(int tables) {
        this.rows = new int[tables][CAPACITY];
    }

    /** Takes rows of the one table from a place on, as many as there are and it can. */
    public void fill(Rows from, int place) {
        fillings++;
        size = 0;
        int[] into = rows[0];
        from.slice(place, Math.min(from.size(), place + CAPACITY)).forEach(row -> into[size++] = row);
    }

    /** Takes those selected rows of a block of the one table that a part of the selection has. */
    private void fill(int first, long[] words, int from) {
        fillings++;
        int[] into = rows[0];
        int next = 0;
        for (int i = from; i < from + WORDS; i++) {
            long left = words[i];
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

    /** Hands the selected rows of a block of the one table to a worker. */
    void hand(int first, Selection selection, RowWorker<?> worker) {
        for (int from = 0; from < Selector.WORDS; from += WORDS) {
            fill(first, selection.words, from);
            if (size > 0) {
                worker.accept(this);
            }
        }
    }
}
