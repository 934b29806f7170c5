package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Spliterator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.TableStore;

/**
 * A spliterator that passes the row ids of a query to a JDK stream. While it is in use it keeps the table and its
 * memory alive.
 */
final class RowSpliterator implements Spliterator.OfInt {
    private final TableStore<?> table;
    private final Rows rows;
    private final int characteristics;
    private int next;
    private final int end;

    private RowSpliterator(TableStore<?> table, Rows rows, int characteristics, int from, int to) {
        this.table = table;
        this.rows = rows;
        this.characteristics = characteristics;
        this.next = from;
        this.end = to;
    }

    /**
     * Returns a spliterator of the rows of a query, in their order.
     *
     * @param sized true if the equivalent stream of a list would know the number of rows
     */
    static RowSpliterator of(TableStore<?> table, Logical query, boolean sized, StreamState state) {
        Rows rows = state.execution(table).run(new Planner(table).rows(query));
        return new RowSpliterator(table, rows, characteristics(sized), 0, rows.size());
    }

    /** Returns the characteristics of a spliterator that {@link #of} creates. */
    static int characteristics(boolean sized) {
        int base = ORDERED | NONNULL | IMMUTABLE;
        return sized ? base | SIZED | SUBSIZED : base;
    }

    /** Returns whether the equivalent stream of a list would know the number of rows, because it has no filter. */
    static boolean isSized(Logical query, StreamState state) {
        return Logical.isSized(query) && !state.isSizeHidden();
    }

    /** Returns a stream of the rows of a query. The query runs when the stream's terminal operation starts. */
    static IntStream stream(TableStore<?> table, Logical query, StreamState state) {
        boolean sized = isSized(query, state);
        return StreamSupport.intStream(() -> of(table, query, sized, state), characteristics(sized), false);
    }

    @Override
    public boolean tryAdvance(IntConsumer action) {
        requireNonNull(action);
        if (next >= end) {
            return false;
        }
        action.accept(rows.get(next++));
        table.keepAlive(); // the plan has run, so nothing else keeps the memory alive
        return true;
    }

    @Override
    public void forEachRemaining(IntConsumer action) {
        requireNonNull(action);
        Rows remaining = rows.slice(next, end);
        next = end;
        remaining.forEach(action);
        table.keepAlive(); // as above
    }

    @Override
    public @Nullable RowSpliterator trySplit() {
        int middle = (next + end) >>> 1;
        if (middle == next) {
            return null;
        }
        RowSpliterator prefix = new RowSpliterator(table, rows, characteristics, next, middle);
        next = middle;
        return prefix;
    }

    @Override
    public long estimateSize() {
        return (long) end - next;
    }

    @Override
    public int characteristics() {
        return characteristics;
    }
}
