package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** What is made of the rows of each group, group by group in arrays. For one thread. */
public interface Accumulator {
    /** Makes room for so many groups; at least once before anything is added to them. */
    void grow(int groups);

    /** Whether what a group comes to depends on the order in which its rows are added. */
    default boolean isOrdered() {
        return true;
    }

    /** Adds the rows of a block to their groups. */
    void add(RowBlock block, BlockGroups groups);

    /**
     * Whether it can be given rows that nobody has asked for, of the group {@link BlockGroups#NONE}: nothing that it computes
     * throws, or calls a function of the user's.
     */
    default boolean isTotal() {
        return false;
    }

    /** Does without numbers of its own if another one adds up the same: it is told all that this one is. */
    default void share(Accumulator other) {}

    /**
     * Adds what another of the same kind has.
     *
     * @param groups by group of the other one; {@link BlockGroups#NONE} stays
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
