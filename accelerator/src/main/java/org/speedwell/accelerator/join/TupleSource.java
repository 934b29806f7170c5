package org.speedwell.accelerator.join;

import org.speedwell.accelerator.kernel.RowBlock;

/** A source of tuples of rows. It reads a block of tuples only when a caller requests one. For one thread. */
public interface TupleSource {
    /** The row of a table for which an outer join found no match. */
    int NO_ROW = -1;

    /**
     * Replaces the content of a block by the next tuples.
     *
     * @param limit the greatest number of tuples wanted, at most {@link RowBlock#CAPACITY}
     * @return whether there were any tuples
     */
    boolean next(RowBlock block, int limit);

    /**
     * Returns the number of tuples. The caller must not have requested a block before.
     *
     * @param tables the number of joined tables
     */
    default long count(int tables) {
        RowBlock block = new RowBlock(tables);
        long count = 0;
        while (next(block, RowBlock.CAPACITY)) {
            count += block.size;
        }
        return count;
    }
}
