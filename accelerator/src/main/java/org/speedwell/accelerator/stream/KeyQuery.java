package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.predicate.PredicateType;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.KeyComparison;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.store.TableStore;

/**
 * The hot path: a table filtered by one comparison with one key, counted by an index alone. Neither the stream nor the
 * predicate is handed over, so that neither need be made where this is compiled into the user's own code.
 */
final class KeyQuery {
    private KeyQuery() {}

    /** How many rows compare so with the key. */
    static long count(TableStore<?> table, int column, PredicateType type, long key, boolean parallel) {
        long low = KeyComparison.low(type, key);
        long high = KeyComparison.high(type, key);
        SortedIndex index = table.index(column);
        if (index == null) {
            return SlowPath.countRange(table, column, low, high, KeyComparison.isInverted(type), parallel);
        }
        int inside = index.count(low, high);
        table.keepAlive();
        return KeyComparison.isInverted(type) ? index.valid() - inside : inside;
    }

    /** Called by {@link SlowPath}: the count of a range of keys that no index knows. */
    static long countRange(TableStore<?> table, int column, long low, long high, boolean inverted, boolean parallel) {
        return RowQuery.ALL
                .and(new Filter.KeyRange(column, low, high, inverted))
                .count(table, parallel);
    }
}
