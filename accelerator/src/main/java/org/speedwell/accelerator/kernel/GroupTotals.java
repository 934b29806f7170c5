package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;

/**
 * How many rows each key of a column has, and the sums of another column's codes by it: arrays with a place for each key
 * instead of a hash table. Sums wrap as those of longs do.
 */
public final class GroupTotals {
    /** Up to this many keys from the least to the greatest, arrays of them are worth having for each thread. */
    public static final int MAX_GROUPS = 1 << 21;

    private final @Nullable KeyColumn values;
    private final long[] counts;

    /** Of codes; empty without values. */
    private final long[] sums;

    GroupTotals(@Nullable KeyColumn values, long[] counts, long[] sums) {
        this.values = values;
        this.counts = counts;
        this.sums = sums;
    }

    /** Whether a column can be grouped by so. */
    public static boolean isPossible(KeyColumn groups) {
        long span = groups.max() - groups.min();
        return groups.nulls() == 0 && groups.codes().width() <= Integer.BYTES && span >= 0 && span < MAX_GROUPS;
    }

    /**
     * The totals of all rows of a table, or of those of a scan.
     *
     * @param groups without NULL, and {@link #isPossible possible}; null for one group of all rows
     * @param values without NULL; null where only a count is wanted
     * @param scan null for all rows
     */
    public static GroupTotals of(
            TableStore<?> table,
            @Nullable KeyColumn groups,
            @Nullable KeyColumn values,
            @Nullable Scan scan,
            boolean parallel) {
        if (groups != null && values == null && scan == null && GroupScans.isPossible(groups)) {
            return Morsels.run(table, parallel, () -> new GroupScans(table, groups), GroupScans::merge)
                    .totals();
        }
        if (groups == null && values != null && UngroupedSums.isPossible(values)) {
            return Morsels.run(table, parallel, () -> new UngroupedSums(table, values, scan), UngroupedSums::merge)
                    .totals();
        }
        if (groups != null && (values == null || GroupSums.isPossible(values))) {
            return Morsels.run(table, parallel, () -> new GroupSums(table, groups, values, scan), GroupSums::merge)
                    .totals();
        }
        return Morsels.run(table, parallel, () -> new GroupRows(table, groups, values, scan), GroupRows::merge)
                .totals();
    }

    /** The totals of some rows of a table. */
    public static GroupTotals of(
            TableStore<?> table, @Nullable KeyColumn groups, @Nullable KeyColumn values, int[] rows) {
        GroupRows totals = new GroupRows(table, groups, values, null);
        for (int row : rows) {
            totals.add(row);
        }
        table.keepAlive();
        return totals.totals();
    }

    /** The counts of all rows of a table, by an index that {@link SortedIndex#isDirect}. */
    public static GroupTotals of(SortedIndex index) {
        KeyColumn keys = index.column();
        long[] counts = new long[groups(keys)];
        int below = 0;
        for (int group = 0; group < counts.length; group++) {
            int through = index.directThrough(keys.min() + group);
            counts[group] = through - below;
            below = through;
        }
        return new GroupTotals(null, counts, new long[0]);
    }

    /** How many groups a column gives. */
    static int groups(@Nullable KeyColumn groups) {
        return groups == null ? 1 : (int) (groups.max() - groups.min()) + 1;
    }

    /** The number of groups that there may be: the least key's is 0. */
    public int groups() {
        return counts.length;
    }

    /** How many rows a group has. */
    public long count(int group) {
        return counts[group];
    }

    /** The sum of the values' keys of a group. */
    public long sum(int group) {
        return values == null ? 0 : sums[group] - values.code(0) * counts[group];
    }
}
