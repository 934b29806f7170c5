package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.store.TableStore;

/** The numbers of one column for the rows of a query: what the primitive streams read. Guards their single use. */
final class ColumnSource {
    private final TableStore<?> table;
    private final RowQuery query;
    private final KeyColumn column;
    private final StreamState state;
    private boolean linked;

    ColumnSource(TableStore<?> table, RowQuery query, KeyColumn column, StreamState state) {
        this.table = table;
        this.query = query;
        this.column = column;
        this.state = state;
    }

    KeyColumn column() {
        return column;
    }

    StreamState state() {
        return state;
    }

    TableStore<?> table() {
        return table;
    }

    /**
     * The index that gives all rows in the order asked for, if the query is nothing but one column's order and a window;
     * else null. Its order is that of {@link #by()}.
     */
    @Nullable
    SortedIndex order() {
        RowOrder.By by = query.by();
        return by == null || query.hasFilter() || query.trace() != null ? null : table.index(by.column());
    }

    RowOrder.By by() {
        return requireNonNull(query.by());
    }

    /** The first place of the window. */
    int from() {
        return (int) Math.min(query.from(), table.rows());
    }

    /** The end of the window. */
    int to() {
        return (int) Math.min(query.to(), table.rows());
    }

    /** The rows, in order. */
    Rows rows() {
        return query.rows(table);
    }

    /** A stream of row ids, for the operation that goes on with the JDK's stream. */
    IntStream rowStream() {
        link();
        return RowSpliterator.stream(table, query, state);
    }

    long count() {
        link();
        return query.count(table);
    }

    void close() {
        linked = true;
        state.close();
    }

    void requireUnlinked() {
        if (linked) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
    }

    void link() {
        requireUnlinked();
        linked = true;
    }
}
