package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** What is made of the rows of each group, group by group in arrays. For one thread. */
public interface Accumulator {
    /** Makes room for so many groups; at least once before anything is added to them. */
    void grow(int groups);

    /**
     * Adds the rows of a block to their groups.
     *
     * @param groups by place in the block
     */
    void add(RowBlock block, int[] groups);

    /**
     * Adds what another of the same kind has.
     *
     * @param groups by group of the other one
     * @param size how many groups the other one has
     */
    void merge(Accumulator other, int[] groups, int size);

    /**
     * What a group comes to, when all has been added.
     *
     * @param rows how many rows the group has
     */
    @Nullable
    Object result(int group, long rows);
}
