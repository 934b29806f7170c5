package org.speedwell.accelerator.plan;

import java.util.Arrays;
import java.util.Comparator;

/**
 * An order of tuples. The order is stable: equal tuples keep their order. Immutable.
 *
 * @param comparator the comparator of tuples, each an array with one row of each table
 * @param description a description of the order for people
 * @param limit the number of first tuples that the caller reads, at least one; {@link Long#MAX_VALUE} for all
 */
public record TupleOrder(Comparator<int[]> comparator, String description, long limit) {
    /** Creates an order whose caller reads all tuples. */
    public TupleOrder(Comparator<int[]> comparator, String words) {
        this(comparator, words, Long.MAX_VALUE);
    }

    /** Returns the same order, limited to the first {@code count} tuples. */
    public TupleOrder first(long count) {
        return new TupleOrder(comparator, description, count);
    }

    /**
     * Returns the same order for input in any order. It breaks ties by the rows of the tables, in the order of their
     * names in the query.
     */
    TupleOrder ofAnyOrder() {
        return new TupleOrder(comparator.thenComparing(Arrays::compare), description, limit);
    }

    /** Describes the order. */
    String describe() {
        return "sorted by " + description + (limit == Long.MAX_VALUE ? "" : ", the first %,d".formatted(limit));
    }
}
