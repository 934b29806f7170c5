package org.speedwell.accelerator.kernel;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;

/**
 * The number of rows of each key of a column, and the sum of another column's keys. Arrays with one element per key
 * replace a hash table. Sums wrap like long arithmetic.
 */
public final class GroupTotals {
    /** The greatest key range for which each thread gets its own arrays. */
    public static final int MAX_GROUPS = 1 << 21;

    private final @Nullable KeyColumn values;
    private final long[] counts;

    /** The sum of codes of each group; empty without values. */
    private final long[] sums;

    GroupTotals(@Nullable KeyColumn values, long[] counts, long[] sums) {
        this.values = values;
        this.counts = counts;
        this.sums = sums;
    }

    /** Returns whether rows can be counted by a column in arrays. */
    public static boolean isPossible(KeyColumn groups) {
        long span = groups.max() - groups.min();
        return groups.nulls() == 0 && groups.codes().width() <= Integer.BYTES && span >= 0 && span < MAX_GROUPS;
    }

    /**
     * Returns whether the values of a column can be summed in arrays.
     *
     * @param groups the grouping column; null for one group of all rows
     * @param values the summed column, without NULL
     */
    public static boolean isPossible(@Nullable KeyColumn groups, KeyColumn values) {
        return groups == null ? UngroupedSums.isPossible(values) : isPossible(groups) && GroupSums.isPossible(values);
    }

    /**
     * Returns the totals of all rows of a table, or of the rows that a scan matches.
     *
     * @param groups the grouping column, {@link #isPossible possible}; null for one group of all rows
     * @param values the summed column, {@linkplain #isPossible(KeyColumn, KeyColumn) possible}; null to count by groups
     * only
     * @param scan the filter; null for all rows
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
        return scan == null && FewGroups.isPossible(groups, values)
                ? Morsels.run(table, parallel, () -> new FewGroups(table, groups, values), FewGroups::merge)
                        .totals()
                : Morsels.run(table, parallel, () -> new GroupSums(table, groups, values, scan), GroupSums::merge)
                        .totals();
    }

    /** Returns the totals of the given rows of a table. Any values without NULL are accepted. */
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

    /** Returns the counts of all rows of a table from a sorted index for which {@link SortedIndex#isDirect} holds. */
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

    /** Returns the number of possible groups of a column; 1 for null. */
    static int groups(@Nullable KeyColumn groups) {
        return groups == null ? 1 : (int) (groups.max() - groups.min()) + 1;
    }

    /** Returns the number of possible groups. Group 0 is the smallest key. */
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
