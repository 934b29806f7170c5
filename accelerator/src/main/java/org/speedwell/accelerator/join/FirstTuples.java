package org.speedwell.accelerator.join;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.FirstElements;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.memory.WorkingMemory;

/** The first tuples of another source in the order of a comparator. For one thread. */
public final class FirstTuples implements TupleSource {
    private final Supplier<FirstElements<int[]>> input;
    private @Nullable Spliterator<int[]> sorted;

    /**
     * Creates the source without reading.
     *
     * @param input reads the tuples; the source calls it once
     */
    public FirstTuples(Supplier<FirstElements<int[]>> input) {
        this.input = input;
    }

    /**
     * Returns the first tuples of a source.
     *
     * @param limit the greatest number of tuples
     * @param tables the number of tables that tuples have rows of
     */
    public static FirstElements<int[]> read(
            TupleSource input, Comparator<int[]> order, long limit, int tables, WorkingMemory memory) {
        FirstElements<int[]> first = new FirstElements<>(order, limit, memory);
        RowBlock block = new RowBlock(tables);
        int[] tuple = new int[tables];
        while (input.next(block, RowBlock.CAPACITY)) {
            for (int place = 0; place < block.size; place++) {
                for (int table = 0; table < tables; table++) {
                    tuple[table] = block.rows[table][place];
                }
                if (!first.isBeyond(tuple)) {
                    first.add(tuple.clone());
                }
            }
        }
        return first;
    }

    @Override
    public boolean next(RowBlock block, int limit) {
        Spliterator<int[]> tuples = sorted == null ? input.get().sorted() : sorted;
        sorted = tuples;
        block.size = 0;
        while (block.size < limit && tuples.tryAdvance(tuple -> add(block, tuple))) {}
        return block.size > 0;
    }

    private static void add(RowBlock block, int[] tuple) {
        for (int table = 0; table < tuple.length; table++) {
            block.rows[table][block.size] = tuple[table];
        }
        block.size++;
    }
}
