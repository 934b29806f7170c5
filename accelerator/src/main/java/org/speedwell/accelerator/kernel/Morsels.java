package org.speedwell.accelerator.kernel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.speedwell.accelerator.store.TableStore;

/**
 * A dispatcher of a table's blocks to threads, one morsel at a time. It uses the calling thread alone, or the pool of
 * the JDK's parallel streams (Leis et al., "Morsel-Driven Parallelism", 2014). Interrupting the calling thread cancels
 * the query: every morsel except the table's first checks for it.
 */
final class Morsels {
    /**
     * The blocks of a morsel, about 65,000 rows: enough work to pay for the dispatch, small enough to balance the
     * threads.
     */
    static final int BLOCKS = 16;

    private final int end;
    private final AtomicInteger next;
    private final Thread asking = Thread.currentThread();

    private Morsels(int from, int end) {
        this.next = new AtomicInteger(from);
        this.end = end;
    }

    /** The work of one thread on its morsels. */
    @FunctionalInterface
    interface Worker {
        /**
         * Processes some blocks.
         *
         * @param from the first block
         * @param to the block after the last
         */
        void accept(int from, int to);
    }

    /** Returns the number of blocks of a table. */
    static int blocks(TableStore<?> table) {
        return (int) (((long) table.end() + Selector.ROWS - 1) / Selector.ROWS);
    }

    /** Returns the number of row ids of a block. */
    static int rows(TableStore<?> table, int block) {
        return Math.min(Selector.ROWS, table.end() - block * Selector.ROWS);
    }

    /** Processes all blocks; see {@link #run(TableStore, int, int, boolean, Supplier, BinaryOperator)}. */
    static <W extends Worker> W run(
            TableStore<?> table, boolean parallel, Supplier<W> workers, BinaryOperator<W> merge) {
        return run(table, 0, blocks(table), parallel, workers, merge);
    }

    /**
     * Processes some blocks and returns the merged worker. If not parallel, one worker gets all blocks in order.
     *
     * @param from the first block
     * @param to the block after the last
     * @param workers a factory, called once for each thread
     * @param merge merges two workers; the order of the workers is undefined
     * @throws CancellationException if this thread is interrupted; its interrupt flag stays set
     */
    static <W extends Worker> W run(
            TableStore<?> table, int from, int to, boolean parallel, Supplier<W> workers, BinaryOperator<W> merge) {
        Morsels morsels = new Morsels(from, to);
        int threads = parallel
                ? Math.clamp((to - from) / BLOCKS, 1, Runtime.getRuntime().availableProcessors())
                : 1;
        W all = threads == 1
                ? morsels.assignTo(workers.get())
                : IntStream.range(0, threads)
                        .parallel()
                        .mapToObj(_ -> morsels.assignTo(workers.get()))
                        .reduce(merge)
                        .orElseThrow();
        table.keepAlive();
        return all;
    }

    private <W extends Worker> W assignTo(W worker) {
        try {
            for (int block = next.getAndAdd(BLOCKS); block < end; block = next.getAndAdd(BLOCKS)) {
                if (block >= BLOCKS && asking.isInterrupted()) {
                    throw new CancellationException(
                            "The query stopped because the thread that waits for it was interrupted.");
                }
                worker.accept(block, Math.min(block + BLOCKS, end));
            }
        } finally {
            next.set(end); // stops the other threads if this one fails
        }
        return worker;
    }
}
