package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * The count, sum, minimum and maximum of the keys of a column without NULL. It reads 64 rows at a time and builds no
 * row list. Sums wrap like long arithmetic.
 */
public final class KeyTotals {
    private final KeyColumn column;
    private final CodeTotals codes = new CodeTotals();
    private long count;

    private KeyTotals(KeyColumn column) {
        this.column = column;
    }

    /**
     * Returns the totals of all rows of a table, or of the rows that a scan matches.
     *
     * @param scan the filter; null for all rows
     */
    public static KeyTotals of(TableStore<?> table, KeyColumn column, @Nullable Scan scan, boolean parallel) {
        return Morsels.run(table, parallel, () -> new Adder(new KeyTotals(column), table, scan), Adder::merge).totals;
    }

    private record Adder(
            KeyTotals totals, TableStore<?> table, @Nullable Scan scan, Selection selection) implements Morsels.Worker {
        Adder(KeyTotals totals, TableStore<?> table, @Nullable Scan scan) {
            this(totals, table, scan, Selection.byBits());
        }

        @Override
        public void accept(int from, int to) {
            for (int block = from; block < to; block++) {
                Scan.refine(scan, table, block, selection);
                totals.count += selection.count();
                totals.codes.add(totals.column.codes(), block * Selector.ROWS, selection.words);
            }
        }

        Adder merge(Adder other) {
            totals.count += other.totals.count;
            totals.codes.add(other.totals.codes);
            return this;
        }
    }

    /** Returns the totals of the given rows of a table. */
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

    /** Returns the smallest key; undefined without rows. */
    public long min() {
        return codes.least + base();
    }

    /** Returns the greatest key; undefined without rows. */
    public long max() {
        return codes.greatest + base();
    }

    private long base() {
        return -column.code(0);
    }
}
