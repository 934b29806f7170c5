package org.speedwell.accelerator.plan;

import java.util.Arrays;
import java.util.Comparator;

/**
 * An order of tuples. Tuples that the comparator does not tell apart keep their order. Immutable.
 *
 * @param comparator of tuples as arrays of rows, a row of each table
 * @param words what it orders by, for a person
 * @param most how many of the first tuples are wanted, one at least; {@link Long#MAX_VALUE} for all
 */
public record TupleOrder(Comparator<int[]> comparator, String words, long most) {
    /** Creates an order of which all tuples are wanted. */
    public TupleOrder(Comparator<int[]> comparator, String words) {
        this(comparator, words, Long.MAX_VALUE);
    }

    /** Returns the same order with another number of wanted tuples. */
    public TupleOrder first(long count) {
        return new TupleOrder(comparator, words, count);
    }

    /** Returns the same order, which tells tuples apart that come in any order: by the rows of the tables as they were named. */
    TupleOrder ofAnyOrder() {
        return new TupleOrder(comparator.thenComparing(Arrays::compare), words, most);
    }

    /** Describes the order. */
    String describe() {
        return "sorted by " + words + (most == Long.MAX_VALUE ? "" : ", the first %,d".formatted(most));
    }
}
