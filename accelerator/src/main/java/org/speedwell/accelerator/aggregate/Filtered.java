package org.speedwell.accelerator.aggregate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** A state of only those rows for which a test has a given result. */
final class Filtered implements State {
    private final LongInput test;
    private final long wanted;
    private final State state;
    private final PartialSums rows = new PartialSums();
    private final int tables;
    private RowBlock passed;
    private final BlockGroups groupsPassed = new BlockGroups();

    /**
     * Creates a filter in front of a state.
     *
     * @param test 1 for rows that pass, 0 for all others
     * @param wanted the result of the rows that the state receives
     */
    Filtered(LongInput test, long wanted, int tables, State state) {
        this.test = test;
        this.wanted = wanted;
        this.state = state;
        this.tables = tables;
        this.passed = new RowBlock(tables, 0);
    }

    @Override
    public void grow(int groups) {
        rows.grow(groups);
        state.grow(groups);
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        if (select(block, groups)) {
            rows.count(groupsPassed);
            state.add(passed, groupsPassed);
        }
    }

    @Override
    public void retract(RowBlock block, BlockGroups groups) {
        if (select(block, groups)) {
            rows.subtractOne(groupsPassed);
            state.retract(passed, groupsPassed);
        }
    }

    private boolean select(RowBlock block, BlockGroups groups) {
        long[] results = test.of(block);
        if (passed.capacity() < block.size) {
            passed = new RowBlock(tables, block.capacity());
            groupsPassed.reserve(block);
        }
        passed.fillings++;
        int size = select(results, groups.of, block.size, groupsPassed.of);
        for (int table = 0; table < block.rows.length; table++) {
            select(results, block.rows[table], block.size, passed.rows[table]);
        }
        passed.size = size;
        groupsPassed.filled(passed, groups.count());
        return size > 0;
    }

    /** Copies the numbers of the rows with the wanted result, and returns their count. */
    private int select(long[] results, int[] numbers, int count, int[] into) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            into[size] = numbers[i];
            size += results[i] == wanted ? 1 : 0; // without a branch, which the processor would predict badly
        }
        return size;
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        Filtered filtered = (Filtered) other;
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            rows.add(groups[group], filtered.rows.sum(group));
        }
        state.merge(filtered.state, groups, size);
    }

    @Override
    public @Nullable Object result(int group, long all) {
        return state.result(group, rows.sum(group));
    }

    @Override
    public Optional<String> retractionRefusal() {
        return state.retractionRefusal();
    }

    @Override
    public boolean isOrdered() {
        return state.isOrdered();
    }

    @Override
    public long bytes() {
        return state.bytes();
    }
}
