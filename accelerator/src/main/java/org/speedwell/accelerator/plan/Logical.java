package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * A logical query over one table. The {@link Planner} turns it into a physical plan. The factory methods keep a normal
 * form: filters come before orders, which change no row. They move nothing across a window. Operations on values keep
 * the order of the pipeline.
 */
public sealed interface Logical {

    /** The query of all rows, in row order. */
    Logical TABLE = new Table();

    /** The query of all rows: see {@link #TABLE}. */
    record Table() implements Logical {}

    /**
     * The query of some rows, in row order.
     *
     * @param rows their row ids, in ascending order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Listed(int[] rows) implements Logical {}

    /** The rows that pass a filter. */
    record Filtered(Logical input, Filter filter) implements Logical {}

    /** The rows in a given order. */
    record Ordered(Logical input, RowOrder order) implements Logical {}

    /**
     * A window of the rows or values.
     *
     * @param from the first place
     * @param to the place after the last
     */
    record Windowed(Logical input, long from, long to) implements Logical {}

    /** The values of a column, one for each row. */
    record Mapped(Logical input, ColumnRef.Ordered column) implements Logical {}

    /** The distinct values, each at its first place. */
    record Distinct(Logical input) implements Logical {}

    /** The values in their natural order, ascending or descending. */
    record Sorted(Logical input, boolean descending) implements Logical {}

    /** Returns the query with a filter. The query of rows must not have a window. */
    static Logical filtered(Logical query, Filter filter) {
        return switch (query) {
            case Filtered filtered -> new Filtered(filtered.input, and(filtered.filter, filter));
            case Ordered ordered -> new Ordered(filtered(ordered.input, filter), ordered.order);
            case Table _, Listed _, Windowed _, Mapped _, Distinct _, Sorted _ -> new Filtered(query, filter);
        };
    }

    private static Filter and(Filter first, Filter second) {
        List<Filter> parts = new ArrayList<>(first instanceof Filter.And and ? and.filters() : List.of(first));
        parts.add(second);
        return new Filter.And(parts);
    }

    /**
     * Returns the query in the order of one column. The query of rows must not have a window. This method takes few
     * instructions, because it is on the hot path.
     */
    static Logical ordered(Logical query, RowOrder.By by) {
        RowOrder order = new RowOrder(by, List.of());
        return query instanceof Ordered former ? after(former, order) : new Ordered(query, order);
    }

    /** Returns the query in an order. The query of rows must not have a window. */
    static Logical ordered(Logical query, RowOrder order) {
        return query instanceof Ordered former ? after(former, order) : new Ordered(query, order);
    }

    private static Logical after(Ordered former, RowOrder order) {
        return new Ordered(former.input, former.order.after(order));
    }

    static Logical skip(Logical query, long n) {
        return query instanceof Windowed window
                ? new Windowed(window.input, n > window.to - window.from ? window.to : window.from + n, window.to)
                : new Windowed(query, n, Long.MAX_VALUE);
    }

    static Logical limit(Logical query, long n) {
        return query instanceof Windowed window
                ? new Windowed(window.input, window.from, n > window.to - window.from ? window.to : window.from + n)
                : new Windowed(query, 0, n);
    }

    /**
     * Returns the values in their natural order. If the pipeline has only mapped the rows so far, the method sorts the
     * rows instead.
     */
    static Logical sorted(Logical values, boolean descending) {
        return values instanceof Mapped mapped
                        && !(mapped.input instanceof Windowed)
                        && mapped.column.column().nulls() == 0
                ? new Mapped(reordered(mapped.input, new RowOrder.By(mapped.column, descending, false)), mapped.column)
                : new Sorted(values, descending);
    }

    /** Returns the query in this order, without its former order. */
    private static Logical reordered(Logical query, RowOrder.By by) {
        return new Ordered(query instanceof Ordered ordered ? ordered.input : query, new RowOrder(by, List.of()));
    }

    /** Returns whether the query returns all rows, in any order. */
    static boolean isWhole(Logical query) {
        return query == TABLE || query instanceof Ordered ordered && ordered.input == TABLE;
    }

    /** Returns whether the query filters {@link Listed} rows. */
    static boolean isListed(Logical query) {
        return query instanceof Listed || query instanceof Filtered filtered && filtered.input instanceof Listed;
    }

    /** Returns whether the query has a window. Filters and orders of rows must not follow a window. */
    static boolean hasWindow(Logical query) {
        return query instanceof Windowed;
    }

    /**
     * Returns whether a list's stream of the same operations would know its size. It would unless a filter or
     * {@code distinct} removes elements.
     */
    static boolean isSized(Logical query) {
        return switch (query) {
            case Table _, Listed _ -> true;
            case Filtered _, Distinct _ -> false;
            case Ordered ordered -> isSized(ordered.input);
            case Windowed window -> isSized(window.input);
            case Mapped mapped -> isSized(mapped.input);
            case Sorted sorted -> isSized(sorted.input);
        };
    }
}
