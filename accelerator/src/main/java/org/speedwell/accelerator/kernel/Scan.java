package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * A run of a selector over all rows of a table, block by block. The common pool can share the work. A scan ends with a
 * {@link java.util.concurrent.CancellationException} soon after the calling thread is interrupted.
 */
public record Scan(TableStore<?> table, Selector selector, boolean parallel) {
    /** The greatest number of blocks read at once while a parallel scan looks for the first matching rows. */
    private static final int MAX_WINDOW = 64 * Morsels.BLOCKS;

    /** Returns a scan of all rows of a table in which some row ids are unused. */
    public static Scan ofPresent(TableStore<?> table, boolean parallel) {
        return new Scan(table, new Selector.All(List.of()), parallel);
    }

    /** Returns the number of matching rows. */
    public int count() {
        return Morsels.run(table, parallel, () -> new Counter(this), Counter::merge).rows;
    }

    private static final class Counter implements Morsels.Worker {
        private final Scan scan;
        private final Selection selection;

        /** A count of whole blocks without a selection; null if it is not possible, or if vectors are faster. */
        private final @Nullable ByteCount byBytes;

        private int rows;

        Counter(Scan scan) {
            this.scan = scan;
            boolean isByBytes = scan.selector.isByBytes() && scan.table.present() == null;
            this.selection = isByBytes ? Selection.bySoonest() : Selection.byBits();
            this.byBytes = isByBytes && selection.isByBytes() ? ByteCount.of(scan.selector) : null;
        }

        @Override
        public void accept(int from, int to) {
            int next = from;
            if (byBytes != null) {
                next = Math.min(to, scan.table.end() / Selector.ROWS);
                rows += (int) byBytes.count(from, next);
            }
            for (int block = next; block < to; block++) {
                scan.refine(block, selection);
                rows += selection.count();
            }
        }

        Counter merge(Counter other) {
            rows += other.rows;
            return this;
        }
    }

    /** Returns the matching rows. */
    public Bitmap select() {
        Bitmap bitmap = new Bitmap(table.end());
        Morsels.run(table, parallel, () -> new Reader(this, bitmap), (reader, _) -> reader);
        return bitmap;
    }

    /**
     * Returns the first {@code limit} matching rows, or fewer, in ascending order. Stops reading early; a parallel scan
     * may read a little further.
     */
    public int[] first(int limit) {
        int blocks = Morsels.blocks(table);
        if (limit >= table.rows()) {
            return listed(0, blocks).rows.toArray();
        }
        Listing first = new Listing(this);
        int window = 1;
        for (int from = 0; from < blocks && first.rows.size < limit; from += window) {
            window = Math.min(parallel ? 2 * from + 1 : 1, MAX_WINDOW);
            first.append(listed(from, Math.min(from + window, blocks)));
        }
        return Arrays.copyOf(first.rows.rows, Math.min(first.rows.size, limit));
    }

    private Listing listed(int fromBlock, int toBlock) {
        return Morsels.run(table, fromBlock, toBlock, parallel, () -> new Listing(this), Listing::append);
    }

    /** The matching rows of some blocks, in ascending order. */
    private static final class Listing implements Morsels.Worker {
        private final Scan scan;
        private final Selection selection = Selection.byBits();
        private final RowList rows = new RowList();

        Listing(Scan scan) {
            this.scan = scan;
        }

        @Override
        public void accept(int from, int to) {
            for (int block = from; block < to; block++) {
                scan.refine(block, selection);
                rows.reserve(selection.count());
                list(block * Selector.ROWS);
            }
        }

        private void list(int first) {
            int[] into = rows.rows;
            int next = rows.size;
            for (int i = 0; i < Selector.WORDS; i++) {
                for (long word = selection.words[i]; word != 0; word &= word - 1) {
                    into[next++] = first + (i << 6) + Long.numberOfTrailingZeros(word);
                }
            }
            rows.size = next;
        }

        Listing append(Listing other) {
            rows.addAll(other.rows);
            return this;
        }
    }

    /** Returns whether any row matches. Stops reading early. */
    public boolean any() {
        return first(1).length > 0;
    }

    /** A worker that sets the bits of the matching rows. All workers share the bitmap. */
    private record Reader(Scan scan, Bitmap into, Selection selection) implements Morsels.Worker {
        Reader(Scan scan, Bitmap into) {
            this(scan, into, Selection.byBits());
        }

        @Override
        public void accept(int from, int to) {
            for (int block = from; block < to; block++) {
                scan.refine(block, selection);
                into.setWords(block * Selector.ROWS, selection.words);
            }
        }
    }

    /** Selects the matching rows of one block. */
    private void refine(int block, Selection selection) {
        int rows = Morsels.rows(table, block);
        selection.selectFirst(rows);
        selection.keep(table.present(), block);
        selector.refine(block, rows, selection);
    }

    /** Selects the rows of one block that a scan matches, or all row ids if the scan is null. */
    static void refine(@Nullable Scan scan, TableStore<?> table, int block, Selection selection) {
        if (scan == null) {
            selection.selectFirst(Morsels.rows(table, block));
        } else {
            scan.refine(block, selection);
        }
    }
}
