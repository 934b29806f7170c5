package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

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
 * The numbers of a column or an expression, for the rows of a query. Speedwell's streams of numbers read them. Streams
 * of the JDK run all other operations over the numbers.
 */
final class ColumnSource<S extends BaseStream<?, S>> extends SingleUseStage<S> {
    private final TableStore<?> table;
    private final Logical query;

    /** The column, or null if the numbers are computed. */
    private final ColumnRef.@Nullable Ordered column;

    /** The expression, or null if the numbers are those of a column. */
    private final @Nullable RowExpression computed;

    private final Function<ColumnSource<S>, S> jdk;

    /** @param jdk creates a stream of the JDK over the numbers */
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

    /** Returns the numbers of an expression. */
    static <S extends BaseStream<?, S>> ColumnSource<S> computed(
            TableStore<?> table,
            Logical query,
            RowExpression computed,
            StreamState state,
            Function<ColumnSource<S>, S> jdk) {
        return new ColumnSource<>(table, query, null, computed, state, jdk);
    }

    /** Returns the column. Fails if the numbers are computed. */
    KeyColumn column() {
        return ref().column();
    }

    private ColumnRef.Ordered ref() {
        return requireNonNull(column);
    }

    /** Returns the expression, or null if the numbers are those of a column. */
    @Nullable
    RowExpression computed() {
        return computed;
    }

    TableStore<?> table() {
        return table;
    }

    /**
     * Returns the window if the query is only a window over all rows in the order of one indexed column. Returns null
     * for any other query, and if the pipeline has a trace.
     */
    Logical.@Nullable Windowed shortcut() {
        return column != null
                        && query instanceof Logical.Windowed window
                        && state.trace() == null
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

    /** Limits a place to the number of rows. */
    int place(long place) {
        return (int) Math.min(place, table.rows());
    }

    boolean hasWindow() {
        return Logical.hasWindow(query);
    }

    /** Returns whether the query has neither an order nor a window. */
    boolean isInRowOrder() {
        return !hasWindow() && !(query instanceof Logical.Ordered);
    }

    /** Returns the totals of a query without a window. In a parallel stream several threads compute them. */
    KeyTotals totals() {
        return run(planner().totals(query, ref()));
    }

    /**
     * Returns the reduction that a function of two numbers performs, or null if the totals of the column do not
     * determine its result.
     */
    @Nullable
    Reduction reduction(Object function) {
        Reduction known = LambdaRecognition.reduction(table, function, state);
        return known != null && computed == null && !hasWindow() && ColumnReduction.isPossible(table, column(), known)
                ? known
                : null;
    }

    /** Returns the reduced value, boxed, or null if there are no rows. */
    @Nullable
    Object total(Reduction by) {
        link();
        return ColumnReduction.value(column(), by, totals());
    }

    /** Returns the totals as {@link #totals} does, of {@code double} values added in row order. */
    DoubleSummaryStatistics realTotals() {
        return run(planner().realTotals(query, ref()));
    }

    /** Returns the result of a function over the rows, in the order of the query. */
    <R> R inOrder(Function<Rows, R> adding) {
        return run(planner().inOrder(query, ref(), adding));
    }

    /**
     * Returns the totals of computed whole numbers. Returns null if a row fails: the caller then starts again row by
     * row, so that the first failing row determines the exception.
     */
    @Nullable
    LongTotals computedTotals(RowExpression of) {
        Logical anyOrder = query instanceof Logical.Ordered ordered ? ordered.input() : query;
        return blocks(anyOrder, () -> new LongTotals(of.whole()), LongTotals::count);
    }

    /** Returns the totals as {@link #computedTotals} does, of real numbers added in the order of the query. */
    @Nullable
    RealTotals computedRealTotals(RowExpression of) {
        return blocks(query, () -> new RealTotals(of.real(), isParallel()), RealTotals::count);
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

    /** Returns a stream of row ids, for an operation that continues with a stream of the JDK. */
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

    /** Returns the same numbers for another stream that continues the pipeline. */
    ColumnSource<S> again() {
        link();
        return new ColumnSource<>(table, query, column, computed, state, jdk);
    }

    @Override
    public <R extends @Nullable Object> R run(Operation<S, R> operation) {
        return operation.on(jdk.apply(this));
    }
}
