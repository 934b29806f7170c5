package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * The numbers of a column or an expression for the rows of a query. The streams of numbers read them. The JDK's streams do
 * all other operations over the values.
 */
final class ColumnSource<S extends BaseStream<?, S>> extends SingleUseStage<S> {
    private final TableStore<?> table;
    private final Logical query;

    /** Null if the numbers are computed. */
    private final ColumnRef.@Nullable Ordered column;

    /** Null if the numbers are those of the column. */
    private final @Nullable RowExpression computed;

    private final Function<ColumnSource<S>, S> jdk;

    /** @param jdk the stream of the JDK over the values */
    ColumnSource(
            TableStore<?> table,
            Logical query,
            ColumnRef.Ordered column,
            StreamState state,
            Function<ColumnSource<S>, S> jdk) {
        this(table, query, column, null, state, jdk);
    }

    private ColumnSource(
            TableStore<?> table,
            Logical query,
            ColumnRef.@Nullable Ordered column,
            @Nullable RowExpression computed,
            StreamState state,
            Function<ColumnSource<S>, S> jdk) {
        super(state);
        this.table = table;
        this.query = query;
        this.column = column;
        this.computed = computed;
        this.jdk = jdk;
    }

    /** Returns the numbers that an expression gives. */
    static <S extends BaseStream<?, S>> ColumnSource<S> computed(
            TableStore<?> table,
            Logical query,
            RowExpression computed,
            StreamState state,
            Function<ColumnSource<S>, S> jdk) {
        return new ColumnSource<>(table, query, null, computed, state, jdk);
    }

    /** Returns the column; not for numbers that are computed. */
    KeyColumn column() {
        return ref().column();
    }

    private ColumnRef.Ordered ref() {
        return requireNonNull(column);
    }

    /** Returns the expression; null if the numbers are those of the column. */
    @Nullable
    RowExpression computed() {
        return computed;
    }

    TableStore<?> table() {
        return table;
    }

    /** The window of all rows in the order of one indexed column, if the query is just that and nobody asks how it is done. */
    Logical.@Nullable Windowed shortcut() {
        return column != null
                        && query instanceof Logical.Windowed window
                        && state.profile() == null
                        && isByIndex(window.input())
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
        return run(planner().totals(query, ref()));
    }

    /** What a function makes of two numbers, if the column's totals tell what it makes of all; or null. */
    @Nullable
    Reduction reduction(Object function) {
        Reduction known = LambdaRecognition.reduction(table, function, state);
        return known != null && computed == null && !hasWindow() && ColumnReduction.isPossible(table, column(), known)
                ? known
                : null;
    }

    /** What the numbers come to, boxed; null where there are none. */
    @Nullable
    Object total(Reduction by) {
        link();
        return ColumnReduction.value(column(), by, totals());
    }

    /** As {@link #totals}, of doubles added in the order of the rows. */
    DoubleSummaryStatistics realTotals() {
        return run(planner().realTotals(query, ref()));
    }

    /** What the rows come to, handed over in the order of the query. */
    <R> R inOrder(Function<Rows, R> adding) {
        return run(planner().inOrder(query, ref(), adding));
    }

    /**
     * Returns the totals of whole numbers that are computed; null if a row fails, as the exception has to be that of the
     * first such row.
     */
    @Nullable
    LongTotals computedTotals(RowExpression of) {
        Logical anyOrder = query instanceof Logical.Ordered ordered ? ordered.input() : query;
        return blocks(anyOrder, () -> new LongTotals(of.whole()), LongTotals::count);
    }

    /** As {@link #computedTotals}, of real numbers, which are added in the order of the query. */
    @Nullable
    RealTotals computedRealTotals(RowExpression of) {
        int parts = isParallel() ? table.end() / RowWorker.MORSEL_ROWS + 1 : 1;
        DoubleSummaryStatistics[] statistics = new DoubleSummaryStatistics[parts];
        Arrays.setAll(statistics, _ -> new DoubleSummaryStatistics());
        return blocks(query, () -> new RealTotals(of.real(), statistics), RealTotals::count);
    }

    private <W extends RowWorker<W>> @Nullable W blocks(Logical of, Supplier<W> workers, ToLongFunction<W> rows) {
        try {
            return run(planner().blocks(of, workers, rows, "totals of an expression, in blocks"));
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            return null;
        }
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

    /** Returns the row ids for a terminal operation that has linked the stream and starts again. */
    IntStream rowsAgain() {
        return StreamState.setParallel(RowSpliterator.stream(table, query, state), isParallel());
    }

    long count() {
        link();
        return run(planner().count(query));
    }

    /** The same numbers for another stream, which goes on with this one's pipeline. */
    ColumnSource<S> again() {
        link();
        return new ColumnSource<>(table, query, column, computed, state, jdk);
    }

    @Override
    public <R extends @Nullable Object> R run(Operation<S, R> operation) {
        return operation.on(jdk.apply(this));
    }
}
