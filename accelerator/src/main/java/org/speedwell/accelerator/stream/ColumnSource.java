package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.DoubleTotals;
import org.speedwell.accelerator.kernel.KeyTotals;
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
        return by == null || query.hasFilter() || !query.hasWindow() || query.trace() != null
                ? null
                : table.index(by.column());
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

    /** Statistics of the rows as ints; each thread of a parallel stream takes a part. */
    IntSummaryStatistics ints() {
        IntSummaryStatistics statistics = new IntSummaryStatistics();
        if (!isUnordered() || column.min() < Integer.MIN_VALUE || column.max() > Integer.MAX_VALUE) {
            rows().forEach(row -> statistics.accept((int) column.key(row)));
            return statistics;
        }
        KeyTotals totals = query.keyTotals(table, column, state.isParallel());
        return totals.count() == 0
                ? statistics
                : new IntSummaryStatistics(totals.count(), (int) totals.min(), (int) totals.max(), totals.sum());
    }

    /** Statistics of the rows as longs; each thread of a parallel stream takes a part. */
    LongSummaryStatistics longs() {
        LongSummaryStatistics statistics = new LongSummaryStatistics();
        if (!isUnordered()) {
            rows().forEach(row -> statistics.accept(column.key(row)));
            return statistics;
        }
        KeyTotals totals = query.keyTotals(table, column, state.isParallel());
        return totals.count() == 0
                ? statistics
                : new LongSummaryStatistics(totals.count(), totals.min(), totals.max(), totals.sum());
    }

    /** Statistics of the rows as doubles, added in their order; each thread of a parallel stream takes a part. */
    DoubleSummaryStatistics doubles() {
        DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
        boolean exact = DoubleTotals.isExact(column);
        if (!isUnordered() || query.hasOrder() && !exact) {
            rows().forEach(row -> statistics.accept(column.codec().doubleValue(column.key(row))));
            return statistics;
        }
        if (!exact) {
            return query.doubleTotals(table, column, state.isParallel());
        }
        KeyTotals totals = query.keyTotals(table, column, state.isParallel());
        return totals.count() == 0
                ? statistics
                : new DoubleSummaryStatistics(totals.count(), totals.min(), totals.max(), totals.sum());
    }

    /** Whether the rows may come in any order, with nobody to tell of it. */
    private boolean isUnordered() {
        return !query.hasWindow() && query.trace() == null;
    }

    /** The rows, in order. */
    private Rows rows() {
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

    /** The same numbers for another stream, which goes on with this one's pipeline. */
    ColumnSource again() {
        link();
        return new ColumnSource(table, query, column, state);
    }

    /** Leaves what is not done on the column to a stream of the JDK over its values. */
    <S extends BaseStream<?, S>> Stage<S> stage(Supplier<S> jdk) {
        return new Stage<>() {
            @Override
            public <T extends BaseStream<?, T>> T next(
                    String operation, @Nullable Object function, Function<S, T> call) {
                return call.apply(jdk.get());
            }

            @Override
            public <R extends @Nullable Object> R end(
                    String operation, @Nullable Object function, Function<S, R> call) {
                return call.apply(jdk.get());
            }

            @Override
            public boolean isParallel() {
                return state.isParallel();
            }

            @Override
            public void setParallel(boolean parallel) {
                state.setParallel(parallel);
            }

            @Override
            public void addCloseHandler(Runnable handler) {
                requireUnlinked();
                state.onClose(handler);
            }

            @Override
            public void close() {
                linked = true;
                state.close();
            }
        };
    }

    private void requireUnlinked() {
        if (linked) {
            throw StreamState.used();
        }
    }

    void link() {
        requireUnlinked();
        linked = true;
    }
}
