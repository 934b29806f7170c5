package org.speedwell.accelerator.aggregate;

import org.speedwell.accelerator.kernel.RowBlock;

/** A function from a block to the row ids that an input reads. */
@FunctionalInterface
interface BlockRows {
    /** The row ids of the first table of a block. */
    BlockRows FIRST = block -> block.rows[0];

    /** Returns a row id for each position of the block. The next call may overwrite the array. */
    int[] rows(RowBlock block);
}
