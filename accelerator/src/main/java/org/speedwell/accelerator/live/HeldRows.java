package org.speedwell.accelerator.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The tables of a version, in which the entities of one table find the rows that they hold. A listener receives these
 * tables when a pipeline creates the first entity. The result of the pipeline then depends on them. Thread-safe.
 *
 * @param table the table of the entities
 * @param listener receives the tables
 */
record HeldRows(TableStore<?> table, FallbackListener listener) implements Tables {
    /** Returns a table whose entities report the rows that they hold. */
    static <E> TableStore<E> reported(TableStore<E> table, FallbackListener listener) {
        return table.in(new HeldRows(table, listener));
    }

    /** Returns a join whose entities report the rows that they hold. */
    static JoinQuery reported(JoinQuery query, FallbackListener listener) {
        return query.over(table -> reported(table, listener));
    }

    @Override
    public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
        Set<TableId<?>> known = new HashSet<>();
        Deque<TableStore<?>> next = new ArrayDeque<>(List.of(table));
        while (!next.isEmpty()) {
            for (TableId<?> id : next.remove().linkedTables()) {
                TableStore<?> held = known.add(id) ? listener.held(id) : null;
                if (held != null) {
                    next.add(held);
                }
            }
        }
        return listener.held(identifier);
    }
}
