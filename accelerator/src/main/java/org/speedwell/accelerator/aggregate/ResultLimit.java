package org.speedwell.accelerator.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A choice of the groups with the greatest aggregates. If several groups have the least of these aggregates, all of them
 * are chosen.
 *
 * @param aggregate the index of the aggregate
 * @param limit the number of groups if no two aggregates are equal; at least 0
 */
public record ResultLimit(int aggregate, int limit) {
    @SuppressWarnings({"unchecked", "rawtypes", "NullAway"}) // aggregates are comparable, and nullsFirst accepts null
    private static final Comparator<@Nullable Object> ORDER =
            (Comparator) Comparator.nullsFirst(Comparator.<Comparable>naturalOrder());

    /**
     * Removes the groups that are not chosen.
     *
     * @param result returns the aggregate of a group, which may be null
     */
    public <G> void apply(List<G> groups, Function<? super G, ? extends @Nullable Object> result) {
        if (limit == 0) {
            groups.clear();
        } else if (groups.size() > limit) {
            @Nullable
            Object[] ascending = groups.stream().map(result).sorted(ORDER).toArray();
            Object least = ascending[ascending.length - limit];
            groups.removeIf(group -> ORDER.compare(result.apply(group), least) < 0);
        }
    }

    /** Returns the least of the {@code limit} greatest numbers. The limit must be from 1 to the number of numbers. */
    long least(long[] numbers) {
        PriorityQueue<Long> greatest = new PriorityQueue<>();
        for (long number : numbers) {
            if (greatest.size() < limit) {
                greatest.add(number);
            } else if (number > greatest.element()) {
                greatest.remove();
                greatest.add(number);
            }
        }
        return greatest.element();
    }
}
