package org.speedwell.accelerator.stream;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.BlockCollector;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.eval.ComparatorResolver;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.RowLongs;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.ReturnedRow;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.store.TableStore;

/**
 * A translation of functions of a table's entities into functions of its rows. A position is an array that contains
 * only the row id.
 */
record RowElements<E>(TableStore<E> table, Scope scope) implements Elements<E> {

    RowElements(TableStore<E> table, StreamState state) {
        this(table, new Scope(table, state.fallbacks()));
    }

    /** Returns the boxed value of a field or an expression as a function of rows; null if the function is neither. */
    static @Nullable IntFunction<@Nullable Object> value(Scope scope, Function<?, ?> mapper) {
        IntFunction<@Nullable Object> boxed = ExpressionResolver.value(scope, mapper);
        if (boxed == null) {
            return null;
        }
        return row -> {
            Object value = boxed.apply(row);
            scope.table().keepAlive();
            return value;
        };
    }

    @Override
    public String noun() {
        return "row";
    }

    @Override
    public E make(int[] position) {
        return table.entity(position[0]);
    }

    @Override
    public void keepAlive() {
        table.keepAlive();
    }

    @Override
    @SuppressWarnings("unchecked") // the analysis is a function of the same kind
    public <F> F read(String operation, F function, StreamState state) {
        AnalyzedFunction<E, ?> known = LambdaRecognition.known(table, operation, function, state);
        return known == null ? function : (F) known;
    }

    @Override
    public Predicate<? super E> readTest(String operation, Predicate<? super E> predicate, StreamState state) {
        return LambdaRecognition.predicate(table, operation, predicate, Logical.TABLE, state);
    }

    @Override
    public Comparator<? super E> readOrder(String operation, Comparator<? super E> comparator, StreamState state) {
        return LambdaRecognition.comparator(table, operation, comparator, state);
    }

    @Override
    public @Nullable String refusal(Object function, StreamState state) {
        return LambdaRecognition.refusal(table, function, state);
    }

    @Override
    public @Nullable Predicate<int[]> test(Predicate<?> predicate) {
        IntPredicate test = PredicateResolver.resolve(scope, predicate);
        return test == null ? null : position -> test.test(position[0]);
    }

    @Override
    public @Nullable Function<int[], @Nullable Object> value(Function<?, ?> function) {
        IntFunction<@Nullable Object> value = ExpressionResolver.value(scope, function);
        return value == null ? null : position -> value.apply(position[0]);
    }

    @Override
    public @Nullable ToLongFunction<int[]> whole(Object function) {
        RowExpression expression = ExpressionResolver.resolve(scope, function);
        if (expression == null) {
            return null;
        }
        RowLongs value = expression.whole();
        return position -> value.applyAsLong(position[0]);
    }

    @Override
    public @Nullable ToDoubleFunction<int[]> real(Object function) {
        RowExpression expression = ExpressionResolver.resolve(scope, function);
        if (expression == null) {
            return null;
        }
        IntToDoubleFunction value = expression.real();
        return position -> value.applyAsDouble(position[0]);
    }

    @Override
    public @Nullable Comparator<int[]> order(Comparator<?> comparator) {
        RowOrder columns = RowOrder.of(table, comparator);
        IntBinaryOperator order = columns == null ? ComparatorResolver.resolve(scope, comparator) : columns::compare;
        return order == null ? null : (a, b) -> order.applyAsInt(a[0], b[0]);
    }

    @Override
    public int place(Function<?, ?> function) {
        return -1;
    }

    @Override
    public @Nullable Returned returned(Function<?, ?> function, StreamState state) {
        ReturnedRow returned = LambdaRecognition.referenced(table, function, state);
        if (returned == null) {
            return null;
        }
        boolean isComplete = TupleScope.of(scope).exists(returned.row());
        RowPath path =
                isComplete || returned.isNullIfMissing() ? RowPath.of(table, returned.row(), scope.tables()) : null;
        return path == null || !path.isIndexed() ? null : new Returned(path, isComplete);
    }

    @Override
    public @Nullable Predicate<int[]> cast(Function<?, ?> function, StreamState state) {
        AnalyzedFunction<E, Boolean> isReturned = LambdaRecognition.cast(table, function, state);
        return isReturned == null ? null : test(isReturned);
    }

    @Override
    public TableStore<?> table(int place) {
        return table;
    }

    @Override
    public @Nullable Function<int[], E> narrow(String operation, Object function, StreamState state) {
        int[] columns = LambdaRecognition.columnsRead(table, function, state);
        if (columns == null) {
            return null;
        }
        ExecutionTrace trace = state.trace();
        if (trace != null) {
            trace.functionRead(operation + " an opaque function, which reads "
                    + Arrays.stream(columns).mapToObj(table::columnName).collect(Collectors.joining(", "))
                    + " of entities made of only these columns");
        }
        return position -> {
            if (trace != null) {
                trace.entityMade();
            }
            return table.entity(position[0], columns);
        };
    }

    @Override
    public boolean areDistinct() {
        return table.areEntitiesDistinct();
    }

    @Override
    public @Nullable String reasonOfEquals() {
        return areDistinct()
                ? null
                : table.hasPrimaryKey() ? "entities of several rows may be equal" : "the table has no primary key";
    }

    @Override
    public @Nullable AnalyzedEmission<E> emission(Operation<Stream<E>, ?> operation, StreamState state) {
        return LambdaRecognition.emission(table, operation, state);
    }

    @Override
    public CollectorPlan plan(Collector<?, ?, ?> collector, StreamState state) {
        return CollectedFunctions.plan(scope, CollectorShape.of(collector), state, () -> 0);
    }

    @Override
    public <R> R collect(CollectorPlan.Columns plan, Stream<int[]> positions, @Nullable WorkingMemory memory) {
        return BlockCollector.ofTuples(positions, 1, plan.aggregators()).result();
    }

    @Override
    public <R> @Nullable Function<Stream<int[]>, R> encoder(EncodingCollector<?, R> collector, StreamState state) {
        EncodedRows<R> encoded = EncodedRows.of(scope, collector, state);
        if (encoded == null) {
            return null;
        }
        return positions -> {
            if (!positions.isParallel()) {
                return encoded.write(positions.mapToInt(position -> position[0]));
            }
            int[] rows = positions.mapToInt(position -> position[0]).toArray(); // several threads find them
            return encoded.write(new Rows.Listed(rows, 0, rows.length), true);
        };
    }
}
