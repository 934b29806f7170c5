package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * How many rows each key of a column has, and the sums of another column's codes by it: arrays with a place for each key
 * instead of a hash table. Sums wrap as those of longs do.
 */
public final class GroupTotals {
    /** Up to this many keys from the least to the greatest, arrays of them are worth having for each thread. */
    public static final int MAX_GROUPS = 1 << 21;

    /** Arrays kept side by side while there are few groups: adding to one place twice in a row has to wait. */
    private static final int LANES = 4;

    private static final int MAX_LANED_GROUPS = 1 << 14;

    /** Up to so many keys, a scan by vectors for each counts rows sooner than a place for each. */
    private static final int MAX_SCANNED_GROUPS = 8;

    private final @Nullable KeyColumn groups;
    private final @Nullable KeyColumn values;
    private final int span;

    /** Where the bits of a sum begin that shares a long with its count; 0 where one long cannot hold both. */
    private final int shift;

    private final long[] counts;
    private final long[] sums;

    private GroupTotals(@Nullable KeyColumn groups, @Nullable KeyColumn values) {
        this.groups = groups;
        this.values = values;
        this.span = groups == null ? 1 : (int) (groups.max() - groups.min()) + 1;
        int lanes = span <= MAX_LANED_GROUPS ? LANES : 1;
        this.shift = values == null ? 0 : sharedShift(values);
        this.counts = new long[span * lanes];
        this.sums = values == null || shift > 0 ? new long[0] : new long[span * lanes];
    }

    /** A count of all rows and the greatest sum that they could have, side by side, halve the memory that is written. */
    private static int sharedShift(KeyColumn values) {
        if (values.codes().width() > Integer.BYTES) {
            return 0;
        }
        int countBits = Long.SIZE - Long.numberOfLeadingZeros(values.rows());
        long greatestSum = values.code(values.max()) * values.rows();
        return greatestSum >>> (Long.SIZE - countBits) == 0 ? countBits : 0;
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
        return Blocks.reduce(
                table,
                parallel,
                (from, to) -> {
                    GroupTotals part = new GroupTotals(groups, values);
                    part.add(table, scan, from, to);
                    return part;
                },
                GroupTotals::merge);
    }

    /** The totals of some rows of a table. */
    public static GroupTotals of(
            TableStore<?> table, @Nullable KeyColumn groups, @Nullable KeyColumn values, int[] rows) {
        GroupTotals totals = new GroupTotals(groups, values);
        for (int row : rows) {
            totals.add(row);
        }
        table.keepAlive();
        return totals;
    }

    /** The number of groups that there may be: the least key's is 0. */
    public int groups() {
        return span;
    }

    /** How many rows a group has. */
    public long count(int group) {
        long total = lanes(counts, group);
        return shift == 0 ? total : total & (1L << shift) - 1;
    }

    /** The sum of the values' keys of a group. */
    public long sum(int group) {
        if (values == null) {
            return 0;
        }
        long base = values.min() - values.code(values.min());
        long ofCodes = shift == 0 ? lanes(sums, group) : lanes(counts, group) >>> shift;
        return ofCodes + base * count(group);
    }

    private long lanes(long[] totals, int group) {
        long total = 0;
        for (int at = group; at < totals.length; at += span) {
            total += totals[at];
        }
        return total;
    }

    private GroupTotals merge(GroupTotals other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.sums[i];
        }
        return this;
    }

    private void add(TableStore<?> table, @Nullable Scan scan, int fromBlock, int toBlock) {
        CodeBlock places = new CodeBlock(groups == null ? null : groups.codes());
        CodeBlock addends = new CodeBlock(values == null || shift == 0 ? null : values.codes());
        long[] selection = new long[Selector.WORDS];
        for (int block = fromBlock; block < toBlock; block++) {
            int first = block * Selector.ROWS;
            int rows = Math.min(Selector.ROWS, table.rows() - first);
            if (scan == null && isScannable() && rows == Selector.ROWS) {
                countByScans(first, selection);
            } else if (scan == null && shift > 0) {
                addShared(places.read(first, rows), addends.read(first, rows), rows);
            } else if (scan == null) {
                addAll(places.read(first, rows), first, rows);
            } else {
                scan.refine(block, selection);
                addSelected(selection, first);
            }
        }
    }

    /** Whether rows are counted soonest by a scan for each key. */
    private boolean isScannable() {
        return values == null
                && groups != null
                && span > 1
                && span <= MAX_SCANNED_GROUPS
                && groups.codes().width() == 1
                && Scan.CODES.isByVectors();
    }

    /** Counts one block; what the others leave is the last key's. */
    private void countByScans(int first, long[] selection) {
        Codes codes = Objects.requireNonNull(groups).codes();
        long left = Selector.ROWS;
        for (int group = 0; group < span - 1; group++) {
            Arrays.fill(selection, -1L);
            Scan.CODES.refine(codes.region(), 1, first, Selector.WORDS, group, 0, false, selection);
            long rows = 0;
            for (long word : selection) {
                rows += Long.bitCount(word);
            }
            counts[group] += rows;
            left -= rows;
        }
        counts[span - 1] += left;
    }

    private void addShared(int[] places, int[] addends, int rows) {
        int lane = counts.length == span ? 0 : span;
        int whole = rows & -LANES;
        for (int i = 0; i < whole; i += LANES) {
            counts[places[i]] += shared(addends[i]);
            counts[places[i + 1] + lane] += shared(addends[i + 1]);
            counts[places[i + 2] + 2 * lane] += shared(addends[i + 2]);
            counts[places[i + 3] + 3 * lane] += shared(addends[i + 3]);
        }
        for (int i = whole; i < rows; i++) {
            counts[places[i]] += shared(addends[i]);
        }
    }

    /** One row and its code. */
    private long shared(long code) {
        return (code & 0xFFFF_FFFFL) << shift | 1;
    }

    private void addAll(int[] places, int first, int rows) {
        int lane = counts.length == span ? 0 : span;
        int whole = rows & -LANES;
        for (int i = 0; i < whole; i += LANES) {
            counts[places[i]]++;
            counts[places[i + 1] + lane]++;
            counts[places[i + 2] + 2 * lane]++;
            counts[places[i + 3] + 3 * lane]++;
        }
        for (int i = whole; i < rows; i++) {
            counts[places[i]]++;
        }
        if (values != null) {
            addValues(values.codes(), places, first, rows);
        }
    }

    private void addValues(Codes codes, int[] places, int first, int rows) {
        for (int i = 0; i < rows; i++) {
            sums[places[i]] += codes.get(first + i);
        }
    }

    private void addSelected(long[] selection, int first) {
        for (int i = 0; i < selection.length; i++) {
            for (long left = selection[i]; left != 0; left &= left - 1) {
                add(first + (i << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void add(int row) {
        int place = groups == null ? 0 : (int) groups.codes().get(row);
        if (values == null) {
            counts[place]++;
        } else if (shift > 0) {
            counts[place] += shared(values.codes().get(row));
        } else {
            counts[place]++;
            sums[place] += values.codes().get(row);
        }
    }
}
