package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * Statistics of a column's values as doubles. What a sum of doubles comes to depends on their order: they are added in
 * that of the rows, as a stream of the JDK adds them, and in parallel each morsel by itself, however many threads there are.
 */
public final class DoubleTotals {
    /** Whole numbers up to here are doubles, and sums that stay below it are exact in any order. */
    private static final double MAX_EXACT = 1L << 53;

    private DoubleTotals() {}

    /**
     * Of all rows of a table, or of those of a scan.
     *
     * @param column without NULL, of numbers
     * @param scan null for all rows
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

    /** Whether sums of the column are exact, so that those of its keys can be taken. */
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
