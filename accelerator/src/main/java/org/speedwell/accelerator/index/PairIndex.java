package org.speedwell.accelerator.index;

import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/**
 * The rows of a table in ascending order of the keys of one column and, where these are equal, of another. Rows of which
 * the first column is NULL stand behind all others; those of which the second is, behind the rest of their group.
 *
 * @param first the index of the first column in its table
 * @param second the index of the second
 * @param index over one key made of both: {@code (first − least first) × stride + (second − least second)}
 * @param stride the keys that a group may have, the last of them for NULL
 */
public record PairIndex(
        int first, KeyColumn firstKeys, int second, KeyColumn secondKeys, SortedIndex index, long stride) {

    /**
     * Builds the index; its memory is owned by the lease.
     *
     * @throws IllegalArgumentException if the keys of the two columns are so far apart that 64 bits do not tell all pairs
     */
    public static PairIndex build(int first, KeyColumn firstKeys, int second, KeyColumn secondKeys, Lease lease) {
        long stride = stride(firstKeys, secondKeys);
        KeyColumn pairs = KeyColumn.ofPairs(firstKeys, secondKeys, stride, lease);
        return new PairIndex(first, firstKeys, second, secondKeys, SortedIndexBuilder.build(pairs, lease), stride);
    }

    /** @throws IllegalArgumentException as {@link #build} */
    static long stride(KeyColumn first, KeyColumn second) {
        try {
            long stride = Math.addExact(Math.subtractExact(second.max(), second.min()), 2);
            long groups = Math.addExact(Math.subtractExact(first.max(), first.min()), 1);
            Math.multiplyExact(groups, stride);
            return stride;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "the values of the two columns are too far apart for one index over both", e);
        }
    }

    /** Native bytes of the order and of the keys made of both columns. */
    public long bytes() {
        return index.bytes() + index.column().codes().bytes();
    }

    /** The position of the first row of a group whose second key is not below the given one. */
    public int below(long firstKey, long secondKey) {
        if (firstKey < firstKeys.min() || firstKey > firstKeys.max()) {
            return 0;
        }
        long second = Math.min(Math.max(secondKey, secondKeys.min()) - secondKeys.min(), stride - 1);
        return index.below((firstKey - firstKeys.min()) * stride + second);
    }

    /** The position behind the last row of a group whose second key is not above the given one. */
    public int through(long firstKey, long secondKey) {
        if (secondKey >= secondKeys.max()) {
            return nulls(firstKey);
        }
        return Math.max(below(firstKey, Long.MIN_VALUE), below(firstKey, secondKey + 1));
    }

    /** The position behind the last row of a group that has a second key: where its NULL rows begin. */
    public int nulls(long firstKey) {
        if (firstKey < firstKeys.min() || firstKey > firstKeys.max()) {
            return 0;
        }
        return index.below((firstKey - firstKeys.min()) * stride + stride - 1);
    }

    /** The position behind the last row of a group, those with NULL included. */
    public int end(long firstKey) {
        if (firstKey < firstKeys.min() || firstKey > firstKeys.max()) {
            return 0;
        }
        return index.below((firstKey - firstKeys.min() + 1) * stride);
    }
}
