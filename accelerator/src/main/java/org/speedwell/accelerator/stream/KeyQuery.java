package org.speedwell.accelerator.stream;

import java.util.Optional;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * The hot path: a table filtered by one comparison with one key, counted by an index alone. Neither the stream nor the
 * predicate is handed over, so that neither need be made where this is compiled into the user's own code.
 */
final class KeyQuery {
    private KeyQuery() {}

    /** How many rows compare so with the key. */
    static long count(TableStore<?> table, int column, ComparisonOperator operator, long key, boolean parallel) {
        long low = operator.low(key);
        long high = operator.high(key);
        SortedIndex index = table.index(column);
        if (index == null || !index.isDirect()) {
            return NonInlinedCalls.countRange(table, column, low, high, operator.isInverted(), parallel);
        }
        int inside = index.directCount(low, high);
        table.keepAlive(); // no plan is run, that would hold it
        return operator.isInverted() ? index.valid() - inside : inside;
    }

    /** Called by {@link NonInlinedCalls}: the count of a range of keys that no index knows without a search. */
    static long countRange(TableStore<?> table, int column, long low, long high, boolean inverted, boolean parallel) {
        SortedIndex index = table.index(column);
        if (index != null) {
            int inside = index.count(low, high);
            table.keepAlive();
            return inverted ? index.valid() - inside : inside;
        }
        if (!(table.ref(column) instanceof ColumnRef.Ordered keys)) {
            throw new IllegalArgumentException("Column " + column + " has no ordered keys");
        }
        Logical query = Logical.filtered(Logical.TABLE, new Filter.InRange(keys, low, high, inverted));
        return new Execution(table, parallel, null).run(new Planner(table).count(query));
    }

    /** Called by {@link NonInlinedCalls}: the first row of a key, in an index that searches for it. */
    static <E> Optional<E> first(TableStore<E> table, SortedIndex index, long key) {
        int row = firstRow(index, key);
        return row < 0 ? Optional.empty() : Optional.of(table.entity(row));
    }

    /** The first row of a key, or −1. */
    static int firstRow(SortedIndex index, long key) {
        int position = index.below(key);
        return position < index.through(key) ? index.row(position) : -1;
    }
}
