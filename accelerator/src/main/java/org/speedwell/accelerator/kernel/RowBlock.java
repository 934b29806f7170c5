package org.speedwell.accelerator.kernel;

/**
 * A reusable buffer of rows of one table, or of tuples of rows, that one operator passes to the next. For one thread.
 */
public final class RowBlock {
    /** The greatest number of rows of a block: the values read for them stay in the L1 cache. */
    public static final int CAPACITY = 1 << 10;

    /**
     * The number of selected rows of {@link #CAPACITY} from which reading all rows is faster than picking the selected
     * ones.
     */
    private static final int DENSE = CAPACITY / 4 * 3;

    /** The words of a selection that cover {@link #CAPACITY} rows. */
    private static final int WORDS = CAPACITY / Long.SIZE;

    /** The row ids by table, then by position in the block. */
    public final int[][] rows;

    public int size;

    /**
     * The positions of unselected rows, ascending. They are in the block only because a whole range of rows was taken.
     */
    public final int[] others;

    /** The number of {@link #others}; 0 unless the worker accepts them. */
    public int othersSize;

    /** True if each row id follows the previous one by 1. False means unknown. */
    public boolean run;

    /** The number of times this block was filled. Values cached for its rows are stale after a change. */
    public long fillings;

    /** Creates an empty block for {@link #CAPACITY} rows. */
    public RowBlock(int tables) {
        this(tables, CAPACITY);
    }

    /**
     * Creates an empty block.
     *
     * @param capacity the greatest number of rows, at most {@link #CAPACITY}. A query of few rows needs less memory
     */
    public RowBlock(int tables, int capacity) {
        this.rows = new int[tables][capacity];
        this.others = new int[capacity];
    }

    /** Returns the greatest number of rows of this block. */
    public int capacity() {
        return others.length;
    }

    /** Returns an array with room for a value of each row: the given one if it suffices, or else a new one. */
    public int[] room(int[] array) {
        return array.length < size ? new int[capacity()] : array;
    }

    /** Returns an array with room for a value of each row: the given one if it suffices, or else a new one. */
    public long[] room(long[] array) {
        return array.length < size ? new long[capacity()] : array;
    }

    /** Fills the block with rows of the one table from {@code place} on, up to the capacity. */
    public void fill(Rows from, int place) {
        clear();
        int[] into = rows[0];
        from.slice(place, Math.min(from.size(), place + capacity())).forEach(row -> into[size++] = row);
    }

    private void clear() {
        fillings++;
        size = 0;
        othersSize = 0;
        run = false;
    }

    /**
     * Adds the selected rows of a block of the one table, and passes this block to a worker whenever it is full. Few
     * selected rows of several blocks share one pass. Call {@link #flush} for the remainder.
     */
    void take(int first, Selection selection, RowWorker<?> worker) {
        for (int from = 0; from < Selector.WORDS; from += WORDS) {
            int count = count(selection.words, from);
            if (count >= DENSE && worker.skipsUnselectedRows()) {
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

    /** Passes the rows added since the last flush to the worker. */
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

    /**
     * Takes all rows of a part of a selection up to the last selected one, since the table may end there. Records the
     * unselected ones.
     */
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

    /** Appends the selected rows of a part of a selection. */
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
