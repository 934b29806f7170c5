package org.speedwell.accelerator.index;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** Sorts rows by key: by counting where the range of keys is small, else by a radix sort from the lowest digit. */
public final class SortedIndexBuilder {
    /** Up to this many keys from the least to the greatest, the starts of all of them are kept: 256 KB at most. */
    static final int MAX_STARTS = 1 << 16;

    /** Bits of a code that one pass of the radix sort looks at: three passes for 32, and its counts fit the first cache. */
    private static final int DIGIT_BITS = 11;

    private static final int DIGIT = (1 << DIGIT_BITS) - 1;
    private static final long HALF = 0xFFFF_FFFFL;

    private SortedIndexBuilder() {}

    /** An index over a column if its values have an order, else null; its memory is owned by the lease. */
    public static @Nullable SortedIndex ifOrdered(Column column, Lease lease) {
        return column instanceof KeyColumn keys && keys.codec().isOrdered() ? build(keys, lease) : null;
    }

    /** An index over a column whose keys are ordered; its memory is owned by the lease. */
    public static SortedIndex build(KeyColumn column, Lease lease) {
        long span = column.max() - column.min();
        if (span >= 0 && span < MAX_STARTS) {
            int[] starts = starts(column);
            RowNumbers order = isAscending(column) ? null : countingSort(column, starts.clone(), lease);
            return new SortedIndex(column, column.rows(), order, starts, false, null);
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

    /** Whether the rows are in order as they stand, the NULL rows last. */
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

    /** Whether each key from the least to the greatest stands exactly once, seen in the order of the keys. */
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

    /** By the lower half of the keys and, where these are longer, by the upper half: half a key and a row are one number. */
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

    /** One stable pass, by one digit. */
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

    /** Makes of each count the sum up to it. Not by the JDK's parallel way: the common pool may be busy, and for long. */
    static void addUp(int[] counts) {
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
    }
}
