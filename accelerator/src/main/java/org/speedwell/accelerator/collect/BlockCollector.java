package org.speedwell.accelerator.collect;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.kernel.RowBlock;

/** A buffer that collects rows one by one and passes them to an aggregator in blocks. For one thread. */
public final class BlockCollector {
    private final Aggregator aggregator;
    private final RowBlock block;

    private BlockCollector(Aggregator aggregator, int tables) {
        this.aggregator = aggregator;
        this.block = new RowBlock(tables);
    }

    /**
     * Returns an aggregator that has accepted all tuples. Each tuple is an array with one row of each table.
     *
     * <p>If several tuples of a sequential stream fail, the method throws the exception of the first one. If the stream
     * itself fails, the aggregator first gets the pending rows: one of them may fail earlier.
     */
    public static Aggregator ofTuples(Stream<int[]> tuples, int tables, Supplier<Aggregator> aggregators) {
        if (tuples.isParallel()) {
            return tuples.collect(
                            () -> new BlockCollector(aggregators.get(), tables),
                            BlockCollector::add,
                            BlockCollector::append)
                    .all();
        }
        BlockCollector collector = new BlockCollector(aggregators.get(), tables);
        try {
            tuples.forEachOrdered(collector::add);
        } catch (RuntimeException e) {
            collector.deliver();
            throw e;
        }
        return collector.all();
    }

    private void add(int[] tuple) {
        for (int table = 0; table < tuple.length; table++) {
            block.rows[table][block.size] = tuple[table];
        }
        if (++block.size == RowBlock.CAPACITY) {
            deliver();
        }
    }

    private void deliver() {
        block.fillings++;
        try {
            aggregator.accept(block);
        } finally {
            block.size = 0;
        }
    }

    private void append(BlockCollector later) {
        deliver();
        aggregator.append(later.all());
    }

    private Aggregator all() {
        deliver();
        return aggregator;
    }
}
