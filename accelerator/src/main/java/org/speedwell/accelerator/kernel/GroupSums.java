package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * Counts and sums by group, with the count and the sum packed into one long. This halves the memory written. For one
 * thread.
 */
final class GroupSums implements Morsels.Worker {
    private final TableStore<?> table;
    private final @Nullable KeyColumn values;
    private final @Nullable Scan scan;
    private final Selection selection = Selection.byBits();
    private final CodeBlock places;
    private final @Nullable CodeBlock addends;

    /** The lowest bit of the sum; the bits below it hold the count. */
    private final int shift;

    private final long[] totals;

    /** @param values the summed column; null to count only */
    GroupSums(TableStore<?> table, KeyColumn groups, @Nullable KeyColumn values, @Nullable Scan scan) {
        this.table = table;
        this.values = values;
        this.scan = scan;
        this.places = new CodeBlock(groups.codes());
        this.addends = values == null ? null : new CodeBlock(values.codes());
        this.shift = Integer.SIZE - Integer.numberOfLeadingZeros(table.end());
        this.totals = new long[GroupTotals.groups(groups)];
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
                places.read(block, rows);
                if (addends != null) {
                    addends.read(block, rows);
                }
                add(places.width(), addends == null ? 0 : addends.width(), rows);
            } else {
                Scan.refine(scan, table, block, selection);
                places.read(block, rows, selection);
                if (addends != null) {
                    addends.read(block, rows, selection);
                }
                add(Integer.BYTES, Integer.BYTES, selection.count());
            }
        }
    }

    private void add(int width, int addendWidth, int rows) {
        if (addends == null) {
            GroupLoops.count(places, width, rows, totals);
        } else {
            GroupLoops.add(places, width, addends, addendWidth, rows, shift, totals);
        }
    }

    GroupSums merge(GroupSums other) {
        for (int i = 0; i < totals.length; i++) {
            totals[i] += other.totals[i];
        }
        return this;
    }

    GroupTotals totals() {
        long[] counts = new long[totals.length];
        long[] sums = new long[totals.length];
        for (int group = 0; group < totals.length; group++) {
            counts[group] = totals[group] & (1L << shift) - 1;
            sums[group] = totals[group] >>> shift;
        }
        return new GroupTotals(values, counts, sums);
    }
}
