package org.speedwell.accelerator.plan;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.join.TupleSource;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Shares;
import org.speedwell.accelerator.memory.WorkingMemory;

/** One run of a join. Its constructor reads the data that the join needs before the first tuple. Thread-safe. */
public final class TupleRun {
    /** The number of listed rows of the first table up to which blocks are small. */
    private static final int FEW_ROWS = 16;

    private static final int FEW_TUPLES = 16;

    private final JoinPlan plan;
    private final boolean parallel;
    private final @Nullable ExecutionTrace trace;
    private final WorkingMemory memory;
    private final TupleNode.Opened opened;
    private int size;

    TupleRun(JoinPlan plan, boolean parallel, @Nullable ExecutionTrace trace, WorkingMemory memory) {
        this.plan = plan;
        this.parallel = parallel;
        this.trace = trace;
        this.memory = memory;
        this.opened = plan.root().open(this);
    }

    private JoinQuery query() {
        return plan.query();
    }

    int tables() {
        return query().tables().size();
    }

    boolean isParallel() {
        return parallel;
    }

    WorkingMemory memory() {
        return memory;
    }

    /** Reads the rows of one table. */
    Rows read(RowNode node, int place) {
        return new Execution(query().tables().get(place).table(), parallel, trace).run(node);
    }

    /**
     * Sets the size of the run.
     *
     * @param rows the number of rows of the first table
     */
    void start(int rows) {
        size = rows;
    }

    /** Returns the sources of a node; they count their tuples if the run has a trace. */
    TupleNode.Opened counted(TupleNode node, TupleNode.Opened sources) {
        if (trace == null) {
            return sources;
        }
        LongAdder tuples = new LongAdder();
        trace.tupleStep(node.describe(), Math.round(node.expected()), tuples::sum);
        return (from, to) -> new Counted(sources.source(from, to), tuples);
    }

    /** A source that counts its tuples. */
    private record Counted(TupleSource source, LongAdder tuples) implements TupleSource {
        @Override
        public boolean next(RowBlock block, int limit) {
            boolean any = source.next(block, limit);
            tuples.add(block.size);
            return any;
        }

        @Override
        public long count(int tables) {
            long count = source.count(tables);
            tuples.add(count);
            return count;
        }
    }

    /** Returns the number of rows of the first table. */
    int size() {
        return size;
    }

    /** Returns the capacity of the blocks between the operators. Joins of few listed rows need small blocks. */
    int capacity() {
        return size <= FEW_ROWS && query().isListed() ? FEW_TUPLES : RowBlock.CAPACITY;
    }

    boolean isDivisible() {
        return plan.root().isDivisible();
    }

    /** Returns, for one thread, the tuples of the first table's rows from one place to another. */
    TupleSource source(int from, int to) {
        return opened.source(from, to);
    }

    /** Returns the number of tuples. */
    public long count() {
        long count = source(0, size).count(tables());
        query().keepAlive();
        return count;
    }

    /**
     * Returns the result of workers that read the tuples: one worker for all, or in parallel one for each share.
     *
     * @param description a description of the work for people
     */
    public Aggregator collect(Supplier<Aggregator> workers, String description) {
        Supplier<Aggregator> counted = () -> workers.get().countedIn(memory);
        Supplier<Aggregator> own =
                plan.isInOrder() ? counted : () -> counted.get().inAnyOrder();
        Aggregator all = Shares.of(size, parallel && isDivisible(), (from, to) -> collect(own.get(), from, to)).stream()
                .reduce(Aggregator::append)
                .orElseThrow();
        if (trace != null) {
            trace.rowStep(description, all::size);
        }
        query().keepAlive();
        return all;
    }

    private Aggregator collect(Aggregator worker, int from, int to) {
        TupleSource source = source(from, to);
        RowBlock block = new RowBlock(tables(), capacity());
        while (source.next(block, block.capacity())) {
            block.fillings++;
            worker.accept(block);
        }
        return worker;
    }

    /** Returns the tuples, each an array with one row of each table; −1 where there is no row. */
    public TupleSpliterator tuples() {
        return new TupleSpliterator(query(), this);
    }
}
