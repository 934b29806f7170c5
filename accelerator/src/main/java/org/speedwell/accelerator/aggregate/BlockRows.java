package org.speedwell.accelerator.aggregate;

import org.speedwell.accelerator.kernel.RowBlock;

/** The row numbers that a function is given for the rows of a block. */
@FunctionalInterface
interface BlockRows {
    /** The rows of the one table of a block. */
    BlockRows FIRST = block -> block.rows[0];

    /** Returns a number for each place of the block; the next call may change them. */
    int[] rows(RowBlock block);
}
