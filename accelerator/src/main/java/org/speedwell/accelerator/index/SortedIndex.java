package org.speedwell.accelerator.index;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * The rows of a column in ascending order of their keys, rows of equal key in row order, NULL rows behind all others.
 * A position is a place in that order.
 *
 * <p>Where the range of keys is small, {@code starts} tells for each key how many rows lie below it: counting a range is
 * then two reads of a small array, whatever the size of the table. Where keys are consecutive it is a subtraction;
 * elsewhere a binary search finds the place, among the rows of one of the {@link Buckets}.
 */
public final class SortedIndex {
    private final KeyColumn column;

    /** Row by position; null where the rows are already in order. */
    private final @Nullable RowNumbers order;

    /** For each key from the least: rows below it; one more entry at the end. Null where the range is wide. */
    private final int @Nullable [] starts;

    /** Whether the keys are consecutive and each stands once, as in a table of which nothing was ever deleted. */
    private final boolean consecutive;

    /** Null where nothing is searched. */
    private final @Nullable Buckets buckets;

    private final int valid;

    SortedIndex(
            KeyColumn column,
            @Nullable RowNumbers order,
            int @Nullable [] starts,
            boolean consecutive,
            @Nullable Buckets buckets) {
        this.column = column;
        this.order = order;
        this.starts = starts;
        this.consecutive = consecutive;
        this.buckets = buckets;
        this.valid = column.rows() - column.nulls();
    }

    @Nullable
    RowNumbers order() {
        return order;
    }

    int @Nullable [] starts() {
        return starts;
    }

    @Nullable
    Buckets buckets() {
        return buckets;
    }

    boolean isConsecutive() {
        return consecutive;
    }

    /** Whether the position of a key is found without a search. */
    public boolean isDirect() {
        return starts != null || consecutive;
    }

    public KeyColumn column() {
        return column;
    }

    /** How many rows have a value. */
    public int valid() {
        return valid;
    }

    /** All rows, with those that are NULL. */
    public int rows() {
        return column.rows();
    }

    /** Native bytes; the small arrays on the heap are left out. */
    public long bytes() {
        return order == null ? 0 : order.region().size();
    }

    /** The row at a position; positions from {@link #valid()} on are the NULL rows, in row order. */
    public int row(int position) {
        return order == null ? position : order.get(position);
    }

    /**
     * The row at a place of the order that has the greatest key of the positions below {@code high} first, and rows of
     * equal key in row order. Below {@code high} are whole groups of equal keys.
     */
    public int descendingRow(int high, int place) {
        int mirrored = high - 1 - place;
        long key = column.key(row(mirrored));
        int first = below(key);
        // Within its group the place counts upwards again
        return row(first + through(key) - 1 - mirrored);
    }

    /**
     * The positions that follow one another from a place on in the order of all rows that is ascending or descending, with
     * the NULL rows first or last: {@link #first} is that of the place, {@link #end} the one behind the last. Downwards only
     * rows of equal key do, as they keep row order.
     */
    public long run(int place, boolean descending, boolean nullsFirst) {
        int keyed = nullsFirst ? place - (column.rows() - valid) : place;
        if (keyed < 0) {
            return run(valid + place, column.rows());
        }
        if (keyed >= valid) {
            return run(place, column.rows());
        }
        if (!descending) {
            return run(keyed, valid);
        }
        int mirrored = valid - 1 - keyed;
        long key = column.key(row(mirrored));
        int end = through(key);
        // Within its group the place counts upwards again
        return run(below(key) + end - 1 - mirrored, end);
    }

    private static long run(int first, int end) {
        return (long) first << Integer.SIZE | end;
    }

    /** The first position of a {@link #run}. */
    public static int first(long run) {
        return (int) (run >>> Integer.SIZE);
    }

    /** The position behind the last of a {@link #run}. */
    public static int end(long run) {
        return (int) run;
    }

    /** How many rows have a key from {@code low} to {@code high}, both inclusive. */
    public int count(long low, long high) {
        return low > high ? 0 : through(high) - below(low);
    }

    /** How many rows have a key below the given one: the position of its first row, if it has any. */
    public int below(long key) {
        if (key <= column.min()) {
            return 0;
        }
        if (key > column.max()) {
            return valid;
        }
        int distance = (int) (key - column.min());
        if (starts != null) {
            return starts[distance];
        }
        return consecutive ? distance : search(key);
    }

    /** How many rows have a key not above the given one. */
    public int through(long key) {
        return key == Long.MAX_VALUE ? valid : below(key + 1);
    }

    private int search(long key) {
        int low = 0;
        int high = valid;
        if (buckets != null) {
            int bucket = buckets.bucket(key - column.min());
            low = buckets.starts()[bucket];
            high = buckets.starts()[bucket + 1];
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (column.key(row(middle)) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
