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
 * A sorted index: the rows of a column in ascending order of their keys. Rows with equal keys are in row order, and
 * NULL rows come after all others. A position is a place in that order.
 *
 * <p>If the range of keys is small, {@code starts} holds the number of rows below each key. Counting a range is then
 * two reads of a small array, for a table of any size. If the keys are consecutive, the count is a subtraction.
 * Otherwise a binary search finds the position among the rows of one of the {@link Buckets}.
 */
public final class SortedIndex {
    /** The greatest number of buckets of a later version. It exceeds the number that a first build creates. */
    private static final int MAX_BUCKETS = 4 * SortedIndexBuilder.MAX_STARTS;

    /** The number of guesses at the position of a row. Each guess starts from the result of the one before. */
    private static final int GUESSES = 2;

    /** The first step of the search around a guess. Each further step is twice as long. */
    private static final int FIRST_STEP = 8;

    /** The number of rows that the estimate of the number of distinct keys reads. */
    private static final int MAX_SAMPLES = 8;

    private final KeyColumn column;
    private final int rows;

    /** The row of each position. Null if the rows are already in order. */
    private final @Nullable RowNumbers order;

    /**
     * The number of rows below each key, from the smallest key on, and one more entry at the end. Null if the range is
     * wide.
     */
    private final @Nullable Starts starts;

    /** The starts if they are in one array, which saves an indirection. */
    private final int @Nullable [] flat;

    /** True if the keys are consecutive and each occurs once, as in a table without deletions. */
    private final boolean consecutive;

    /** The buckets that narrow a search. Null if no lookup needs a search. */
    private final @Nullable Buckets buckets;

    private final int valid;

    private final KeyRanks.Cache ranks;

    /**
     * Creates an index.
     *
     * @param rows the number of rows of the table. The column may have more, because it includes deleted rows.
     */
    SortedIndex(
            KeyColumn column,
            int rows,
            @Nullable RowNumbers order,
            @Nullable Starts starts,
            boolean consecutive,
            @Nullable Buckets buckets) {
        this(column, rows, order, starts, consecutive, buckets, new KeyRanks.Cache());
    }

    private SortedIndex(
            KeyColumn column,
            int rows,
            @Nullable RowNumbers order,
            @Nullable Starts starts,
            boolean consecutive,
            @Nullable Buckets buckets,
            KeyRanks.Cache ranks) {
        this.ranks = ranks;
        this.column = column;
        this.rows = rows;
        this.order = order;
        this.starts = starts;
        this.flat = starts == null ? null : starts.flat();
        this.consecutive = consecutive;
        this.buckets = buckets;
        this.valid = rows - column.nulls();
    }

    @Nullable
    RowNumbers order() {
        return order;
    }

    @Nullable
    Starts starts() {
        return starts;
    }

    @Nullable
    Buckets buckets() {
        return buckets;
    }

    boolean isConsecutive() {
        return consecutive;
    }

    /** Returns whether the index finds the position of a key without a search. */
    public boolean isDirect() {
        return starts != null || consecutive;
    }

    public KeyColumn column() {
        return column;
    }

    /** Returns the number of rows that are not NULL. */
    public int valid() {
        return valid;
    }

    /** Returns the number of all rows, including NULL rows. */
    public int rows() {
        return rows;
    }

    /** Returns the number of native bytes. The small arrays on the heap do not count. */
    public long bytes() {
        return order == null ? 0 : order.bytes();
    }

    /** Returns the row at a position. The positions from {@link #valid()} on are the NULL rows, in row order. */
    public int row(int position) {
        return order == null ? position : order.get(position);
    }

    /**
     * Returns whether the rows are in chunks that versions share. Each read of a row then searches for its chunk, so
     * that a caller should read many rows at once.
     */
    public boolean isInChunks() {
        return order != null && order.isInChunks();
    }

    /**
     * Returns the stretch from a position to the end of its chunk. The index must be
     * {@linkplain #isInChunks in chunks}. {@link #length} returns its number of rows, and {@link #rowOf} returns one of
     * them. A loop over a stretch calls no function that a caller passes. The processor can then wait for many reads at
     * once.
     */
    public long stretch(int position) {
        return Objects.requireNonNull(order).stretch(position);
    }

    /** Returns the number of rows in a {@link #stretch}. */
    public static int length(long stretch) {
        return RowIdTree.length(stretch);
    }

    /** Returns one row of a {@link #stretch}. The index starts at 0. */
    public int rowOf(long stretch, int index) {
        return Objects.requireNonNull(order).numberOf(stretch, index);
    }

    /**
     * Passes the rows of a range of positions to an action, in order. The range ends before {@code to}. Faster than one
     * call of {@link #row} for each.
     */
    public void forEachRow(int from, int to, IntConsumer action) {
        if (order != null) {
            order.forEach(from, to, action);
            return;
        }
        for (int position = from; position < to; position++) {
            action.accept(position);
        }
    }

    /**
     * Copies the rows of a range of positions to an array, starting at index {@code at}. The range ends before
     * {@code to}.
     */
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
     * Returns the row at a place of the descending order of the positions below {@code high}. In that order the
     * greatest key comes first, and rows with equal keys are in row order. All rows of a key must be on the same side
     * of {@code high}.
     */
    public int descendingRow(int high, int place) {
        int mirrored = high - 1 - place;
        long key = column.key(row(mirrored));
        int first = below(key);
        // Rows with equal keys keep row order, so that the place counts upwards within them.
        return row(first + through(key) - 1 - mirrored);
    }

    /**
     * Returns the run of consecutive positions that begins at a place of a sort order. The order contains all rows,
     * ascending or descending, with the NULL rows first or last. {@link #first} returns the position of the place.
     * {@link #end} returns the position after the run. In descending order a run contains only rows with equal keys,
     * because these keep row order.
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
        // Rows with equal keys keep row order, so that the place counts upwards within them.
        return run(below(key) + end - 1 - mirrored, end);
    }

    static long run(int first, int end) {
        return (long) first << Integer.SIZE | end;
    }

    /** Returns the first position of a {@link #run}. */
    public static int first(long run) {
        return (int) (run >>> Integer.SIZE);
    }

    /** Returns the position after a {@link #run}. */
    public static int end(long run) {
        return (int) run;
    }

    /** Returns the number of positions in a {@link #run}. */
    public static int rows(long run) {
        return end(run) - first(run);
    }

    /** Returns the number of rows whose key is between {@code low} and {@code high}, both inclusive. */
    public int count(long low, long high) {
        return low > high ? 0 : through(high) - below(low);
    }

    /**
     * Returns an estimate of the number of distinct keys. NULL counts as one key. The method reads a few sample rows: a
     * row whose key has <i>n</i> rows counts as 1/<i>n</i> key.
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

    /**
     * Returns {@link #count} for an index that {@link #isDirect}. A caller that checks {@link #isDirect} first keeps
     * the search out of its own compiled code.
     */
    public int directCount(long low, long high) {
        return low > high ? 0 : directThrough(high) - directBelow(low);
    }

    /**
     * Returns the number of rows with a smaller key. This is the position of the first row of the key, if any row has
     * it.
     */
    public int below(long key) {
        return isDirect() || key <= column.min() || key > column.max() ? directBelow(key) : search(key);
    }

    /** Returns the number of rows whose key is not above the given key. */
    public int through(long key) {
        return key == Long.MAX_VALUE ? valid : below(key + 1);
    }

    /** Returns the first row of a key, or −1 if no row has it. */
    public int firstRow(long key) {
        int position = below(key);
        int row = position < valid ? row(position) : -1;
        return row >= 0 && column.key(row) == key ? row : -1;
    }

    /** Returns {@link #below} for an index that {@link #isDirect}. */
    public int directBelow(long key) {
        if (key <= column.min()) {
            return 0;
        }
        if (key > column.max()) {
            return valid;
        }
        int distance = (int) (key - column.min());
        int[] all = flat;
        return all == null ? directStart(distance) : all[distance];
    }

    /** Writes the first position of each key, or −1 if no row has it. The index must be {@link #isDirect}. */
    void directFirst(long[] keys, int count, int[] into) {
        int[] all = flat;
        if (all == null) {
            for (int i = 0; i < count; i++) {
                int first = directBelow(keys[i]);
                into[i] = first < directThrough(keys[i]) ? first : -1;
            }
            return;
        }
        long min = column.min();
        long last = all.length - 2L;
        for (int i = 0; i < count; i++) {
            long distance = keys[i] - min;
            boolean isInside = distance >= 0 && distance <= last;
            int first = isInside ? all[(int) distance] : 0;
            into[i] = isInside && first < all[(int) distance + 1] ? first : -1;
        }
    }

    /** Replaces positions by their rows. A −1 stays −1. */
    void toRows(int[] positions, int count) {
        for (int i = 0; order != null && i < count; i++) {
            positions[i] = positions[i] < 0 ? -1 : order.get(positions[i]);
        }
    }

    /**
     * Returns a table of the keys that speeds up lookups. Null if the table does not pay yet, or if the keys are too far
     * apart.
     *
     * @param lookups the number of lookups that follow
     */
    @Nullable
    KeyRanks ranks(int lookups) {
        return ranks.get(this, lookups);
    }

    private int directStart(int distance) {
        return starts == null ? distance : starts.inBlock(distance);
    }

    /** Returns {@link #through} for an index that {@link #isDirect}. */
    public int directThrough(long key) {
        return key == Long.MAX_VALUE ? valid : directBelow(key + 1);
    }

    private int search(long key) {
        int low = 0;
        int high = valid;
        if (buckets != null) {
            int bucket = buckets.bucket(key);
            low = buckets.starts().get(bucket);
            high = buckets.starts().get(bucket + 1);
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

    /** Returns an index of the same rows over another column with the same keys. */
    public SortedIndex over(KeyColumn same) {
        return new SortedIndex(same, rows, order, starts, consecutive, buckets, ranks);
    }

    /**
     * Returns an index of the same rows over another column with the same values. The keys may differ, but their order
     * must not.
     */
    public SortedIndex translated(KeyColumn same) {
        if (same.hasKeysOf(column)) {
            return same == column ? this : over(same);
        }
        return searched(same, rows, order);
    }

    /** Creates an index for a given order of rows, and computes its starts or buckets from the keys. */
    private static SortedIndex searched(KeyColumn keys, int rows, @Nullable RowNumbers order) {
        IntUnaryOperator rowAt = order == null ? IntUnaryOperator.identity() : order::get;
        int valid = rows - keys.nulls();
        long span = keys.max() - keys.min();
        if (span >= 0 && span < SortedIndexBuilder.MAX_STARTS) {
            return new SortedIndex(keys, rows, order, new Starts(Buckets.starts(keys, 0, valid, rowAt)), false, null);
        }
        Buckets buckets = valid == 0 ? null : Buckets.of(keys, SortedIndexBuilder.MAX_STARTS, valid, rowAt);
        return new SortedIndex(keys, rows, order, null, false, buckets);
    }

    /**
     * Returns the index of a later version of the table. The two versions share all memory that does not change.
     *
     * @param next the column of the later version
     * @param changes the changes that turned the column of this index into {@code next}
     * @param removed the rows that the later version no longer has, ascending
     * @param budget counts the memory that the versions do not share
     */
    public SortedIndex edit(KeyColumn next, KeyChanges changes, int[] removed, MemoryBudget budget) {
        int[] moved = changes.present();
        int[] gone = merged(removed, moved, column.rows());
        if (moved.length == 0 && gone.length == 0) {
            return next == column ? this : over(next);
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

    /** Merges two ascending arrays. The elements of the second from {@code end} on are omitted. */
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

    /**
     * Returns, for each of the sorted rows, its position or the position before which it belongs. The result is
     * ascending.
     */
    private int[] positions(KeyedRows sorted) {
        Reader reader = new Reader();
        int[] positions = new int[sorted.rows().length];
        for (int i = 0; i < positions.length; i++) {
            int row = sorted.rows()[i];
            boolean isNew = row >= column.rows(); // and thus after all rows of its key
            if (i >= sorted.keys().length) {
                positions[i] = isNew ? rows : reader.first(valid, rows, row);
                continue;
            }
            long key = sorted.keys()[i];
            if (!isDirect()) {
                positions[i] = reader.search(key, row);
            } else {
                positions[i] = isNew ? directThrough(key) : reader.first(directBelow(key), directThrough(key), row);
            }
        }
        return positions;
    }

    /** A search for ascending positions. For one thread. */
    private final class Reader {
        private final IntUnaryOperator rowAt = order == null ? IntUnaryOperator.identity() : order.reader();

        /** The last position that the search found. {@code row} is the row that it searched for. */
        private int position;

        private int row;

        /**
         * Returns the first position in a range whose row is not below {@code wanted}. The rows of the range ascend.
         * The search assumes that they are evenly spread over the table, as the rows of one key usually are. It guesses
         * the position from the last one found, or from the start of the range.
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

        /**
         * Returns the first position whose key and row are not below the given ones. The search assumes that the keys
         * of a bucket are evenly spread.
         */
        int search(long key, int wanted) {
            if (key < column.min() || key > column.max()) {
                return found(key < column.min() ? 0 : valid, wanted);
            }
            int from = position;
            int to = valid;
            int guess = from;
            if (buckets != null) {
                int bucket = buckets.bucket(key);
                int start = buckets.starts().get(bucket);
                to = buckets.starts().get(bucket + 1);
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

        /**
         * Returns the first position in a range for which {@code isBefore} is false. Searches outwards from the guess,
         * because the position is probably close to it.
         */
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

    /** Returns whether the edit only appends the next row ids, so that the order remains the row order. */
    private boolean isAppended(RowListEdit splices) {
        int[] at = splices.at();
        return order == null
                && splices.removed().length == 0
                && IntStream.range(0, at.length).allMatch(i -> at[i] == rows && splices.inserted()[i] == rows + i);
    }

    /** Returns whether ascending keys directly follow the greatest key of this index. */
    private boolean isFollowing(long[] keys) {
        return IntStream.range(0, keys.length).allMatch(i -> keys[i] == column.max() + 1 + i);
    }
}
