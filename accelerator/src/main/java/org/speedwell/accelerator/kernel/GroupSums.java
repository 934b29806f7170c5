package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * Counts and sums by group, with the count and the sum packed into one long. This halves the memory written. For one
 * thread.
 */
final class GroupSums implements Morsels.Worker {
    /**
     * The number of partial totals per group while there are few groups. Two successive additions to the same total
     * would stall.
     */
    private static final int LANES = 4;

    private static final int MAX_LANED_GROUPS = 1 << 14;

    private static MethodHandle add = NonInlinedLoops.of(
            GroupSums.class,
            "add",
            void.class,
            int[].class,
            int[].class,
            int.class,
            int.class,
            long[].class,
            int.class);

    private static MethodHandle count =
            NonInlinedLoops.of(GroupSums.class, "count", void.class, int[].class, int.class, long[].class, int.class);

    private final TableStore<?> table;
    private final @Nullable KeyColumn values;
    private final @Nullable Scan scan;
    private final Selection selection = Selection.byBits();
    private final CodeBlock places;
    private final @Nullable CodeBlock addends;
    private final int groups;

    /** The lowest bit of the sum; the bits below it hold the count. */
    private final int shift;

    /** The distance from a group's total in one lane to its total in the next; 0 if there is one lane. */
    private final int stride;

    private final long[] totals;

    /** @param values the summed column; null to count only */
    GroupSums(TableStore<?> table, KeyColumn groups, @Nullable KeyColumn values, @Nullable Scan scan) {
        this.table = table;
        this.values = values;
        this.scan = scan;
        this.places = new CodeBlock(groups.codes());
        this.addends = values == null ? null : new CodeBlock(values.codes());
        this.groups = GroupTotals.groups(groups);
        this.shift = Integer.SIZE - Integer.numberOfLeadingZeros(table.end());
        this.stride = this.groups <= MAX_LANED_GROUPS ? this.groups : 0;
        this.totals = new long[stride == 0 ? this.groups : LANES * stride];
    }

    /** Returns whether the count of all rows and the greatest possible sum fit one long. */
    static boolean isPossible(KeyColumn values) {
        return values.codes().width() <= Integer.BYTES
                && values.code(values.max()) * values.rows() >>> Integer.numberOfLeadingZeros(values.rows()) + 32 == 0;
    }

    @Override
    public void accept(int from, int to) {
        for (int block = from; block < to; block++) {
            int rows = Morsels.rows(table, block);
            if (scan == null) {
                add(places.read(block, rows), addends == null ? null : addends.read(block, rows), rows);
            } else {
                Scan.refine(scan, table, block, selection);
                int[] selected = places.read(block, rows, selection);
                add(selected, addends == null ? null : addends.read(block, rows, selection), selection.count());
            }
        }
    }

    private void add(int[] groupsOfRows, int @Nullable [] codes, int rows) {
        try {
            if (codes == null) {
                count.invokeExact(groupsOfRows, rows, totals, stride);
            } else {
                add.invokeExact(groupsOfRows, codes, rows, shift, totals, stride);
            }
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    static void add(int[] places, int[] addends, int rows, int shift, long[] totals, int stride) {
        int whole = rows & -LANES;
        for (int i = 0; i < whole; i += LANES) {
            totals[places[i]] += one(addends[i], shift);
            totals[places[i + 1] + stride] += one(addends[i + 1], shift);
            totals[places[i + 2] + 2 * stride] += one(addends[i + 2], shift);
            totals[places[i + 3] + 3 * stride] += one(addends[i + 3], shift);
        }
        for (int i = whole; i < rows; i++) {
            totals[places[i]] += one(addends[i], shift);
        }
    }

    static void count(int[] places, int rows, long[] totals, int stride) {
        int whole = rows & -LANES;
        for (int i = 0; i < whole; i += LANES) {
            totals[places[i]]++;
            totals[places[i + 1] + stride]++;
            totals[places[i + 2] + 2 * stride]++;
            totals[places[i + 3] + 3 * stride]++;
        }
        for (int i = whole; i < rows; i++) {
            totals[places[i]]++;
        }
    }

    /** Returns the packed total of one row. */
    private static long one(int code, int shift) {
        return Integer.toUnsignedLong(code) << shift | 1;
    }

    GroupSums merge(GroupSums other) {
        for (int i = 0; i < totals.length; i++) {
            totals[i] += other.totals[i];
        }
        return this;
    }

    GroupTotals totals() {
        long[] counts = new long[groups];
        long[] sums = new long[groups];
        for (int at = 0; at < totals.length; at++) {
            counts[at % groups] += totals[at] & (1L << shift) - 1;
            sums[at % groups] += totals[at] >>> shift;
        }
        return new GroupTotals(values, counts, sums);
    }
}
