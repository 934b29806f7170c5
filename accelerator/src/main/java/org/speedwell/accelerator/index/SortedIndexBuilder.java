package org.speedwell.accelerator.index;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/**
 * A builder of sorted indexes. It sorts rows with a counting sort if the range of keys is small, and otherwise with a
 * radix sort from the lowest digit.
 */
public final class SortedIndexBuilder {
    /**
     * The limit of the range of keys for which an index keeps the start of every key. The starts take at most 256 KB.
     */
    static final int MAX_STARTS = 1 << 16;

    /**
     * The bits of a key that one pass of the radix sort reads. Three passes sort 32 bits, and the counts of a pass fit
     * into the first-level cache.
     */
    private static final int DIGIT_BITS = 11;

    private static final int DIGIT = (1 << DIGIT_BITS) - 1;
    private static final long HALF = 0xFFFF_FFFFL;

    private SortedIndexBuilder() {}

    /**
     * Builds an index over a column if its values have an order, and otherwise returns null. The lease owns its memory.
     */
    public static @Nullable SortedIndex ifOrdered(Column column, Lease lease) {
        return column instanceof KeyColumn keys && keys.codec().isOrdered() ? build(keys, lease) : null;
    }

    /** Builds an index over a column whose keys are ordered. The lease owns its memory. */
    public static SortedIndex build(KeyColumn column, Lease lease) {
        long span = column.max() - column.min();
        if (span >= 0 && span < MAX_STARTS) {
            int[] starts = starts(column);
            RowNumbers order = isAscending(column) ? null : countingSort(column, starts.clone(), lease);
            return new SortedIndex(column, column.rows(), order, new Starts(starts), false, null);
        }
        RowNumbers order = isAscending(column) ? null : radixSort(column, lease);
        boolean consecutive = isConsecutive(column, order);
        int valid = column.rows() - column.nulls();
        Buckets buckets = consecutive || valid == 0
                ? null
                : Buckets.of(column, MAX_STARTS, valid, order == null ? IntUnaryOperator.identity() : order::get);
        return new SortedIndex(column, column.rows(), order, null, consecutive, buckets);
    }

    private static int[] starts(KeyColumn column) {
        int[] starts = new int[(int) (column.max() - column.min()) + 2];
        for (int row = 0; row < column.rows(); row++) {
            if (!column.isNull(row)) {
                starts[(int) (column.key(row) - column.min()) + 1]++;
            }
        }
        addUp(starts);
        return starts;
    }

    /** Returns whether the rows are already in key order, with the NULL rows last. */
    private static boolean isAscending(KeyColumn column) {
        boolean seenNull = false;
        long previous = Long.MIN_VALUE;
        for (int row = 0; row < column.rows(); row++) {
            if (column.isNull(row)) {
                seenNull = true;
            } else if (seenNull || column.key(row) < previous) {
                return false;
            } else {
                previous = column.key(row);
            }
        }
        return true;
    }

    /** Returns whether each key from the smallest to the greatest occurs exactly once. */
    private static boolean isConsecutive(KeyColumn column, @Nullable RowNumbers order) {
        int valid = column.rows() - column.nulls();
        if (column.max() - column.min() != valid - 1L) {
            return false;
        }
        for (int position = 0; position < valid; position++) {
            int row = order == null ? position : order.get(position);
            if (column.key(row) != column.min() + position) {
                return false;
            }
        }
        return true;
    }

    private static RowNumbers countingSort(KeyColumn column, int[] next, Lease lease) {
        RowNumbers order = RowNumbers.allocate(column.rows(), lease);
        int nextNull = column.rows() - column.nulls();
        for (int row = 0; row < column.rows(); row++) {
            int position = column.isNull(row) ? nextNull++ : next[(int) (column.key(row) - column.min())]++;
            order.set(position, row);
        }
        return order;
    }

    /**
     * Sorts by the lower half of the keys and then, if the keys are longer, by the upper half. One {@code long} holds
     * half a key and a row.
     */
    private static RowNumbers radixSort(KeyColumn column, Lease lease) {
        long span = column.max() - column.min(); // unsigned
        int valid = column.rows() - column.nulls();
        RowNumbers order = RowNumbers.allocate(column.rows(), lease);
        Lease staging = new Lease();
        try {
            Region source = staging.allocate((long) valid << 3);
            Region target = staging.allocate((long) valid << 3);
            for (int half = 0; half == 0 || half == Integer.SIZE && span >>> half != 0; half += Integer.SIZE) {
                long most = half == 0 && span >>> Integer.SIZE != 0 ? HALF : span >>> half;
                int passes = (Long.SIZE - Long.numberOfLeadingZeros(most) + DIGIT_BITS - 1) / DIGIT_BITS;
                int[][] counts = new int[passes][(1 << DIGIT_BITS) + 1];
                int row = -1;
                for (long at = 0; at < (long) valid << 3; at += Long.BYTES) {
                    row = half == 0 ? nextValid(column, row) : (int) source.getLong(at);
                    long part = column.key(row) - column.min() >>> half & HALF;
                    source.putLong(at, part << 32 | row);
                    for (int pass = 0; pass < passes; pass++) {
                        counts[pass][((int) (part >>> pass * DIGIT_BITS) & DIGIT) + 1]++;
                    }
                }
                for (int pass = 0; pass < passes; pass++) {
                    addUp(counts[pass]);
                    move(source, target, valid, counts[pass], 32 + pass * DIGIT_BITS);
                    Region sorted = target;
                    target = source;
                    source = sorted;
                }
            }
            for (int i = 0; i < valid; i++) {
                order.set(i, (int) source.getLong((long) i << 3));
            }
        } finally {
            staging.release();
        }
        putNulls(column, order, valid);
        return order;
    }

    private static int nextValid(KeyColumn column, int row) {
        int next = row + 1;
        while (column.isNull(next)) {
            next++;
        }
        return next;
    }

    /** Runs one stable pass over one digit. */
    private static void move(Region source, Region target, int valid, int[] next, int shift) {
        for (int i = 0; i < valid; i++) {
            long packed = source.getLong((long) i << 3);
            int position = next[(int) (packed >>> shift) & DIGIT]++;
            target.putLong((long) position << 3, packed);
        }
    }

    private static void putNulls(KeyColumn column, RowNumbers order, int valid) {
        int position = valid;
        for (int row = 0; position < column.rows(); row++) {
            if (column.isNull(row)) {
                order.set(position++, row);
            }
        }
    }

    /**
     * Replaces each count by the sum of all counts up to it. Does not use {@code Arrays.parallelPrefix}, because other
     * work may keep the common pool busy for a long time.
     */
    static void addUp(int[] counts) {
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
    }
}
