package org.speedwell.accelerator.aggregate;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Groups with their keys and the results of their aggregates, in the order of their first rows. */
@FunctionalInterface
public interface GroupSequence {
    /**
     * Hands over the groups. Each is an array of the keys, null where they are summed over, and of the aggregates behind them.
     *
     * @param wanted gets the aggregates alone; the keys of groups that are not wanted are not read
     */
    void forEach(Predicate<@Nullable Object[]> wanted, Consumer<@Nullable Object[]> action);
}
