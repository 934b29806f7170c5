package org.speedwell.accelerator.index;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyChanges;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * The rows of a table in the order of two columns: by the keys of the first column, then by the keys of the second. A
 * group is all rows with the same key in the first column. Rows whose second column is NULL come last in their group.
 * Rows whose first column is NULL come after all groups.
 *
 * @param first the index of the first column in its table
 * @param second the index of the second column in its table
 * @param bounds the keys that the two columns may have
 * @param index a sorted index over one key that combines both keys
 */
public record PairIndex(int first, int second, Bounds bounds, SortedIndex index) {

    /** The smallest and greatest keys of two columns. */
    public record Bounds(long firstMin, long firstMax, long secondMin, long secondMax) {
        static Bounds of(KeyColumn first, KeyColumn second) {
            return new Bounds(first.min(), first.max(), second.min(), second.max());
        }

        boolean contain(Bounds other) {
            return firstMin <= other.firstMin
                    && other.firstMax <= firstMax
                    && secondMin <= other.secondMin
                    && other.secondMax <= secondMax;
        }

        /** Returns the number of combined keys that a group can have. The last of them represents NULL. */
        long stride() {
            return secondMax - secondMin + 2;
        }

        /** Returns the greatest combined key. */
        long max() {
            return (firstMax - firstMin + 1) * stride() - 1;
        }

        /**
         * Returns the combined key of a row: {@code (first − firstMin) × stride + (second − secondMin)}. A second key
         * that is NULL counts as {@code stride − 1}.
         *
         * @param row a row whose first column is not NULL
         */
        long key(KeyColumn first, KeyColumn second, int row) {
            long last = second.isNull(row) ? stride() - 1 : second.key(row) - secondMin;
            return (first.key(row) - firstMin) * stride() + last;
        }

        /**
         * Checks that a {@code long} can represent every combined key.
         *
         * @throws IllegalArgumentException if 64 bits are too few for all pairs of keys
         */
        void requireRoom() {
            try {
                long stride = Math.addExact(Math.subtractExact(secondMax, secondMin), 2);
                Math.multiplyExact(Math.addExact(Math.subtractExact(firstMax, firstMin), 1), stride);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(
                        "the values of the two columns are too far apart for one index over both", e);
            }
        }
    }

    /**
     * Builds the index. The lease owns its memory.
     *
     * @throws IllegalArgumentException if the keys of the two columns are so far apart that 64 bits are too few for all
     * pairs
     */
    public static PairIndex build(int first, KeyColumn firstKeys, int second, KeyColumn secondKeys, Lease lease) {
        return build(first, firstKeys, second, secondKeys, firstKeys.validity(), lease);
    }

    /**
     * Builds the index of the rows that {@code validity} marks as present. It treats all other rows as NULL. A present
     * row must not have NULL in the first column.
     */
    private static PairIndex build(
            int first,
            KeyColumn firstKeys,
            int second,
            KeyColumn secondKeys,
            @Nullable Validity validity,
            Lease lease) {
        Bounds bounds = Bounds.of(firstKeys, secondKeys);
        bounds.requireRoom();
        KeyColumn pairs = KeyColumn.of(
                row -> bounds.key(firstKeys, secondKeys, row), firstKeys.rows(), bounds.max(), validity, lease);
        return new PairIndex(first, second, bounds, SortedIndexBuilder.build(pairs, lease));
    }

    /**
     * Builds the index of a table with deleted rows. It is otherwise like {@link #build}.
     *
     * @param removed the row ids of the deleted rows, ascending
     */
    public static PairIndex build(
            int first, KeyColumn firstKeys, int second, KeyColumn secondKeys, int[] removed, Lease lease) {
        BitSet nulls = new BitSet();
        for (int row = 0; row < firstKeys.rows(); row++) {
            nulls.set(row, firstKeys.isNull(row));
        }
        Arrays.stream(removed).forEach(nulls::set);
        Validity validity = Validity.of(nulls, firstKeys.rows(), lease);
        PairIndex all = build(first, firstKeys, second, secondKeys, validity, lease);
        return Objects.requireNonNull(all.edit(firstKeys, secondKeys, new int[0], removed, lease.budget()));
    }

    /**
     * Returns the index of a later version of the table. The two versions share all memory that does not change.
     *
     * @param changed the rows whose keys may differ, and all new rows, ascending
     * @param removed the rows that the later version no longer has, ascending
     * @param budget counts the memory that the versions do not share
     * @return null if the keys of the later version are out of bounds, so that the caller must build a new index
     */
    public @Nullable PairIndex edit(
            KeyColumn firstKeys, KeyColumn secondKeys, int[] changed, int[] removed, MemoryBudget budget) {
        if (!bounds.contain(Bounds.of(firstKeys, secondKeys))) {
            return null;
        }
        KeyChanges changes = index.column()
                .changes(
                        changed,
                        place -> firstKeys.isNull(changed[place]),
                        place -> bounds.key(firstKeys, secondKeys, changed[place]),
                        removed);
        KeyColumn pairs = index.column().edit(changes, firstKeys.rows(), budget);
        return new PairIndex(first, second, bounds, index.edit(pairs, changes, removed, budget));
    }

    /** Returns the native bytes of the order and of the combined keys. */
    public long bytes() {
        return index.bytes() + index.column().codes().bytes();
    }

    /** Returns the position of the first row of a group whose second key is not below {@code secondKey}. */
    public int below(long firstKey, long secondKey) {
        if (isOutside(firstKey)) {
            return 0;
        }
        long secondMin = bounds.secondMin;
        return index.below(start(firstKey) + Math.min(Math.max(secondKey, secondMin) - secondMin, bounds.stride() - 1));
    }

    /** Returns the position after the last row of a group whose second key is not above {@code secondKey}. */
    public int through(long firstKey, long secondKey) {
        if (secondKey >= bounds.secondMax) {
            return nulls(firstKey);
        }
        return Math.max(below(firstKey, Long.MIN_VALUE), below(firstKey, secondKey + 1));
    }

    /**
     * Returns the position after the last row of a group that has a second key. The NULL rows of the group begin here.
     */
    public int nulls(long firstKey) {
        return isOutside(firstKey) ? 0 : index.below(start(firstKey) + bounds.stride() - 1);
    }

    /** Returns the position after the last row of a group, including its NULL rows. */
    public int end(long firstKey) {
        return isOutside(firstKey) ? 0 : index.below(start(firstKey) + bounds.stride());
    }

    private boolean isOutside(long firstKey) {
        return firstKey < bounds.firstMin || firstKey > bounds.firstMax;
    }

    /** Returns the smallest combined key of a group. */
    private long start(long firstKey) {
        return (firstKey - bounds.firstMin) * bounds.stride();
    }
}
