package org.speedwell.accelerator.kernel;

import java.util.function.Supplier;
import org.speedwell.accelerator.store.TableStore;

/** An aggregator that one thread feeds block by block. */
public interface RowWorker<W extends RowWorker<W>> {
    /** The number of rows that a thread takes at a time. No block of a scan spans two morsels. */
    int MORSEL_ROWS = Morsels.BLOCKS * Selector.ROWS;

    /** Processes the rows of a block. The caller reuses the block afterwards. */
    void accept(RowBlock block);

    /** Returns whether this worker accepts blocks with {@link RowBlock#others} and skips those rows. */
    default boolean skipsUnselectedRows() {
        return false;
    }

    /** Returns whether the result depends on the shares of the threads. All shares are then equal, run after run. */
    default boolean isOrdered() {
        return false;
    }

    /** Adds the result of a worker whose rows all follow the rows of this one. Returns this worker. */
    W append(W other);

    /**
     * Feeds the rows of a scan to one worker in row order, or in parallel to one worker per thread, and returns the
     * merged worker.
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
        return Morsels.run(table, scan.parallel(), () -> new OfMorsels<>(scan, workers.get()), OfMorsels::append)
                .worker;
    }

    private static <W extends RowWorker<W>> W ofBlocks(Scan scan, Supplier<W> workers, int from, int to) {
        Supplier<OfMorsels<W>> one = () -> new OfMorsels<>(scan, workers.get());
        return Morsels.run(scan.table(), from, to, false, one, OfMorsels::append).worker;
    }

    /** Returns the first block that begins at or after a row. */
    private static int block(int row) {
        return (int) (((long) row + Selector.ROWS - 1) / Selector.ROWS);
    }

    /**
     * Feeds rows in their order to one worker, or in parallel one share of consecutive rows to each worker. Returns the
     * merged worker.
     */
    static <W extends RowWorker<W>> W run(Rows rows, boolean parallel, Supplier<W> workers) {
        return Shares.of(rows.size(), parallel, (from, to) -> run(rows.slice(from, to), workers.get())).stream()
                .reduce(RowWorker::append)
                .orElseThrow();
    }

    private static <W extends RowWorker<W>> W run(Rows rows, W worker) {
        RowBlock block = new RowBlock(1, Math.min(RowBlock.CAPACITY, rows.size()));
        for (int place = 0; place < rows.size(); place += block.size) {
            block.fill(rows, place);
            worker.accept(block);
        }
        return worker;
    }

    /** An adapter that feeds the rows of morsels to a worker. */
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

        private OfMorsels<W> append(OfMorsels<W> other) {
            worker.append(other.worker);
            return this;
        }
    }
}
