package org.speedwell.accelerator.join;

/** Some tuples of rows, a row of each table, that one step of a join hands to the next; to be filled again and again. */
final class TupleBlock {
    static final int CAPACITY = 1_024;

    /** By table, then by tuple; {@link TupleSource#NO_ROW} where an outer join has found none. */
    final int[][] rows;

    int size;

    TupleBlock(int tables) {
        this.rows = new int[tables][CAPACITY];
    }
}
