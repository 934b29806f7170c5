package org.speedwell.accelerator.kernel;

import java.util.function.Supplier;
import org.speedwell.accelerator.store.TableStore;

/** What one thread makes of rows that it gets block by block. */
public interface RowWorker<W extends RowWorker<W>> {
    /** The number of rows that a thread takes at a time: no block of a scan has rows of two morsels. */
    int MORSEL_ROWS = Morsels.BLOCKS * Selector.ROWS;

    /** Takes the rows of a block, which is filled anew then. */
    void accept(RowBlock block);

    /** Whether it also takes blocks that have {@link RowBlock#others}, and leaves these out. */
    default boolean takesOthers() {
        return false;
    }

    /** Tells whether the result depends on the order of the rows. The rows of each worker then follow one another. */
    default boolean isOrdered() {
        return false;
    }

    /** Takes what another has made; in no certain order. */
    W merge(W other);

    /** Merges as {@link #merge} does; the other rows come after all rows of this worker. */
    default W append(W other) {
        return merge(other);
    }

    /**
     * What comes of the rows of a scan: by one worker in row order, or in parallel by one for each thread.
     *
     * @throws java.util.concurrent.CancellationException if this thread is interrupted
     */
    static <W extends RowWorker<W>> W run(Scan scan, Supplier<W> workers) {
        TableStore<?> table = scan.table();
        if (scan.parallel() && workers.get().isOrdered()) {
            return Shares.of(table.end(), true, (from, to) -> ofBlocks(scan, workers, block(from), block(to))).stream()
                    .reduce(RowWorker::append)
                    .orElseThrow();
        }
        return Morsels.run(table, scan.parallel(), () -> new OfMorsels<>(scan, workers.get()), OfMorsels::merge).worker;
    }

    private static <W extends RowWorker<W>> W ofBlocks(Scan scan, Supplier<W> workers, int from, int to) {
        Supplier<OfMorsels<W>> one = () -> new OfMorsels<>(scan, workers.get());
        return Morsels.run(scan.table(), from, to, false, one, OfMorsels::merge).worker;
    }

    /** The first block that begins with a row, or behind it. */
    private static int block(int row) {
        return (int) (((long) row + Selector.ROWS - 1) / Selector.ROWS);
    }

    /** What comes of rows in their order, by one worker. */
    static <W extends RowWorker<W>> W run(Rows rows, W worker) {
        RowBlock block = new RowBlock(1);
        for (int place = 0; place < rows.size(); place += block.size) {
            block.fill(rows, place);
            worker.accept(block);
        }
        return worker;
    }

    /** Hands the rows of morsels to a worker. */
    final class OfMorsels<W extends RowWorker<W>> implements Morsels.Worker {
        private final Scan scan;
        private final W worker;
        private final Selection selection = Selection.byBits();
        private final RowBlock block = new RowBlock(1);

        private OfMorsels(Scan scan, W worker) {
            this.scan = scan;
            this.worker = worker;
        }

        @Override
        public void accept(int from, int to) {
            for (int of = from; of < to; of++) {
                Scan.refine(scan, scan.table(), of, selection);
                block.take(of * Selector.ROWS, selection, worker);
            }
            block.flush(worker);
        }

        private OfMorsels<W> merge(OfMorsels<W> other) {
            return new OfMorsels<>(scan, worker.merge(other.worker));
        }
    }
}
