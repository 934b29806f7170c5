package org.speedwell.accelerator.kernel;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * A dispatcher of a table's blocks to threads, one morsel at a time. It uses the calling thread alone, or the pool of
 * the JDK's parallel streams (Leis et al., "Morsel-Driven Parallelism", 2014). Interrupting the calling thread cancels
 * the query: every morsel except the table's first checks for it.
 *
 * <p>Each worker gets a range of consecutive blocks, so that workers can be merged in row order. The first thread
 * begins with all blocks. A thread without a range takes the second half of the longest range. If no blocks are left,
 * the thread merges neighbouring workers that have finished.
 */
final class Morsels<W extends Morsels.Worker> {
    /**
     * The blocks of a morsel, about 65,000 rows: enough work to pay for the dispatch, small enough to balance the
     * threads.
     */
    static final int BLOCKS = 16;

    private final Thread asking = Thread.currentThread();

    /** The ranges in the order of their blocks. This object guards the list and the ranges in it. */
    private final List<Range<W>> ranges = new ArrayList<>();

    private final int from;
    private final int to;

    private Morsels(int from, int to) {
        this.from = from;
        this.to = to;
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

    /** Consecutive blocks and their worker. */
    private static final class Range<W> {
        /** Null until the thread of the range has created it. */
        private @Nullable W worker;

        /** The first block that is in no morsel yet. */
        private int next;

        private int end;

        /** The end of the current morsel. Only the thread of the range uses it. */
        private int morselEnd;

        /** True if the worker has processed all blocks, and no thread merges it. */
        private boolean isFinished;

        private Range(int next, int end) {
            this.next = next;
            this.end = end;
        }

        private int left() {
            return end - next;
        }
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
     * @param workers a factory, called once for each range
     * @param merge merges two workers. All blocks of the second follow those of the first.
     * @throws CancellationException if this thread is interrupted; its interrupt flag stays set
     */
    static <W extends Worker> W run(
            TableStore<?> table, int from, int to, boolean parallel, Supplier<W> workers, BinaryOperator<W> merge) {
        int threads = parallel
                ? Math.clamp((to - from) / BLOCKS, 1, Runtime.getRuntime().availableProcessors())
                : 1;
        W all = threads == 1 ? alone(from, to, workers.get()) : together(from, to, threads, workers, merge);
        table.keepAlive();
        return all;
    }

    private static <W extends Worker> W alone(int from, int to, W worker) {
        for (int block = from; block < to; block += BLOCKS) {
            check(Thread.currentThread(), block);
            worker.accept(block, Math.min(block + BLOCKS, to));
        }
        return worker;
    }

    private static <W extends Worker> W together(
            int from, int to, int threads, Supplier<W> workers, BinaryOperator<W> merge) {
        Morsels<W> morsels = new Morsels<>(from, to);
        IntStream.range(0, threads).parallel().forEach(_ -> morsels.work(workers, merge));
        return requireNonNull(morsels.ranges.getFirst().worker);
    }

    private static void check(Thread asking, int block) {
        if (block >= BLOCKS && asking.isInterrupted()) {
            throw new CancellationException("The query stopped because the thread that waits for it was interrupted.");
        }
    }

    private void work(Supplier<W> workers, BinaryOperator<W> merge) {
        try {
            for (Range<W> range = take(); range != null; range = take()) {
                W worker = workers.get();
                for (int block = morsel(range); block >= 0; block = morsel(range)) {
                    check(asking, block);
                    worker.accept(block, range.morselEnd);
                }
                finish(range, worker);
            }
            for (List<Range<W>> pair = pair(); !pair.isEmpty(); pair = pair()) {
                W first = requireNonNull(pair.getFirst().worker);
                W second = requireNonNull(pair.getLast().worker);
                finish(pair.getFirst(), merge.apply(first, second));
            }
        } catch (RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    /** Returns a range for this thread, or null if no blocks are left. */
    private synchronized @Nullable Range<W> take() {
        if (ranges.isEmpty()) {
            ranges.add(new Range<>(from, to));
            return ranges.getFirst();
        }
        int longest = 0;
        for (int i = 1; i < ranges.size(); i++) {
            longest = ranges.get(i).left() > ranges.get(longest).left() ? i : longest;
        }
        Range<W> range = ranges.get(longest);
        if (range.left() == 0) {
            return null;
        }
        int middle = range.next + range.left() / (2 * BLOCKS) * BLOCKS;
        Range<W> second = new Range<>(middle, range.end);
        range.end = middle;
        ranges.add(longest + 1, second);
        return second;
    }

    /** Takes the next morsel of a range. Returns its first block, or −1 if no blocks are left. */
    private synchronized int morsel(Range<W> range) {
        int block = range.next;
        if (block == range.end) {
            return -1;
        }
        range.next = Math.min(block + BLOCKS, range.end);
        range.morselEnd = range.next;
        return block;
    }

    private synchronized void finish(Range<W> range, W worker) {
        range.worker = worker;
        range.isFinished = true;
    }

    /** Returns the next two neighbours that this thread should merge into the first one; empty if there are none. */
    private synchronized List<Range<W>> pair() {
        for (int i = 1; i < ranges.size(); i++) {
            Range<W> first = ranges.get(i - 1);
            if (first.isFinished && ranges.get(i).isFinished) {
                first.isFinished = false;
                return List.of(first, ranges.remove(i));
            }
        }
        return List.of();
    }

    /** Ends the work of all threads. */
    private synchronized void stop() {
        for (Range<W> range : ranges) {
            range.end = range.next;
        }
    }
}
