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
 * The hot path: a table filtered by a comparison with one key, where an index alone answers. The methods receive
 * neither the stream nor the predicate. The JIT compiler can therefore omit both objects when it inlines the pipeline
 * into the user's code.
 */
final class KeyQuery {
    private KeyQuery() {}

    /** Counts the rows that satisfy a comparison with a key. */
    static long count(TableStore<?> table, int column, ComparisonOperator operator, long key, boolean parallel) {
        long low = operator.low(key);
        long high = operator.high(key);
        SortedIndex index = table.index(column);
        if (index == null || !index.isDirect()) {
            return NonInlinedCalls.countRange(table, column, low, high, operator.isInverted(), parallel);
        }
        int inside = index.directCount(low, high);
        table.keepAlive(); // no plan runs that would keep it alive
        return operator.isInverted() ? index.valid() - inside : inside;
    }

    /** Counts the rows of a range of keys if no index answers without a search. {@link NonInlinedCalls} calls it. */
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

    /** Returns the first row of a key, from an index that must search for it. {@link NonInlinedCalls} calls it. */
    static <E> Optional<E> first(TableStore<E> table, SortedIndex index, long key) {
        int row = firstRow(index, key);
        return row < 0 ? Optional.empty() : Optional.of(table.entity(row));
    }

    /** Returns the id of the first row of a key, or −1. */
    static int firstRow(SortedIndex index, long key) {
        int position = index.below(key);
        return position < index.through(key) ? index.row(position) : -1;
    }
}
