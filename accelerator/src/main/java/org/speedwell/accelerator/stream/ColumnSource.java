package org.speedwell.accelerator.stream;

import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.kernel.DoubleTotals;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/** The numbers of one column for the rows of a query: what the primitive streams read. Guards their single use. */
final class ColumnSource {
    private final TableStore<?> table;
    private final Logical query;
    private final ColumnRef.Ordered column;
    private final StreamState state;
    private boolean linked;

    ColumnSource(TableStore<?> table, Logical query, ColumnRef.Ordered column, StreamState state) {
        this.table = table;
        this.query = query;
        this.column = column;
        this.state = state;
    }

    KeyColumn column() {
        return column.column();
    }

    StreamState state() {
        return state;
    }

    TableStore<?> table() {
        return table;
    }

    /** The window of all rows in the order of one indexed column, if the query is just that and nobody asks how it is done. */
    Logical.@Nullable Windowed shortcut() {
        return query instanceof Logical.Windowed window && state.profile() == null && isByIndex(window.input())
                ? window
                : null;
    }

    private static boolean isByIndex(Logical query) {
        return query instanceof Logical.Ordered ordered
                && ordered.input() == Logical.TABLE
                && ordered.order().ties().isEmpty()
                && ordered.order().first().column() instanceof ColumnRef.Indexed;
    }

    /** A place of the table's rows: the given one, or the end. */
    int place(long place) {
        return (int) Math.min(place, table.rows());
    }

    /** Statistics of the rows as ints; each thread of a parallel stream takes a part. */
    IntSummaryStatistics ints() {
        KeyColumn keys = column();
        if (Logical.hasWindow(query) || keys.min() < Integer.MIN_VALUE || keys.max() > Integer.MAX_VALUE) {
            return inOrder(rows -> {
                IntSummaryStatistics statistics = new IntSummaryStatistics();
                rows.forEach(row -> statistics.accept((int) keys.key(row)));
                return statistics;
            });
        }
        KeyTotals totals = run(planner().totals(query, column));
        return totals.count() == 0
                ? new IntSummaryStatistics()
                : new IntSummaryStatistics(totals.count(), (int) totals.min(), (int) totals.max(), totals.sum());
    }

    /** Statistics of the rows as longs; each thread of a parallel stream takes a part. */
    LongSummaryStatistics longs() {
        KeyColumn keys = column();
        if (Logical.hasWindow(query)) {
            return inOrder(rows -> {
                LongSummaryStatistics statistics = new LongSummaryStatistics();
                rows.forEach(row -> statistics.accept(keys.key(row)));
                return statistics;
            });
        }
        KeyTotals totals = run(planner().totals(query, column));
        return totals.count() == 0
                ? new LongSummaryStatistics()
                : new LongSummaryStatistics(totals.count(), totals.min(), totals.max(), totals.sum());
    }

    /** Statistics of the rows as doubles, added in their order; each thread of a parallel stream takes a part. */
    DoubleSummaryStatistics doubles() {
        KeyColumn keys = column();
        boolean exact = DoubleTotals.isExact(keys);
        if (Logical.hasWindow(query) || query instanceof Logical.Ordered && !exact) {
            return inOrder(rows -> {
                DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
                rows.forEach(row -> statistics.accept(keys.codec().doubleValue(keys.key(row))));
                return statistics;
            });
        }
        if (!exact) {
            return run(planner().realTotals(query, column));
        }
        KeyTotals totals = run(planner().totals(query, column));
        return totals.count() == 0
                ? new DoubleSummaryStatistics()
                : new DoubleSummaryStatistics(totals.count(), totals.min(), totals.max(), totals.sum());
    }

    private <R> R inOrder(Function<Rows, R> adding) {
        return run(planner().inOrder(query, column, adding));
    }

    private Planner planner() {
        return new Planner(table);
    }

    private <R> R run(Node<R> plan) {
        return state.execution(table).run(plan);
    }

    /** A stream of row ids, for the operation that goes on with the JDK's stream. */
    IntStream rowStream() {
        link();
        return RowSpliterator.stream(table, query, state);
    }

    long count() {
        link();
        return run(planner().count(query));
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
