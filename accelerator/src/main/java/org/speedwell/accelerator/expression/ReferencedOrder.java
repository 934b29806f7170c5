package org.speedwell.accelerator.expression;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The order of values of referenced rows. A missing value comes last, or first if the order is descending. Immutable.
 *
 * @param value the value, which must be comparable
 */
public record ReferencedOrder<E>(ReferencedValue<E, ?, ?> value, boolean isDescending) implements Comparator<E> {
    @Override
    public int compare(E first, E second) {
        return compareValues(value.apply(first), value.apply(second));
    }

    /** Compares two values in this order. */
    @SuppressWarnings("unchecked") // both values have the same class
    public int compareValues(@Nullable Object first, @Nullable Object second) {
        int ascending;
        if (first == null || second == null) {
            ascending = first == second ? 0 : first == null ? 1 : -1;
        } else {
            ascending = ((Comparable<Object>) first).compareTo(second);
        }
        return isDescending ? -ascending : ascending;
    }

    @Override
    public Comparator<E> reversed() {
        return new ReferencedOrder<>(value, !isDescending);
    }

    @Override
    public String toString() {
        return value + (isDescending ? " descending" : "");
    }
}
