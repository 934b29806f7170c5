package org.speedwell.accelerator.kernel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.speedwell.accelerator.store.TableStore;

/**
 * The blocks of a table's rows, handed out a morsel at a time to whoever is free: to this thread, or to those of the pool
 * that the JDK's parallel streams use as well (Leis et al., "Morsel-Driven Parallelism", 2014). A thread that is interrupted
 * while it waits for an answer gets none: each morsel but a table's first asks.
 */
final class Morsels {
    /** Some 65,000 rows: enough work to be worth handing over, little enough to share out evenly. */
    static final int BLOCKS = 16;

    private final int end;
    private final AtomicInteger next;
    private final Thread asking = Thread.currentThread();

    private Morsels(int from, int end) {
        this.next = new AtomicInteger(from);
        this.end = end;
    }

    /** What one thread makes of the morsels that it gets. */
    @FunctionalInterface
    interface Worker {
        /** Takes the blocks from one, inclusive, to another, exclusive. */
        void accept(int from, int to);
    }

    /** How many blocks a table has. */
    static int blocks(TableStore<?> table) {
        return (int) (((long) table.end() + Selector.ROWS - 1) / Selector.ROWS);
    }

    /** How many row numbers a block has. */
    static int rows(TableStore<?> table, int block) {
        return Math.min(Selector.ROWS, table.end() - block * Selector.ROWS);
    }

    /** What comes of all blocks; see {@link #run(TableStore, int, int, boolean, Supplier, BinaryOperator)}. */
    static <W extends Worker> W run(
            TableStore<?> table, boolean parallel, Supplier<W> workers, BinaryOperator<W> merge) {
        return run(table, 0, blocks(table), parallel, workers, merge);
    }

    /**
     * What comes of the blocks from one, inclusive, to another, exclusive. Not in parallel one worker gets them in order.
     *
     * @param workers makes one for each thread
     * @param merge takes workers in no certain order
     * @throws CancellationException if this thread is interrupted; its flag stays set
     */
    static <W extends Worker> W run(
            TableStore<?> table, int from, int to, boolean parallel, Supplier<W> workers, BinaryOperator<W> merge) {
        Morsels morsels = new Morsels(from, to);
        int threads = parallel
                ? Math.clamp((to - from) / BLOCKS, 1, Runtime.getRuntime().availableProcessors())
                : 1;
        W all = threads == 1
                ? morsels.handTo(workers.get())
                : IntStream.range(0, threads)
                        .parallel()
                        .mapToObj(_ -> morsels.handTo(workers.get()))
                        .reduce(merge)
                        .orElseThrow();
        table.keepAlive();
        return all;
    }

    private <W extends Worker> W handTo(W worker) {
        try {
            for (int block = next.getAndAdd(BLOCKS); block < end; block = next.getAndAdd(BLOCKS)) {
                if (block >= BLOCKS && asking.isInterrupted()) {
                    throw new CancellationException("The thread that waits for this query was interrupted.");
                }
                worker.accept(block, Math.min(block + BLOCKS, end));
            }
        } finally {
            next.set(end); // where this one fails the others need not go on
        }
        return worker;
    }
}
