package org.speedwell.accelerator.aggregate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** The state of one {@link Aggregate} for all groups, in arrays indexed by the number of the group. For one thread. */
interface State {
    /** Makes room for a number of groups, before rows are added to a new one. */
    void grow(int groups);

    /** Adds the rows of a block to their groups. */
    void add(RowBlock block, BlockGroups groups);

    /**
     * Adds the state of the same aggregate over other rows.
     *
     * @param groups by group of the other state, the group here; {@link BlockGroups#NONE} is skipped
     * @param size how many groups the other state has
     */
    void merge(State other, int[] groups, int size);

    /**
     * Returns the result of a group.
     *
     * @param rows how many rows the group has
     */
    @Nullable
    Object result(int group, long rows);

    /** Tells why rows cannot be retracted; empty if they can. */
    Optional<String> retractionRefusal();

    /**
     * Removes rows that were added before: the state is then as if they had never been added.
     *
     * @throws UnsupportedOperationException if there is a {@link #retractionRefusal}
     */
    default void retract(RowBlock block, BlockGroups groups) {
        throw new UnsupportedOperationException(retractionRefusal().orElseThrow());
    }

    /** Tells whether the result depends on the order in which rows are added. */
    default boolean isOrdered() {
        return true;
    }

    /**
     * Tells whether rows of the group {@link BlockGroups#NONE} may be added, which the query does not select: computing their values
     * does not throw and calls no function of the user's.
     */
    default boolean isTotal() {
        return false;
    }

    /** Uses the numbers of another state of the same groups if they are the same. */
    default void share(State other) {}

    /** Returns how many bytes the values take that are kept until the end. */
    default long bytes() {
        return 0;
    }
}
