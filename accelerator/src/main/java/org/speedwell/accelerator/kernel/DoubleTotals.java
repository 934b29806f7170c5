package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * Statistics of a column's values as doubles. The order of the additions determines the rounding errors of the sum.
 * This class adds the values in row order, as a JDK stream does. A parallel run adds up each morsel separately and then
 * combines the morsels in order. The result does not depend on the number of threads.
 */
public final class DoubleTotals {
    /** The bound up to which doubles represent all whole numbers. Sums below it are exact in any order. */
    private static final double MAX_EXACT = 1L << 53;

    private DoubleTotals() {}

    /**
     * Returns the statistics of all rows of a table, or of the rows that a scan matches.
     *
     * @param column a column of numbers without NULL
     * @param scan the filter; null for all rows
     */
    public static DoubleSummaryStatistics of(
            TableStore<?> table, KeyColumn column, @Nullable Scan scan, boolean parallel) {
        int morsels = parallel ? Morsels.blocks(table) / Morsels.BLOCKS + 1 : 1;
        DoubleSummaryStatistics[] parts = new DoubleSummaryStatistics[morsels];
        Arrays.setAll(parts, _ -> new DoubleSummaryStatistics());
        Morsels.run(table, parallel, () -> adder(table, column, scan, parts), (adder, _) -> adder);
        for (int i = 1; i < morsels; i++) {
            parts[0].combine(parts[i]);
        }
        return parts[0];
    }

    private static Morsels.Worker adder(
            TableStore<?> table, KeyColumn column, @Nullable Scan scan, DoubleSummaryStatistics[] parts) {
        Selection selection = Selection.byBits();
        return (from, to) -> {
            DoubleSummaryStatistics part = parts[parts.length == 1 ? 0 : from / Morsels.BLOCKS];
            for (int block = from; block < to; block++) {
                Scan.refine(scan, table, block, selection);
                add(part, column, block * Selector.ROWS, selection.words);
            }
        };
    }

    /** Returns whether all sums of the column's values are exact. Callers can then use the sum of its keys. */
    public static boolean isExact(KeyColumn column) {
        double greatest = Math.max(Math.abs((double) column.min()), Math.abs((double) column.max()));
        return column.codec().isWhole() && greatest * column.rows() < MAX_EXACT;
    }

    private static void add(DoubleSummaryStatistics statistics, KeyColumn column, int first, long[] selection) {
        for (int i = 0; i < selection.length; i++) {
            for (long left = selection[i]; left != 0; left &= left - 1) {
                int row = first + (i << 6) + Long.numberOfTrailingZeros(left);
                statistics.accept(column.codec().doubleValue(column.key(row)));
            }
        }
    }
}
