package org.speedwell.accelerator.aggregate;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The groups of an aggregate with their keys and results. Unless stated otherwise, they have the order of their first
 * rows.
 */
@FunctionalInterface
public interface GroupSequence {
    /**
     * Passes each wanted group to an action. A group is an array of its keys, followed by the results of its
     * aggregates. Keys over which a subtotal sums are null.
     *
     * @param wanted tests an array in which only the results are set. The engine does not read the keys of unwanted
     *     groups.
     */
    void forEach(GroupTest wanted, Consumer<@Nullable Object[]> action);
}
