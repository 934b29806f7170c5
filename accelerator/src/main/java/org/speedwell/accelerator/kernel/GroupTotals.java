package org.speedwell.accelerator.kernel;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;

/**
 * The number of rows of each key of a column, and the sum of another column's keys: arrays with a place for each key instead of a hash
 * table. Sums wrap as those of longs do.
 */
public final class GroupTotals {
    /** The greatest distance of keys for which each thread gets arrays. */
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

    /** Tells whether rows can be counted by a column so. */
    public static boolean isPossible(KeyColumn groups) {
        long span = groups.max() - groups.min();
        return groups.nulls() == 0 && groups.codes().width() <= Integer.BYTES && span >= 0 && span < MAX_GROUPS;
    }

    /**
     * Tells whether the values of a column can be summed so.
     *
     * @param groups null for one group of all rows
     * @param values without NULL
     */
    public static boolean isPossible(@Nullable KeyColumn groups, KeyColumn values) {
        return groups == null ? UngroupedSums.isPossible(values) : isPossible(groups) && GroupSums.isPossible(values);
    }

    /**
     * Returns the totals of all rows of a table, or of those of a scan.
     *
     * @param groups {@link #isPossible possible}; null for one group of all rows
     * @param values {@linkplain #isPossible(KeyColumn, KeyColumn) possible}; null where only a count by groups is wanted
     * @param scan null for all rows
     */
    public static GroupTotals of(
            TableStore<?> table,
            @Nullable KeyColumn groups,
            @Nullable KeyColumn values,
            @Nullable Scan scan,
            boolean parallel) {
        if (groups == null) {
            KeyColumn summed = requireNonNull(values);
            return Morsels.run(table, parallel, () -> new UngroupedSums(table, summed, scan), UngroupedSums::merge)
                    .totals();
        }
        return values == null && scan == null && GroupScans.isPossible(groups)
                ? Morsels.run(table, parallel, () -> new GroupScans(table, groups), GroupScans::merge)
                        .totals()
                : Morsels.run(table, parallel, () -> new GroupSums(table, groups, values, scan), GroupSums::merge)
                        .totals();
    }

    /** Returns the totals of some rows of a table, of any values without NULL. */
    public static GroupTotals of(
            TableStore<?> table, @Nullable KeyColumn groups, @Nullable KeyColumn values, int[] rows) {
        long[] counts = new long[groups(groups)];
        long[] sums = new long[values == null ? 0 : counts.length];
        for (int row : rows) {
            int group = groups == null ? 0 : (int) groups.codes().get(row);
            counts[group]++;
            if (values != null) {
                sums[group] += values.codes().get(row);
            }
        }
        table.keepAlive();
        return new GroupTotals(values, counts, sums);
    }

    /** Returns the counts of all rows of a table, by an index that {@link SortedIndex#isDirect}. */
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

    /** Returns how many groups a column gives. */
    static int groups(@Nullable KeyColumn groups) {
        return groups == null ? 1 : (int) (groups.max() - groups.min()) + 1;
    }

    /** Returns the number of groups that there may be: that of the least key is 0. */
    public int groups() {
        return counts.length;
    }

    /** Returns the number of rows of a group. */
    public long count(int group) {
        return counts[group];
    }

    /** Returns the sum of the keys of a group's values. */
    public long sum(int group) {
        return values == null ? 0 : sums[group] - values.code(0) * counts[group];
    }
}
