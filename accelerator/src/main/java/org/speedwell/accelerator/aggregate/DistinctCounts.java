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

    /** The pairs of a group and the number of one of its values. */
    private final LongSet pairs = new LongSet();

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
        for (int i = 0; i < block.size; i++) {
            if (numbers[i] != 0) {
                add(groups.of[i], numbers[i]);
            }
        }
    }

    private void add(int group, int number) {
        if (pairs.add((long) group << Integer.SIZE | number)) {
            counts[group]++;
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        DistinctCounts distinct = (DistinctCounts) other;
        int[] translation = values.translation(distinct.values);
        pairs.reserve(distinct.pairs.size());
        for (long pair : distinct.pairs.slots()) {
            int number = (int) pair; // 0 is null, or an empty slot
            if (number != 0) {
                add(groups[(int) (pair >>> Integer.SIZE)], translation == null ? number : translation[number]);
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
        return (long) pairs.slots().length * Long.BYTES;
    }
}
