package org.speedwell.accelerator.stream;

import java.util.DoubleSummaryStatistics;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * The numbers of one column for the rows of a query: what the primitive streams read. What is not done on the column goes to
 * a stream of the JDK over its values.
 */
final class ColumnSource<S extends BaseStream<?, S>> extends SingleUseStage<S> {
    private final TableStore<?> table;
    private final Logical query;
    private final ColumnRef.Ordered column;
    private final Function<ColumnSource<S>, S> jdk;

    /** @param jdk the stream of the JDK over the values */
    ColumnSource(
            TableStore<?> table,
            Logical query,
            ColumnRef.Ordered column,
            StreamState state,
            Function<ColumnSource<S>, S> jdk) {
        super(state);
        this.table = table;
        this.query = query;
        this.column = column;
        this.jdk = jdk;
    }

    KeyColumn column() {
        return column.column();
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

    boolean hasWindow() {
        return Logical.hasWindow(query);
    }

    /** Whether the query is a filter at most. */
    boolean isInRowOrder() {
        return !hasWindow() && !(query instanceof Logical.Ordered);
    }

    /** Of a query without window; each thread of a parallel stream takes a part. */
    KeyTotals totals() {
        return run(planner().totals(query, column));
    }

    /** What a function makes of two numbers, if the column's totals tell what it makes of all; or null. */
    @Nullable
    Reduction reduction(Object function) {
        Reduction known = PlainFunctions.reduction(table, function, state);
        return known != null && !hasWindow() && ColumnReduction.isPossible(table, column(), known) ? known : null;
    }

    /** What the numbers come to, boxed; null where there are none. */
    @Nullable
    Object total(Reduction by) {
        link();
        return ColumnReduction.value(column(), by, totals());
    }

    /** As {@link #totals}, of doubles added in the order of the rows. */
    DoubleSummaryStatistics realTotals() {
        return run(planner().realTotals(query, column));
    }

    /** What the rows come to, handed over in the order of the query. */
    <R> R inOrder(Function<Rows, R> adding) {
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
    ColumnSource<S> again() {
        link();
        return new ColumnSource<>(table, query, column, state, jdk);
    }

    @Override
    public <T extends BaseStream<?, T>> T next(String operation, @Nullable Object function, Function<S, T> call) {
        return call.apply(jdk.apply(this));
    }

    @Override
    public <R extends @Nullable Object> R end(String operation, @Nullable Object function, Function<S, R> call) {
        return call.apply(jdk.apply(this));
    }
}
