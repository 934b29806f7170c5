package org.speedwell.accelerator.collect;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.kernel.RowBlock;

/** Hands rows that come one by one to an aggregator, in blocks. For one thread. */
public final class BlockCollector {
    private final Aggregator aggregator;
    private final RowBlock block;

    private BlockCollector(Aggregator aggregator, int tables) {
        this.aggregator = aggregator;
        this.block = new RowBlock(tables);
    }

    /**
     * Returns the aggregator of tuples, each an array of a row of each table. If several tuples of a sequential stream throw, the
     * exception is that of the first one, as if each tuple was handed over at once.
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
            collector.hand();
            throw e;
        }
        return collector.all();
    }

    private void add(int[] tuple) {
        for (int table = 0; table < tuple.length; table++) {
            block.rows[table][block.size] = tuple[table];
        }
        if (++block.size == RowBlock.CAPACITY) {
            hand();
        }
    }

    private void hand() {
        block.fillings++;
        try {
            aggregator.accept(block);
        } finally {
            block.size = 0;
        }
    }

    private void append(BlockCollector later) {
        hand();
        aggregator.append(later.all());
    }

    private Aggregator all() {
        hand();
        return aggregator;
    }
}
