package org.speedwell.accelerator.join;

import org.speedwell.accelerator.kernel.RowBlock;

/** Gives tuples of rows, some at a time, when it is asked for them and not before. For one thread. */
public interface TupleSource {
    /** Stands for the row of a table that an outer join has found no row of. */
    int NO_ROW = -1;

    /**
     * Fills a block anew.
     *
     * @param most how many tuples are wanted, at most {@link RowBlock#CAPACITY}
     * @return whether there were any
     */
    boolean next(RowBlock block, int most);

    /**
     * How many tuples there are, for a source of which none was asked for yet.
     *
     * @param tables how many tables are joined
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
