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
 * The rows of a table in ascending order of the keys of one column and, where these are equal, of another. Rows of which
 * the first column is NULL stand behind all others; those of which the second is, behind the rest of their group.
 *
 * @param first the index of the first column in its table
 * @param second the index of the second
 * @param bounds of the keys that the two columns may have
 * @param index over one key made of both
 */
public record PairIndex(int first, int second, Bounds bounds, SortedIndex index) {

    /** The least and greatest keys of two columns. */
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

        /** The keys that a group may have, the last of them for NULL. */
        long stride() {
            return secondMax - secondMin + 2;
        }

        /** The greatest key made of both. */
        long max() {
            return (firstMax - firstMin + 1) * stride() - 1;
        }

        /**
         * One key for both: {@code (first − its least) × stride + (second − its least)}, and {@code stride − 1} for a second
         * that is NULL.
         *
         * @param row of which the first column is not NULL
         */
        long key(KeyColumn first, KeyColumn second, int row) {
            long last = second.isNull(row) ? stride() - 1 : second.key(row) - secondMin;
            return (first.key(row) - firstMin) * stride() + last;
        }

        /** @throws IllegalArgumentException if 64 bits do not tell all pairs */
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
     * Builds the index; its memory is owned by the lease.
     *
     * @throws IllegalArgumentException if the keys of the two columns are so far apart that 64 bits do not tell all pairs
     */
    public static PairIndex build(int first, KeyColumn firstKeys, int second, KeyColumn secondKeys, Lease lease) {
        return build(first, firstKeys, second, secondKeys, firstKeys.validity(), lease);
    }

    /** As the other; only the rows that are told, of which none has NULL in the first column, are not NULL. */
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
     * As {@link #build}, of a table that has no longer a row for each number.
     *
     * @param removed the numbers that have none, ascending
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
     * The index of a later version of the table, whose keys mean the same; what did not change is shared.
     *
     * @param changed rows of which a key may differ, and all new ones; ascending
     * @param removed rows that are no longer there; ascending
     * @param budget in which what is not shared is counted
     * @return null where the keys of that version are out of bounds: then it must be built anew
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

    /** Native bytes of the order and of the keys made of both columns. */
    public long bytes() {
        return index.bytes() + index.column().codes().bytes();
    }

    /** The position of the first row of a group whose second key is not below the given one. */
    public int below(long firstKey, long secondKey) {
        if (isOutside(firstKey)) {
            return 0;
        }
        long secondMin = bounds.secondMin;
        return index.below(start(firstKey) + Math.min(Math.max(secondKey, secondMin) - secondMin, bounds.stride() - 1));
    }

    /** The position behind the last row of a group whose second key is not above the given one. */
    public int through(long firstKey, long secondKey) {
        if (secondKey >= bounds.secondMax) {
            return nulls(firstKey);
        }
        return Math.max(below(firstKey, Long.MIN_VALUE), below(firstKey, secondKey + 1));
    }

    /** The position behind the last row of a group that has a second key: where its NULL rows begin. */
    public int nulls(long firstKey) {
        return isOutside(firstKey) ? 0 : index.below(start(firstKey) + bounds.stride() - 1);
    }

    /** The position behind the last row of a group, those with NULL included. */
    public int end(long firstKey) {
        return isOutside(firstKey) ? 0 : index.below(start(firstKey) + bounds.stride());
    }

    private boolean isOutside(long firstKey) {
        return firstKey < bounds.firstMin || firstKey > bounds.firstMax;
    }

    /** The least key of a group. */
    private long start(long firstKey) {
        return (firstKey - bounds.firstMin) * bounds.stride();
    }
}
