package org.speedwell.accelerator.stream;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.TableStore;

/**
 * The terminal operations of {@link EntityStream} that need a plan, because an index lookup alone does not answer them.
 * Streams call them through {@link NonInlinedCalls}. They pass the state of the stream as arguments, so that the stream
 * itself does not escape.
 */
final class PlannedTerminals {
    private PlannedTerminals() {}

    /**
     * Counts the rows of a query.
     *
     * @param predicate a filter of the table that no resolver has read yet, or null
     */
    static long count(
            TableStore<?> table,
            Logical query,
            @Nullable Object predicate,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        return predicate == null
                ? new Execution(table, parallel, trace).run(new Planner(table).count(query))
                : resolved(table, query, predicate, new StreamState(parallel, fallbacks, trace))
                        .count();
    }

    /**
     * Returns the first entity of a query as an {@code Optional}.
     *
     * @param predicate a filter of the table that no resolver has read yet, or null
     */
    static Object first(
            TableStore<?> table,
            Logical query,
            @Nullable Object predicate,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        return predicate == null
                ? first(query, table, new Execution(table, parallel, trace))
                : resolved(table, query, predicate, new StreamState(parallel, fallbacks, trace))
                        .findFirst();
    }

    @SuppressWarnings("unchecked") // the predicate belongs to this table
    private static <E> Stream<E> resolved(TableStore<E> table, Logical query, Object predicate, StreamState state) {
        return EntityStream.filtered(table, query, (Predicate<? super E>) predicate, state);
    }

    static <E> Optional<E> first(Logical query, TableStore<E> table, Execution execution) {
        int row = firstRow(query, table, execution);
        if (row < 0) {
            return Optional.empty();
        }
        ExecutionTrace trace = execution.trace();
        if (trace != null) {
            trace.entityMade();
        }
        return Optional.of(table.entity(row));
    }

    /** Returns the first row of a query, or −1 if there is none. */
    static int firstRow(Logical query, TableStore<?> table, Execution execution) {
        Rows rows = execution.run(new Planner(table).rows(Logical.limit(query, 1)));
        int row = rows.size() == 0 ? -1 : rows.get(0);
        table.keepAlive(); // the plan no longer keeps the memory alive
        return row;
    }

    /**
     * Returns the values of rows in a list of the same kind as {@link Stream#toList} returns: unmodifiable, and with
     * nulls.
     */
    @SuppressWarnings("unchecked") // the list contains only values of this type
    static <T extends @Nullable Object> List<T> list(Rows rows, IntFunction<? extends T> value) {
        @Nullable Object[] made = new Object[rows.size()];
        for (int place = 0; place < made.length; place++) {
            made[place] = value.apply(rows.get(place));
        }
        return (List<T>) Collections.unmodifiableList(Arrays.asList(made));
    }
}
