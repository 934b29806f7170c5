package org.speedwell.accelerator.aggregate;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A test of the groups of an aggregate, by an array of keys and results in which only the results are set. */
@FunctionalInterface
public interface GroupTest extends Predicate<@Nullable Object[]> {
    /**
     * Returns comparisons that the results of every passing group meet. The engine need not test groups that fail one.
     */
    default List<ResultComparison> comparisons() {
        return List.of();
    }

    /**
     * Returns a choice among the groups that meet all {@link #comparisons}. The engine need not test the groups that it
     * omits. Returns null if there is none, or if the test has other conditions that come before it.
     */
    default @Nullable ResultLimit limit() {
        return null;
    }
}
