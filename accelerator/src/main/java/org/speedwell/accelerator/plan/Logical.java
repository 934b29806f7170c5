package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * What a pipeline asks of one table, not how it is had: that is the {@link Planner}'s affair. The factories keep a normal
 * form: filters stand before orders, which change no row, and nothing is moved across a window. Of values, each operation
 * stands where the pipeline has it.
 */
public sealed interface Logical {

    /** All rows, in row order. */
    Logical TABLE = new Table();

    /** See {@link #TABLE}. */
    record Table() implements Logical {}

    /** The rows that a filter lets pass. */
    record Filtered(Logical input, Filter filter) implements Logical {}

    /** The rows in another order. */
    record Ordered(Logical input, RowOrder order) implements Logical {}

    /** The rows, or values, from one place on, inclusive, to another, exclusive. */
    record Windowed(Logical input, long from, long to) implements Logical {}

    /** The values of a column, each row standing for the one that it has. */
    record Mapped(Logical input, ColumnRef.Ordered column) implements Logical {}

    /** The values without those that came before. */
    record Distinct(Logical input) implements Logical {}

    /** The values in their natural order, or its opposite. */
    record Sorted(Logical input, boolean descending) implements Logical {}

    /** Of rows without window. */
    static Logical filtered(Logical query, Filter filter) {
        return switch (query) {
            case Filtered filtered -> new Filtered(filtered.input, and(filtered.filter, filter));
            case Ordered ordered -> new Ordered(filtered(ordered.input, filter), ordered.order);
            case Table _, Windowed _, Mapped _, Distinct _, Sorted _ -> new Filtered(query, filter);
        };
    }

    private static Filter and(Filter first, Filter second) {
        List<Filter> parts = new ArrayList<>(first instanceof Filter.And and ? and.filters() : List.of(first));
        parts.add(second);
        return new Filter.And(parts);
    }

    /** Of rows without window, by one column: in few instructions, for the hot path. */
    static Logical ordered(Logical query, RowOrder.By by) {
        RowOrder order = new RowOrder(by, List.of());
        return query instanceof Ordered former ? after(former, order) : new Ordered(query, order);
    }

    /** Of rows without window. */
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

    /** In the natural order of the values, or its opposite: that of their rows where nothing was done with them yet. */
    static Logical sorted(Logical values, boolean descending) {
        return values instanceof Mapped mapped
                        && !(mapped.input instanceof Windowed)
                        && mapped.column.column().nulls() == 0
                ? new Mapped(reordered(mapped.input, new RowOrder.By(mapped.column, descending, false)), mapped.column)
                : new Sorted(values, descending);
    }

    /** In this order alone. */
    private static Logical reordered(Logical query, RowOrder.By by) {
        return new Ordered(query instanceof Ordered ordered ? ordered.input : query, new RowOrder(by, List.of()));
    }

    /** Whether all rows come out, in whatever order. */
    static boolean isWhole(Logical query) {
        return query == TABLE || query instanceof Ordered ordered && ordered.input == TABLE;
    }

    /** Whether a window has been set: filters and orders of rows may not follow. */
    static boolean hasWindow(Logical query) {
        return query instanceof Windowed;
    }

    /** Whether the stream of a list would know how many elements there are: nothing leaves out some by what they are. */
    static boolean isSized(Logical query) {
        return switch (query) {
            case Table _ -> true;
            case Filtered _, Distinct _ -> false;
            case Ordered ordered -> isSized(ordered.input);
            case Windowed window -> isSized(window.input);
            case Mapped mapped -> isSized(mapped.input);
            case Sorted sorted -> isSized(sorted.input);
        };
    }
}
