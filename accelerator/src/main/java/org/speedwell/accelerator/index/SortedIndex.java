package org.speedwell.accelerator.index;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyChanges;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * The rows of a column in ascending order of their keys, rows of equal key in row order, NULL rows behind all others.
 * A position is a place in that order.
 *
 * <p>Where the range of keys is small, {@code starts} tells for each key how many rows lie below it: counting a range is
 * then two reads of a small array, whatever the size of the table. Where keys are consecutive it is a subtraction;
 * elsewhere a binary search finds the place, among the rows of one of the {@link Buckets}.
 */
public final class SortedIndex {
    /** Those of a later version may become more than are made first. */
    private static final int MAX_BUCKETS = 4 * SortedIndexBuilder.MAX_STARTS;

    /** Where a row of a key is looked for is guessed so often, each time from where the guess before led. */
    private static final int GUESSES = 2;

    /** From there it is looked for around, in steps that double. */
    private static final int FIRST_STEP = 8;

    /** By so many rows is told how many keys there are. */
    private static final int MAX_SAMPLES = 8;

    private final KeyColumn column;
    private final int rows;

    /** Row by position; null where the rows are already in order. */
    private final @Nullable RowNumbers order;

    /** For each key from the least: rows below it; one more entry at the end. Null where the range is wide. */
    private final int @Nullable [] starts;

    /** Whether the keys are consecutive and each stands once, as in a table of which nothing was ever deleted. */
    private final boolean consecutive;

    /** Null where nothing is searched. */
    private final @Nullable Buckets buckets;

    private final int valid;

    /** @param rows how many rows the table has: a column may have more, of which some are no longer there */
    SortedIndex(
            KeyColumn column,
            int rows,
            @Nullable RowNumbers order,
            int @Nullable [] starts,
            boolean consecutive,
            @Nullable Buckets buckets) {
        this.column = column;
        this.rows = rows;
        this.order = order;
        this.starts = starts;
        this.consecutive = consecutive;
        this.buckets = buckets;
        this.valid = rows - column.nulls();
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
        return rows;
    }

    /** Native bytes; the small arrays on the heap are left out. */
    public long bytes() {
        return order == null ? 0 : order.bytes();
    }

    /** The row at a position; positions from {@link #valid()} on are the NULL rows, in row order. */
    public int row(int position) {
        return order == null ? position : order.get(position);
    }

    /** Whether a row is found by a search among pieces that versions share, so that many are better asked for at once. */
    public boolean isInChunks() {
        return order != null && order.isInChunks();
    }

    /**
     * Of an index that {@link #isInChunks}, the rows from a position on that are in one piece: {@link #length} of them, each
     * told by {@link #rowOf}. For loops that read something by each: with no call between them, and none to a function that is
     * handed over, the processor waits for many at once.
     */
    public long stretch(int position) {
        return Objects.requireNonNull(order).stretch(position);
    }

    /** How many rows a {@link #stretch} has. */
    public static int length(long stretch) {
        return RowIdTree.length(stretch);
    }

    /** One of the rows of a {@link #stretch}, from 0 on. */
    public int rowOf(long stretch, int index) {
        return Objects.requireNonNull(order).numberOf(stretch, index);
    }

    /** The rows from one position to another, in order: sooner than one by one. */
    public void forEachRow(int from, int to, IntConsumer action) {
        if (order != null) {
            order.forEach(from, to, action);
            return;
        }
        for (int position = from; position < to; position++) {
            action.accept(position);
        }
    }

    /** As {@link #forEachRow}, to an array, from its place {@code at} on. */
    public void copyRows(int from, int to, int[] target, int at) {
        if (order != null) {
            order.copy(from, to, target, at);
            return;
        }
        for (int position = from; position < to; position++) {
            target[at + position - from] = position;
        }
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
        int keyed = nullsFirst ? place - (rows - valid) : place;
        if (keyed < 0) {
            return run(valid + place, rows);
        }
        if (keyed >= valid) {
            return run(place, rows);
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

    /**
     * About how many keys have rows, NULL as one of them: each of some rows stands for one part of its key, of as many as the
     * key has rows.
     */
    public double expectedKeys() {
        int samples = Math.min(valid, MAX_SAMPLES);
        double parts = 0;
        for (int i = 0; i < samples; i++) {
            long key = column.key(row((int) ((long) valid * i / samples)));
            parts += 1.0 / count(key, key);
        }
        return (samples == 0 ? 0 : valid * parts / samples) + (valid < rows ? 1 : 0);
    }

    /** As {@link #count}, of an index that {@link #isDirect}: where that is asked before, no search is compiled into the caller. */
    public int directCount(long low, long high) {
        return low > high ? 0 : directThrough(high) - directBelow(low);
    }

    /** How many rows have a key below the given one: the position of its first row, if it has any. */
    public int below(long key) {
        return isDirect() || key <= column.min() || key > column.max() ? directBelow(key) : search(key);
    }

    /** How many rows have a key not above the given one. */
    public int through(long key) {
        return key == Long.MAX_VALUE ? valid : below(key + 1);
    }

    /** Returns the first row of a key, or −1 if no row has it. */
    public int firstRow(long key) {
        int position = below(key);
        int row = position < valid ? row(position) : -1;
        return row >= 0 && column.key(row) == key ? row : -1;
    }

    /** As {@link #below}, of an index that {@link #isDirect}. */
    public int directBelow(long key) {
        if (key <= column.min()) {
            return 0;
        }
        if (key > column.max()) {
            return valid;
        }
        int distance = (int) (key - column.min());
        return starts == null ? distance : starts[distance];
    }

    /** As {@link #through}, of an index that {@link #isDirect}. */
    public int directThrough(long key) {
        return key == Long.MAX_VALUE ? valid : directBelow(key + 1);
    }

    private int search(long key) {
        int low = 0;
        int high = valid;
        if (buckets != null) {
            int bucket = buckets.bucket(key);
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

    /** The same rows over a column of the same keys. */
    public SortedIndex over(KeyColumn same) {
        return new SortedIndex(same, rows, order, starts, consecutive, buckets);
    }

    /** The same rows over a column of the same values, whose keys are others, perhaps, but in the same order. */
    public SortedIndex translated(KeyColumn same) {
        if (same.hasKeysOf(column)) {
            return same == column ? this : new SortedIndex(same, rows, order, starts, consecutive, buckets);
        }
        return searched(same, rows, order);
    }

    /** An index of which nothing else is known. */
    private static SortedIndex searched(KeyColumn keys, int rows, @Nullable RowNumbers order) {
        IntUnaryOperator rowAt = order == null ? IntUnaryOperator.identity() : order::get;
        int valid = rows - keys.nulls();
        long span = keys.max() - keys.min();
        if (span >= 0 && span < SortedIndexBuilder.MAX_STARTS) {
            return new SortedIndex(keys, rows, order, Buckets.starts(keys, 0, valid, rowAt), false, null);
        }
        Buckets buckets = valid == 0 ? null : Buckets.of(keys, SortedIndexBuilder.MAX_STARTS, valid, rowAt);
        return new SortedIndex(keys, rows, order, null, false, buckets);
    }

    /**
     * The index of a later version of the table; what did not change is shared.
     *
     * @param next the column of that version
     * @param changes by which it was made of this one's
     * @param removed rows that are no longer there; ascending
     * @param budget in which what is not shared is counted
     */
    public SortedIndex edit(KeyColumn next, KeyChanges changes, int[] removed, MemoryBudget budget) {
        int[] moved = changes.present();
        int[] gone = merged(removed, moved, column.rows());
        if (moved.length == 0 && gone.length == 0) {
            return next == column ? this : new SortedIndex(next, rows, order, starts, consecutive, buckets);
        }
        KeyedRows out = KeyedRows.of(column, gone);
        KeyedRows in = KeyedRows.of(next, moved);
        RowListEdit splices = new RowListEdit(positions(out), positions(in), in.rows());
        int nextRows = rows - gone.length + moved.length;
        RowNumbers nextOrder = isAppended(splices) ? null : RowNumbers.edit(order, rows, splices, next.rows(), budget);
        if (consecutive && out.keys().length == 0 && isFollowing(in.keys())) {
            return new SortedIndex(next, nextRows, nextOrder, null, true, null);
        }
        Buckets former = starts == null ? buckets : new Buckets(column.min(), starts, 0);
        int most = starts == null ? MAX_BUCKETS : SortedIndexBuilder.MAX_STARTS + 1;
        Buckets edited =
                former == null || valid == 0 ? null : former.edit(next.min(), next.max(), most, out.keys(), in.keys());
        if (edited == null) {
            return searched(next, nextRows, nextOrder);
        }
        return starts == null
                ? new SortedIndex(next, nextRows, nextOrder, null, false, edited)
                : new SortedIndex(next, nextRows, nextOrder, edited.starts(), false, null);
    }

    /** Two ascending lists as one; of the second what is below an end. */
    private static int[] merged(int[] one, int[] two, int end) {
        int[] all = new int[one.length + two.length];
        int size = 0;
        int next = 0;
        for (int row : two) {
            while (next < one.length && one[next] < row) {
                all[size++] = one[next++];
            }
            if (row < end) {
                all[size++] = row;
            }
        }
        while (next < one.length) {
            all[size++] = one[next++];
        }
        return size == all.length ? all : Arrays.copyOf(all, size);
    }

    /** For rows in order the positions that they have, or before which they belong; ascending. */
    private int[] positions(KeyedRows sorted) {
        Reader reader = new Reader();
        int[] positions = new int[sorted.rows().length];
        for (int i = 0; i < positions.length; i++) {
            int row = sorted.rows()[i];
            if (i >= sorted.keys().length) {
                positions[i] = reader.first(valid, rows, row);
            } else {
                long key = sorted.keys()[i];
                positions[i] =
                        isDirect() ? reader.first(directBelow(key), directThrough(key), row) : reader.search(key, row);
            }
        }
        return positions;
    }

    /** Finds positions, one behind the other. For one thread. */
    private final class Reader {
        private final IntUnaryOperator rowAt = order == null ? IntUnaryOperator.identity() : order.reader();

        /** The position that was found last, and the row for which. */
        private int position;

        private int row;

        /**
         * The first position from one to another, which have ascending rows, whose row is not below the given one. Rows of one
         * key are most often spread evenly over the table: it is looked for where it would be then, as seen from the one
         * that was found last, or from the begin.
         */
        int first(int from, int to, int wanted) {
            double density = (double) (to - from) / column.rows();
            boolean follows = position > from;
            int low = follows ? position : from;
            int guess = (int) Math.min(low + (wanted - (follows ? row : 0)) * density, to - 1);
            for (int i = 0; i < GUESSES && low < to; i++) {
                guess = (int) Math.clamp(guess + (wanted - rowAt.applyAsInt(guess)) * density, low, to - 1);
            }
            return found(near(low, to, guess, place -> rowAt.applyAsInt(place) < wanted), wanted);
        }

        /** The first position that does not belong before a key and row. Keys of a bucket are taken to be spread evenly. */
        int search(long key, int wanted) {
            if (key < column.min() || key > column.max()) {
                return found(key < column.min() ? 0 : valid, wanted);
            }
            int from = position;
            int to = valid;
            int guess = from;
            if (buckets != null) {
                int bucket = buckets.bucket(key);
                int start = buckets.starts()[bucket];
                to = buckets.starts()[bucket + 1];
                from = Math.max(from, start);
                guess = start + (int) ((to - start) * buckets.share(key));
            }
            return found(
                    near(from, to, guess, place -> {
                        int other = rowAt.applyAsInt(place);
                        long otherKey = column.key(other);
                        return otherKey < key || otherKey == key && other < wanted;
                    }),
                    wanted);
        }

        private int found(int at, int wanted) {
            position = at;
            row = wanted;
            return at;
        }

        /** The first position from one to another that is not before what is looked for, which is likely to be near a guess. */
        private int near(int from, int to, int guess, IntPredicate isBefore) {
            int low = from;
            int high = to;
            if (from < to) {
                int middle = Math.clamp(guess, from, to - 1);
                int step = FIRST_STEP;
                if (isBefore.test(middle)) {
                    low = middle + 1;
                    while (low + step < high && isBefore.test(low + step)) {
                        low += step + 1;
                        step *= 2;
                    }
                    high = Math.min(high, low + step);
                } else {
                    high = middle;
                    while (high - step > low && !isBefore.test(high - step)) {
                        high -= step;
                        step *= 2;
                    }
                    low = Math.max(low, high - step);
                }
            }
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isBefore.test(middle)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Whether rows that are in order stay so. */
    private boolean isAppended(RowListEdit splices) {
        int[] at = splices.at();
        return order == null
                && splices.removed().length == 0
                && IntStream.range(0, at.length).allMatch(i -> at[i] == rows && splices.inserted()[i] == rows + i);
    }

    /** Whether ascending keys follow those that are there. */
    private boolean isFollowing(long[] keys) {
        return IntStream.range(0, keys.length).allMatch(i -> keys[i] == column.max() + 1 + i);
    }
}
