package org.speedwell.accelerator.stream;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.plan.Trace;
import org.speedwell.accelerator.store.TableStore;

/**
 * What the terminal operations of {@link EntityStream} do where no index answers at once; called through
 * {@link SlowPath}. The arguments are those of a stream, which itself is handed to nobody.
 */
final class SlowTerminals {
    private SlowTerminals() {}

    /** @param predicate a filter of the table's that nobody has looked at yet, or null */
    @SuppressWarnings("unchecked") // the predicate is one of the table's
    static long count(
            TableStore<?> table,
            RowQuery query,
            @Nullable Object predicate,
            boolean parallel,
            FallbackListener fallbacks) {
        return predicate == null
                ? query.count(table, parallel)
                : EntityStream.settled(
                                (TableStore<Object>) table,
                                query,
                                (Predicate<Object>) predicate,
                                new StreamState(parallel, fallbacks))
                        .count();
    }

    /** @param predicate a filter of the table's that nobody has looked at yet, or null */
    @SuppressWarnings("unchecked") // the predicate is one of the table's
    static Object first(
            TableStore<?> table,
            RowQuery query,
            @Nullable Object predicate,
            boolean parallel,
            FallbackListener fallbacks) {
        return predicate == null
                ? first(table, query)
                : EntityStream.settled(
                                (TableStore<Object>) table,
                                query,
                                (Predicate<Object>) predicate,
                                new StreamState(parallel, fallbacks))
                        .findFirst();
    }

    static <E> Optional<E> first(TableStore<E> table, RowQuery of) {
        Rows rows = of.limit(1).rows(table);
        if (rows.size() == 0) {
            return Optional.empty();
        }
        Trace trace = of.trace();
        if (trace != null) {
            trace.entityMade();
        }
        return Optional.of(table.entity(rows.get(0)));
    }
}
