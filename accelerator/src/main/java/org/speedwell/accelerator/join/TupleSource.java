package org.speedwell.accelerator.join;

/** Gives tuples of rows, some at a time, when it is asked for them and not before. For one thread. */
interface TupleSource {
    /** Stands for the row of a table that an outer join has found no row of. */
    int NO_ROW = -1;

    /**
     * Fills a block anew.
     *
     * @param most how many tuples are wanted, at most {@link TupleBlock#CAPACITY}
     * @return whether there were any
     */
    boolean next(TupleBlock block, int most);

    /**
     * How many tuples there are, for a source of which none was asked for yet.
     *
     * @param tables how many tables are joined
     */
    default long count(int tables) {
        TupleBlock block = new TupleBlock(tables);
        long count = 0;
        while (next(block, TupleBlock.CAPACITY)) {
            count += block.size;
        }
        return count;
    }
}
