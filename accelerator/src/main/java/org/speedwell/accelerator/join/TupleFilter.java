package org.speedwell.accelerator.join;

import org.speedwell.accelerator.kernel.RowBlock;

/** A source of the tuples of another source that pass a test. */
public record TupleFilter(TupleSource input, TupleTest test) implements TupleSource {

    /** A test of the tuples of a block. For one thread. */
    @FunctionalInterface
    public interface TupleTest {
        /**
         * Returns whether a tuple passes.
         *
         * @param place the place of the tuple in the block
         */
        boolean test(RowBlock block, int place);

        /** Prepares for a block. The caller then tests all its tuples. */
        default void enter(RowBlock block) {}
    }

    @Override
    public boolean next(RowBlock block, int limit) {
        while (input.next(block, limit)) {
            test.enter(block);
            int size = 0;
            for (int i = 0; i < block.size; i++) {
                if (test.test(block, i)) {
                    for (int[] rows : block.rows) {
                        rows[size] = rows[i];
                    }
                    size++;
                }
            }
            block.size = size;
            if (size > 0) {
                return true;
            }
        }
        return false;
    }
}
