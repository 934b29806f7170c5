package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.store.TableStore;

/**
 * Count, sum, least and greatest of the keys of a column without NULL, 64 rows at a time and with no list of them. Sums
 * wrap as those of longs do.
 */
public final class KeyTotals {
    /** Of so few rows a word, each is read by itself; of more, all 64 are and those not selected masked. */
    private static final int FEW = 12;

    private final KeyColumn column;
    private final long[] decoded = new long[64];
    private long count;

    // Of codes, not of keys
    private long sum;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

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
            totals.add(column.codes().get(row));
        }
        totals.count = rows.length;
        table.keepAlive();
        return totals;
    }

    public long count() {
        return count;
    }

    public long sum() {
        return sum + base() * count;
    }

    /** The least key; no rows have none. */
    public long min() {
        return least + base();
    }

    /** The greatest key; no rows have none. */
    public long max() {
        return greatest + base();
    }

    private long base() {
        return -column.code(0);
    }

    private void add(int first, long[] selection) {
        for (int i = 0; i < selection.length; i++) {
            long word = selection[i];
            int selected = Long.bitCount(word);
            count += selected;
            int row = first + (i << 6);
            if (selected <= FEW) {
                for (long left = word; left != 0; left &= left - 1) {
                    add(column.codes().get(row + Long.numberOfTrailingZeros(left)));
                }
            } else {
                // The last word of a table may reach past its rows
                int rows = Math.min(64, column.rows() - row);
                decode(column.codes(), row, rows, decoded);
                if (word == -1) {
                    addAll();
                } else {
                    addMasked(word, rows);
                }
            }
        }
    }

    private void add(long code) {
        sum += code;
        least = Math.min(least, code);
        greatest = Math.max(greatest, code);
    }

    private void addAll() {
        long total = 0;
        long low = least;
        long high = greatest;
        for (long code : decoded) {
            total += code;
            low = Math.min(low, code);
            high = Math.max(high, code);
        }
        sum += total;
        least = low;
        greatest = high;
    }

    private void addMasked(long word, int rows) {
        long total = 0;
        long low = least;
        long high = greatest;
        for (int i = 0; i < rows; i++) {
            long mask = -(word >>> i & 1);
            long code = decoded[i] & mask;
            total += code;
            low = Math.min(low, code | ~mask & Long.MAX_VALUE);
            high = Math.max(high, code | ~mask & Long.MIN_VALUE);
        }
        sum += total;
        least = low;
        greatest = high;
    }

    private static void decode(Codes codes, int first, int rows, long[] into) {
        Region region = codes.region();
        switch (codes.width()) {
            case 0 -> {} // all are 0, as the array is
            case 1 -> {
                for (int i = 0; i < rows; i++) {
                    into[i] = region.getByte((long) first + i) & 0xFFL;
                }
            }
            case 2 -> {
                for (int i = 0; i < rows; i++) {
                    into[i] = region.getShort(((long) first + i) << 1) & 0xFFFFL;
                }
            }
            case 4 -> {
                for (int i = 0; i < rows; i++) {
                    into[i] = region.getInt(((long) first + i) << 2) & 0xFFFF_FFFFL;
                }
            }
            default -> {
                for (int i = 0; i < rows; i++) {
                    into[i] = region.getLong(((long) first + i) << 3);
                }
            }
        }
    }

    private KeyTotals merge(KeyTotals other) {
        count += other.count;
        sum += other.sum;
        least = Math.min(least, other.least);
        greatest = Math.max(greatest, other.greatest);
        return this;
    }
}
