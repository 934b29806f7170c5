package org.speedwell.accelerator.aggregate;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** What the rows of each group come to that pass a test. */
public final class FilteredRows implements Accumulator {
    private final IntPredicate test;
    private final int table;
    private final Accumulator of;
    private final Lanes rows = new Lanes();
    private final RowBlock passed;
    private final BlockGroups groupsPassed = new BlockGroups();

    /** @param tables how many a block has rows of */
    public FilteredRows(IntPredicate test, int table, int tables, Accumulator of) {
        this.test = test;
        this.table = table;
        this.of = of;
        this.passed = new RowBlock(tables);
    }

    @Override
    public boolean isOrdered() {
        return of.isOrdered();
    }

    @Override
    public void grow(int groups) {
        rows.grow(groups);
        of.grow(groups);
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        passed.fillings++;
        int size = 0;
        int[] tested = block.rows[table];
        for (int i = 0; i < block.size; i++) {
            if (test.test(tested[i])) {
                for (int any = 0; any < block.rows.length; any++) {
                    passed.rows[any][size] = block.rows[any][i];
                }
                groupsPassed.of[size++] = groups.of[i];
            }
        }
        passed.size = size;
        if (size > 0) {
            groupsPassed.filled(passed, groups.count());
            rows.count(groupsPassed);
            of.add(passed, groupsPassed);
        }
    }

    @Override
    public void merge(Accumulator other, int[] groups, int size) {
        FilteredRows filtered = (FilteredRows) other;
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            rows.add(groups[group], filtered.rows.sum(group));
        }
        of.merge(filtered.of, groups, size);
    }

    @Override
    public @Nullable Object result(int group, long all) {
        return of.result(group, rows.sum(group));
    }
}
