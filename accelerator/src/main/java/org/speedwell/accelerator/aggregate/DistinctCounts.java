package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * The number of distinct values of each group. Null values do not count. {@link CountedValues} does the same where rows
 * are retracted.
 */
final class DistinctCounts implements State {
    private final GroupKey values;
    private int[] numbers = {};

    /** The different pairs of a group and the number of one of its values, or of a number and a group. */
    private final DistinctPairs pairs = new DistinctPairs();

    /**
     * True if the number is the first part of a pair. The rows of the first pairs decide it. The numbers come first if
     * they ascend, because the groups of a value are then next to each other. Otherwise the groups come first, which may
     * ascend too.
     */
    private boolean isByValue;

    private long[] counts = {};

    DistinctCounts(GroupKey values) {
        this.values = values;
    }

    @Override
    public void grow(int groups) {
        if (groups > counts.length) {
            counts = Arrays.copyOf(counts, Math.max(groups, 2 * counts.length));
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        numbers = block.room(numbers);
        values.read(block, numbers);
        if (pairs.isEmpty()) {
            isByValue = ascend(numbers, block.size);
        }
        for (int i = 0; i < block.size; i++) {
            if (numbers[i] != 0 && groups.of[i] != BlockGroups.NONE) {
                add(groups.of[i], numbers[i]);
            }
        }
    }

    private static boolean ascend(int[] numbers, int count) {
        int signs = 0;
        for (int i = 1; i < count; i++) {
            signs |= numbers[i] - numbers[i - 1];
        }
        return signs >= 0;
    }

    private void add(int group, int number) {
        if (pairs.add(isByValue ? pair(number, group) : pair(group, number))) {
            counts[group]++;
        }
    }

    private static long pair(int first, int second) {
        return (long) first << Integer.SIZE | second;
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        DistinctCounts distinct = (DistinctCounts) other;
        int[] translation = values.translation(distinct.values);
        if (pairs.isEmpty()) {
            isByValue = distinct.isByValue;
        }
        pairs.reserve(distinct.pairs);
        for (long pair : distinct.pairs.pairs()) {
            if (pair != 0) {
                int first = (int) (pair >>> Integer.SIZE);
                int group = distinct.isByValue ? (int) pair : first;
                int number = distinct.isByValue ? first : (int) pair;
                add(groups[group], translation == null ? number : translation[number]);
            }
        }
    }

    @Override
    public Object result(int group, long rows) {
        return counts[group];
    }

    @Override
    public OptionalInt scale() {
        return OptionalInt.of(0);
    }

    @Override
    public long unscaled(int group, long rows) {
        return counts[group];
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("The aggregate keeps each value once, without its number of occurrences.");
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public long bytes() {
        return (long) pairs.pairs().length * Long.BYTES;
    }
}
