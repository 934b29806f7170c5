package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/** Counts and sums by group, row by row: of any values. For one thread. */
final class GroupRows implements Morsels.Worker {
    private final TableStore<?> table;
    private final @Nullable KeyColumn groups;
    private final @Nullable KeyColumn values;
    private final @Nullable Scan scan;
    private final Selection selection = Selection.byBits();
    private final long[] counts;
    private final long[] sums;

    GroupRows(TableStore<?> table, @Nullable KeyColumn groups, @Nullable KeyColumn values, @Nullable Scan scan) {
        this.table = table;
        this.groups = groups;
        this.values = values;
        this.scan = scan;
        this.counts = new long[GroupTotals.groups(groups)];
        this.sums = new long[values == null ? 0 : counts.length];
    }

    @Override
    public void accept(int from, int to) {
        for (int block = from; block < to; block++) {
            Scan.refine(scan, table, block, selection);
            for (int i = 0; i < Selector.WORDS; i++) {
                for (long left = selection.words[i]; left != 0; left &= left - 1) {
                    add(block * Selector.ROWS + (i << 6) + Long.numberOfTrailingZeros(left));
                }
            }
        }
    }

    void add(int row) {
        int group = groups == null ? 0 : (int) groups.codes().get(row);
        counts[group]++;
        if (values != null) {
            sums[group] += values.codes().get(row);
        }
    }

    GroupRows merge(GroupRows other) {
        for (int group = 0; group < counts.length; group++) {
            counts[group] += other.counts[group];
        }
        for (int group = 0; group < sums.length; group++) {
            sums[group] += other.sums[group];
        }
        return this;
    }

    GroupTotals totals() {
        return new GroupTotals(values, counts, sums);
    }
}
