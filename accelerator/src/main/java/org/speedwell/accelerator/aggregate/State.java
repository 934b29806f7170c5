package org.speedwell.accelerator.aggregate;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** The state of one {@link Aggregate} for all groups, in arrays by group number. For one thread. */
interface State {
    /** Makes room for a number of groups. Call it before rows of a new group are added. */
    void grow(int groups);

    /** Makes room for a number of expected groups, if the state has arrays of numbers. */
    default void expect(int groups) {}

    /** Adds the rows of a block to their groups. */
    void add(RowBlock block, BlockGroups groups);

    /**
     * Merges a state of the same aggregate over other rows.
     *
     * @param groups the group of this state for each group of the other state; the index {@link BlockGroups#NONE} is
     * skipped
     * @param size the number of groups of the other state
     */
    void merge(State other, int[] groups, int size);

    /**
     * Returns the result of a group.
     *
     * @param rows the number of rows of the group
     */
    @Nullable
    Object result(int group, long rows);

    /**
     * Returns the scale of the results if they are whole numbers or decimals with the value of {@link #unscaled}; 0 for
     * whole numbers. Empty for all other results.
     */
    default OptionalInt scale() {
        return OptionalInt.empty();
    }

    /**
     * Returns the unscaled value of the result of a group. The results must have a {@link #scale}.
     *
     * @param rows the number of rows of the group
     */
    default long unscaled(int group, long rows) {
        throw new IllegalStateException("The results have no scale.");
    }

    /** Returns the reason why this state cannot retract rows; empty if it can. */
    Optional<String> retractionRefusal();

    /**
     * Removes rows that were added before. The state is then as if they had never been added.
     *
     * @throws UnsupportedOperationException if there is a {@link #retractionRefusal}
     */
    default void retract(RowBlock block, BlockGroups groups) {
        throw new UnsupportedOperationException(retractionRefusal().orElseThrow());
    }

    /** Returns whether the result depends on the order in which rows are added. */
    default boolean isOrdered() {
        return true;
    }

    /**
     * Returns whether blocks may contain rows that the query does not select, in the group {@link BlockGroups#NONE}.
     * Reading the values of these rows must not throw, and must not call functions of the application.
     */
    default boolean cannotThrow() {
        return false;
    }

    /** Shares the numbers of another state of the same groups if both states compute the same numbers. */
    default void share(State other) {}

    /** Returns the bytes of the values that the state keeps until the end. */
    default long bytes() {
        return 0;
    }
}
