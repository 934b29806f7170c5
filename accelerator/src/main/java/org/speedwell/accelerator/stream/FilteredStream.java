package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.KeyComparison;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.store.TableStore;

/**
 * An {@link EntityStream} with a filter that is not resolved yet. Most pipelines end here, in a count or with the first
 * row. If the filter is one comparison, an index answers these directly. For all other operations the stream resolves
 * the filter.
 */
final class FilteredStream<E> extends TableStream<E> {
    private final TableStore<E> table;
    private final Logical query;
    private final Predicate<? super E> predicate;

    /**
     * The column and key that the filter compares. {@link #of} reads them when the user passes the predicate, because
     * only there the JIT compiler knows the class of the predicate.
     */
    private final int column;

    private final long key;

    private final @Nullable ComparisonOperator comparison;

    private FilteredStream(
            TableStore<E> table,
            Logical query,
            Predicate<? super E> predicate,
            int column,
            long key,
            @Nullable ComparisonOperator comparison,
            StreamState state) {
        super(state);
        this.table = table;
        this.query = query;
        this.predicate = predicate;
        this.column = column;
        this.key = key;
        this.comparison = comparison;
    }

    @SuppressWarnings("unchecked") // a predicate of the same entities
    static <E> FilteredStream<E> of(
            TableStore<E> table, Logical query, Predicate<? super E> predicate, StreamState state) {
        if (!KeyComparison.isPossible(predicate)) {
            FilterRecognition given = NonInlinedCalls.givenFilter(
                    table, predicate, query, state.isParallel(), state.fallbacks(), state.trace());
            Predicate<? super E> known = (Predicate<? super E>) given.predicate();
            return new FilteredStream<>(table, query, known, given.column(), given.key(), given.comparison(), state);
        }
        int column = KeyComparison.column(table, predicate);
        long key =
                column == KeyComparison.NO_COLUMN ? KeyComparison.NO_KEY : KeyComparison.key(table, column, predicate);
        ComparisonOperator comparison = key == KeyComparison.NO_KEY ? null : KeyComparison.operator(predicate);
        return new FilteredStream<>(table, query, predicate, column, key, comparison, state);
    }

    @Override
    @Nullable
    CollectorShape shape(Collector<?, ?, ?> collector) {
        return LambdaRecognition.shape(table, collector, state);
    }

    @Override
    @Nullable
    AnalyzedEmission<E> emission(Operation<Stream<E>, ?> operation) {
        return LambdaRecognition.emission(table, operation, state);
    }

    @Override
    public long count() {
        link();
        return comparison != null && isShort()
                ? KeyQuery.count(table, column, comparison, key, state.isParallel())
                : NonInlinedCalls.count(table, query, predicate, state.isParallel(), state.fallbacks(), state.trace());
    }

    /** Maps a row that an index finds by its key, without a plan. */
    @Override
    public <R> Stream<R> map(Function<? super E, ? extends R> of) {
        SortedIndex index = comparison == ComparisonOperator.EQUAL && isShort() && query == Logical.TABLE
                ? table.index(column)
                : null;
        if (index == null) {
            return super.map(of);
        }
        Function<? super E, ? extends R> mapper = LambdaRecognition.mapper(table, requireNonNull(of), state);
        IntFunction<@Nullable Object> value = RowElements.value(new Scope(table, state.fallbacks()), mapper);
        if (value == null) {
            return super.map(of);
        }
        link();
        return new MappedStream<>(
                table,
                () -> KeyQuery.firstRow(index, key),
                value,
                () -> EntityStream.filtered(table, query, predicate, state).map(mapper),
                state);
    }

    /**
     * Returns whether the filter alone selects the rows and the pipeline has no profile. An index may then answer
     * directly.
     */
    private boolean isShort() {
        return Logical.isWhole(query) && state.trace() == null;
    }

    @Override
    @SuppressWarnings("unchecked") // the slow path finds an entity of the table
    public Optional<E> findFirst() {
        link();
        if (comparison == ComparisonOperator.EQUAL && isShort() && query == Logical.TABLE) {
            SortedIndex index = table.index(column);
            if (index != null && index.isDirect()) {
                int position = index.directBelow(key);
                boolean found = index.directThrough(key) > position;
                return found ? Optional.of(table.entity(index.row(position))) : Optional.empty();
            }
            if (index != null) {
                return (Optional<E>) NonInlinedCalls.firstOfKey(table, index, key);
            }
        }
        return (Optional<E>)
                NonInlinedCalls.first(table, query, predicate, state.isParallel(), state.fallbacks(), state.trace());
    }

    @Override
    public Optional<E> findAny() {
        return findFirst();
    }

    /** Returns the stream with the resolved filter. It need not be a stream of the JDK. */
    @Override
    Stream<E> jdk() {
        link();
        return resolved();
    }

    /** Returns another stream with the resolved filter, whether this one is used or not. */
    Stream<E> resolved() {
        return EntityStream.filtered(table, query, predicate, state);
    }
}
