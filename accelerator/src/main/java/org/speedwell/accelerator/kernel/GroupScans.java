package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * A count of all rows by a column with few keys. It uses one scan per key, which is faster than an array of counters.
 * For one thread.
 */
final class GroupScans implements Morsels.Worker {
    private static final int MAX_GROUPS = 8;

    private final TableStore<?> table;
    private final Selector.Range[] ranges;
    private final Selection selection = Selection.bySoonest();

    /** The number of rows of each key. The last key gets the rows that no other key matches. */
    private final long[] counts;

    GroupScans(TableStore<?> table, KeyColumn groups) {
        this.table = table;
        this.counts = new long[GroupTotals.groups(groups)];
        this.ranges = new Selector.Range[counts.length - 1];
        for (int group = 0; group < ranges.length; group++) {
            ranges[group] = new Selector.Range(groups, group, 0, false);
        }
    }

    /**
     * Returns whether scans can count by a column.
     *
     * @param groups the grouping column, without NULL
     */
    static boolean isPossible(KeyColumn groups) {
        return groups.codes().width() == Byte.BYTES
                && groups.validity() == null
                && GroupTotals.groups(groups) <= MAX_GROUPS;
    }

    @Override
    public void accept(int from, int to) {
        for (int block = from; block < to; block++) {
            int rows = Morsels.rows(table, block);
            int left = rows;
            for (int group = 0; group < ranges.length; group++) {
                selection.selectFirst(rows);
                ranges[group].refine(block, rows, selection);
                int count = selection.count();
                counts[group] += count;
                left -= count;
            }
            counts[ranges.length] += left;
        }
    }

    GroupScans merge(GroupScans other) {
        for (int group = 0; group < counts.length; group++) {
            counts[group] += other.counts[group];
        }
        return this;
    }

    GroupTotals totals() {
        return new GroupTotals(null, counts, new long[0]);
    }
}
