package org.speedwell.accelerator.kernel;

/** Some rows of a table, or tuples of rows of several, that one step hands to the next; filled again and again. For one thread. */
public final class RowBlock {
    /** As many as one block takes: what is read for them stays in the processor's nearest cache. */
    public static final int CAPACITY = 1 << 10;

    /** Where so many of as many rows are selected, reading all is sooner than to pick them. */
    private static final int DENSE = CAPACITY / 4 * 3;

    /** Of a selection, the words of as many rows. */
    private static final int WORDS = CAPACITY / Long.SIZE;

    /** By table, then by place. */
    public final int[][] rows;

    public int size;

    /** The places of the rows that are there only because those between which they lie were taken together, ascending. */
    public final int[] others = new int[CAPACITY];

    /** How many {@link #others} there are: none but in blocks for workers that know how to leave them out. */
    public int othersSize;

    /** Whether each row is the one that follows the one before it; it may be so where this is not told. */
    public boolean run;

    /** How often it has been filled: what was read for its rows is stale when this has changed. */
    public long fillings;

    public RowBlock(int tables) {
        this.rows = new int[tables][CAPACITY];
    }

    /** Takes rows of the one table from a place on, as many as there are and it can. */
    public void fill(Rows from, int place) {
        clear();
        int[] into = rows[0];
        from.slice(place, Math.min(from.size(), place + CAPACITY)).forEach(row -> into[size++] = row);
    }

    private void clear() {
        fillings++;
        size = 0;
        othersSize = 0;
        run = false;
    }

    /**
     * Takes the selected rows of a block of the one table, and hands itself to a worker whenever it is full: few of many
     * blocks go together. What it has then {@link #flush} hands over.
     */
    void take(int first, Selection selection, RowWorker<?> worker) {
        for (int from = 0; from < Selector.WORDS; from += WORDS) {
            int count = count(selection.words, from);
            if (count >= DENSE && worker.takesOthers()) {
                flush(worker);
                fill(first + (from << 6), selection.words, from);
                flush(worker);
            } else if (count > 0) {
                if (size + count > CAPACITY) {
                    flush(worker);
                }
                append(first, selection.words, from);
            }
        }
    }

    /** Hands over the rows that have been taken since that was last done. */
    void flush(RowWorker<?> worker) {
        if (size > 0) {
            worker.accept(this);
            clear();
        }
    }

    private static int count(long[] words, int from) {
        int count = 0;
        for (int i = from; i < from + WORDS; i++) {
            count += Long.bitCount(words[i]);
        }
        return count;
    }

    /** All rows of a part of a selection up to the last that is selected, as the table may end there; and which are not. */
    private void fill(int first, long[] words, int from) {
        int last = WORDS - 1;
        while (words[from + last] == 0) {
            last--;
        }
        size = (last + 1 << 6) - Long.numberOfLeadingZeros(words[from + last]);
        run = true;
        int[] into = rows[0];
        for (int i = 0; i < size; i++) {
            into[i] = first + i;
        }
        int next = 0;
        for (int i = 0; i <= last; i++) {
            long left = ~words[from + i];
            for (; left != 0 && (i << 6) + Long.numberOfTrailingZeros(left) < size; left &= left - 1) {
                others[next++] = (i << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        othersSize = next;
    }

    /** The selected rows of a part of a selection. */
    private void append(int first, long[] words, int from) {
        int[] into = rows[0];
        int next = size;
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
}
