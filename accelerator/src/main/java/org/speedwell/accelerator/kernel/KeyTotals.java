package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * Count, sum, least and greatest of the keys of a column without NULL, 64 rows at a time and with no list of them. Sums
 * wrap as those of longs do.
 */
public final class KeyTotals {
    private final KeyColumn column;
    private final CodeTotals codes = new CodeTotals();
    private long count;

    private KeyTotals(KeyColumn column) {
        this.column = column;
    }

    /**
     * Of all rows of a table, or of those of a scan.
     *
     * @param scan null for all rows
     */
    public static KeyTotals of(TableStore<?> table, KeyColumn column, @Nullable Scan scan, boolean parallel) {
        return Blocks.reduce(
                table,
                parallel,
                (from, to) -> {
                    KeyTotals part = new KeyTotals(column);
                    long[] selection = new long[Selector.WORDS];
                    for (int block = from; block < to; block++) {
                        Scan.refine(scan, table, block, selection);
                        part.add(block * Selector.ROWS, selection);
                    }
                    return part;
                },
                KeyTotals::merge);
    }

    /** Of some rows of a table. */
    public static KeyTotals of(TableStore<?> table, KeyColumn column, int[] rows) {
        KeyTotals totals = new KeyTotals(column);
        for (int row : rows) {
            totals.codes.add(column.codes().get(row));
        }
        totals.count = rows.length;
        table.keepAlive();
        return totals;
    }

    public long count() {
        return count;
    }

    public long sum() {
        return codes.sum + base() * count;
    }

    /** The least key; no rows have none. */
    public long min() {
        return codes.least + base();
    }

    /** The greatest key; no rows have none. */
    public long max() {
        return codes.greatest + base();
    }

    private long base() {
        return -column.code(0);
    }

    private void add(int first, long[] selection) {
        for (long word : selection) {
            count += Long.bitCount(word);
        }
        Codes all = column.codes();
        int whole = Math.min(selection.length, (column.rows() - first) >> 6);
        if (all.width() == 0) {
            codes.merge(0, 0, 0); // every code is 0; without rows nobody asks
        } else {
            Scan.CODES.total(all, first, whole, selection, codes);
            if (whole < selection.length) {
                addLast(all, first + (whole << 6), selection[whole]);
            }
        }
    }

    /** The last word of a table may reach past its rows. */
    private void addLast(Codes all, int row, long word) {
        for (long left = word; left != 0; left &= left - 1) {
            codes.add(all.get(row + Long.numberOfTrailingZeros(left)));
        }
    }

    private KeyTotals merge(KeyTotals other) {
        count += other.count;
        codes.merge(other.codes.sum, other.codes.least, other.codes.greatest);
        return this;
    }
}
