package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.Input;
import org.speedwell.accelerator.collect.BlockCollector;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.eval.ComparatorResolver;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.RowNumber;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.eval.ScopeLambdas;
import org.speedwell.accelerator.eval.TupleFunction;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.ExprText;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.Composition;
import org.speedwell.accelerator.expression.SpeedmentReader;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.AnalyzedOrder;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.accelerator.lambda.TupleCode;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.plan.TupleOrder;
import org.speedwell.accelerator.store.TableStore;

/**
 * A reader of functions of a join's tuples. It reads lambdas, and fields and expressions that are composed with the
 * getter of an entity that is always present.
 */
record JoinFunctions<T>(JoinQuery query, TupleMaker<T> maker) implements Elements<T> {

    /** An expression of the columns of one table. */
    record OfTable(int place, RowExpression function) {}

    @Override
    public TableStore<?> table() {
        return table(0);
    }

    @Override
    public String noun() {
        return "tuple";
    }

    @Override
    public void keepAlive() {
        query.keepAlive();
    }

    @Override
    public @Nullable String refusal(Object function, StreamState state) {
        return LambdaRecognition.refusal(code(), function, state);
    }

    @Override
    public int place(Function<?, ?> getter) {
        int place = isPlain() ? maker.place(getter) : -1;
        return place < 0 || query.isNullable(place) ? -1 : place;
    }

    /** Returns whether every tuple has an element. {@code Tuples.of} rejects missing entities. */
    boolean isPlain() {
        return maker.shape() != TupleMaker.Shape.TUPLE
                || IntStream.range(0, query.tables().size()).noneMatch(query::isNullable);
    }

    @Override
    public TableStore<?> table(int place) {
        return query.tables().get(place).table();
    }

    /** Returns the code of the tuples, or null if Speedwell cannot read functions of them. */
    @Nullable
    ElementCode code() {
        if (maker.shape() == TupleMaker.Shape.OPAQUE || !isPlain()) {
            return null;
        }
        List<EntityCode> entities = new ArrayList<>();
        for (int place = 0; place < query.tables().size(); place++) {
            EntityCode code = table(place).fields().code(query.references());
            if (code == null) {
                return null;
            }
            entities.add(code);
        }
        return maker.type() != null
                ? TupleCode.ofRecords(maker.type(), entities, query.nullable())
                : TupleCode.of(entities, maker.shape() == TupleMaker.Shape.TUPLE_OF_NULLABLES, query.nullable());
    }

    @Override
    public <F> F read(String operation, F function, StreamState state) {
        AnalyzedFunction<?, ?> known =
                LambdaRecognition.known(code(), query.scope(), operation, function, state.fallbacks(), state.trace());
        return known == null ? function : user(known);
    }

    @Override
    public Comparator<? super T> readOrder(String operation, Comparator<? super T> comparator, StreamState state) {
        return LambdaRecognition.comparator(code(), operation, comparator, query.scope(), state);
    }

    /** A reader of lambdas on tuples, on their rows, and on rows that these reference. */
    private final class Lambdas implements LambdaReader {
        @Override
        public @Nullable Expr read(Object lambda) {
            return ScopeLambdas.read(lambda, code(), query.references(), query.scope());
        }

        @Override
        public LambdaReader of(Row row) {
            return switch (row) {
                case Row.Element(int place) -> new ScopeLambdas(new Scope(table(place), query.references()));
                case Row.Referenced referenced -> ScopeLambdas.of(query.references(), referenced);
            };
        }
    }

    /**
     * Returns the expression that a function of the tuples computes. Returns null if a part of it is opaque, or a
     * column is not in memory.
     */
    private @Nullable Expr expr(Object function) {
        Expr expr = function instanceof AnalyzedFunction<?, ?> known
                ? known.expr()
                : isPlain() && maker.shape() != TupleMaker.Shape.OPAQUE && maker.shape() != TupleMaker.Shape.RECORD
                        ? SpeedmentReader.readTuple(function, this::entity, new Lambdas())
                        : null;
        return expr == null || !query.scope().hasAll(expr) ? null : expr;
    }

    private @Nullable Row entity(Object getter) {
        int place = getter instanceof Function<?, ?> function ? place(function) : -1;
        return place < 0 ? null : new Row.Element(place);
    }

    /**
     * Returns the query with a filter on its tuples. Returns null if a part of the predicate is opaque, or may throw.
     * Conditions on one table filter its rows before the join.
     */
    @Nullable
    JoinQuery filtered(Predicate<?> predicate) {
        Expr condition = expr(predicate);
        return condition == null || condition.kind() != Kind.BOOLEAN ? null : query.filtered(condition);
    }

    @Override
    public @Nullable Predicate<int[]> test(Predicate<?> of) {
        Expr condition = expr(of);
        if (condition == null || condition.kind() != Kind.BOOLEAN) {
            return null;
        }
        TupleFunction test = compiled(condition);
        if (!(of instanceof AnalyzedFunction<?, ?>)) {
            return test::test;
        }
        Predicate<T> given = user(of);
        return tuple -> {
            try {
                return test.test(tuple);
            } catch (RuntimeException e) {
                return given.test(make(tuple));
            }
        };
    }

    @SuppressWarnings("unchecked") // a function of the stream's elements
    private static <F> F user(Object function) {
        return (F) function;
    }

    private TupleFunction compiled(Expr of) {
        return TupleFunction.of(query.scopes(), query.nullable(), of);
    }

    private @Nullable TupleFunction number(Object of) {
        Expr expr = expr(of);
        return expr == null || !expr.kind().isWhole() && !expr.kind().isReal() ? null : compiled(expr);
    }

    @Override
    public @Nullable ToLongFunction<int[]> whole(Object of) {
        TupleFunction number = number(of);
        if (number == null) {
            return null;
        }
        boolean isInt = of instanceof AnalyzedFunction<?, ?> known
                ? known.result() == int.class
                : of instanceof ToIntFunction<?>;
        return tuple -> {
            try {
                return number.whole(tuple);
            } catch (RuntimeException e) {
                T element = make(tuple);
                return isInt
                        ? JoinFunctions.<ToIntFunction<T>>user(of).applyAsInt(element)
                        : JoinFunctions.<ToLongFunction<T>>user(of).applyAsLong(element);
            }
        };
    }

    @Override
    public @Nullable ToDoubleFunction<int[]> real(Object of) {
        TupleFunction number = number(of);
        if (number == null) {
            return null;
        }
        return tuple -> {
            try {
                return number.real(tuple);
            } catch (RuntimeException e) {
                return JoinFunctions.<ToDoubleFunction<T>>user(of).applyAsDouble(make(tuple));
            }
        };
    }

    /**
     * Returns the expression of one table's columns if the function is a getter followed by an expression. Otherwise
     * returns null.
     */
    @Nullable
    OfTable expression(Object of) {
        Composition composed = Composition.of(of);
        int place = composed == null ? -1 : place(composed.first());
        RowExpression expression = composed == null || place < 0
                ? null
                : ExpressionResolver.resolve(query.scopes().get(place), composed.second());
        return expression == null ? null : new OfTable(place, expression);
    }

    @Override
    public boolean areMadeByUser() {
        return maker.shape() == TupleMaker.Shape.OPAQUE;
    }

    /** Returns false, because the user's function creates the elements. Different positions may have equal elements. */
    @Override
    public boolean areDistinct() {
        return false;
    }

    @Override
    public @Nullable String reasonOfEquals() {
        return null;
    }

    @Override
    public <R> R collect(CollectorPlan.Columns plan, Stream<int[]> positions, @Nullable WorkingMemory memory) {
        Supplier<Aggregator> aggregators = memory == null
                ? plan.aggregators()
                : () -> plan.aggregators().get().countedIn(memory);
        return BlockCollector.ofTuples(positions, query.tables().size(), aggregators)
                .result();
    }

    @Override
    public <R> @Nullable Function<Stream<int[]>, R> encoder(EncodingCollector<?, R> collector, StreamState state) {
        EncodedRows.EncodedTuples<R> encoded =
                EncodedRows.ofTuples(this, collector, new CollectedFunctions(code(), query.scope(), state));
        return encoded == null ? null : encoded::write;
    }

    @Override
    public CollectorPlan plan(Collector<?, ?, ?> collector, StreamState state) {
        if (!isPlain()) {
            return new CollectorPlan.Unsupported("collects tuples that cannot have a missing entity");
        }
        CollectedFunctions functions = new CollectedFunctions(code(), query.scope(), state);
        return functions.reportLambdas(CollectorPlan.of(
                CollectorShape.of(collector), query.tables().size(), function -> input(functions.apply(function))));
    }

    /**
     * Returns a function of the tuples for a collector. Returns null if the function is opaque, or if it is not a
     * lambda and reads a row that may be missing. A lambda that may throw becomes a function of tuples, so that the
     * collector can call the lambda itself after a failure.
     */
    private @Nullable Input input(Object of) {
        if (of == RowNumber.OF_ROW) {
            return new Input.OfTuples(query.tables().size(), query::scope, ElementPosition::new, of);
        }
        Composition composed = Composition.of(of);
        if (composed != null) {
            return input(composed.first(), composed.second());
        }
        Expr expr = expr(of);
        if (expr == null) {
            return null;
        }
        boolean isLambda = of instanceof AnalyzedFunction<?, ?>;
        int place = TupleScope.place(expr);
        if (place >= 0
                && !query.isNullable(place)
                && (!isLambda || query.scope().cannotThrow(expr))) {
            return new Input.OfRows(place, query.scopes().get(place), TupleScope.inner(expr));
        }
        return isLambda || !TupleScope.places(expr).intersects(query.nullable())
                ? new Input.OfTuples(query.tables().size(), query::scope, this::make, isLambda ? of : expr)
                : null;
    }

    private @Nullable Input input(Function<?, ?> getter, Object function) {
        int place = place(getter);
        return place < 0 ? null : new Input.OfRows(place, query.scopes().get(place), function);
    }

    /**
     * Returns the function of a tuple with an object as result, or null if a part of the function is opaque. If a value
     * is missing, it calls Speedment's own function, which handles missing values in its own way.
     */
    @Override
    public @Nullable Function<int[], @Nullable Object> value(Function<?, ?> of) {
        Expr expr = expr(of);
        if (expr == null) {
            return null;
        }
        TupleFunction value = compiled(expr);
        Function<T, @Nullable Object> given = user(of);
        boolean isLambda = of instanceof AnalyzedFunction<?, ?>;
        return tuple -> {
            Object found;
            try {
                found = value.value(tuple);
            } catch (RuntimeException e) {
                return given.apply(make(tuple));
            }
            return found == null && !isLambda ? given.apply(make(tuple)) : found;
        };
    }

    /** Returns the comparator of tuples. It handles missing values as {@link #value} does. */
    @Override
    public @Nullable Comparator<int[]> order(Comparator<?> of) {
        if (of instanceof AnalyzedOrder<?> known) {
            return order(known);
        }
        Composition composed = Composition.of(of);
        if (composed == null || !composed.isOrder() || !(composed.second() instanceof Comparator<?> second)) {
            return null;
        }
        OfTable expression = expression(of);
        IntBinaryOperator order = expression == null
                ? null
                : ComparatorResolver.resolve(query.scopes().get(expression.place), second);
        if (order == null || expression == null) {
            return null;
        }
        int place = expression.place;
        IntPredicate nulls = expression.function.nulls();
        Comparator<T> given = user(of);
        return (a, b) -> nulls.test(a[place]) || nulls.test(b[place])
                ? given.compare(make(a), make(b))
                : order.applyAsInt(a[place], b[place]);
    }

    /** Returns the order of tuples that a comparator defines, or null if a part of it is opaque. */
    @Nullable
    TupleOrder tupleOrder(Comparator<?> of) {
        Comparator<int[]> order = order(of);
        return order == null ? null : new TupleOrder(order, describe(of));
    }

    private String describe(Comparator<?> of) {
        if (of instanceof AnalyzedOrder<?> known) {
            return known.fields().stream()
                    .map(by -> new ExprText(query.scope()::name).of(by.key()) + (by.descending() ? " descending" : ""))
                    .collect(Collectors.joining(", "));
        }
        Expr expr = expr(of);
        return expr == null ? "an expression" : new ExprText(query.scope()::name).of(expr);
    }

    private @Nullable Comparator<int[]> order(AnalyzedOrder<?> known) {
        Comparator<int[]> order = null;
        for (AnalyzedOrder.By by : known.fields()) {
            Comparator<int[]> next = order(by, known);
            if (next == null) {
                return null;
            }
            order = order == null ? next : order.thenComparing(next);
        }
        return order;
    }

    private @Nullable Comparator<int[]> order(AnalyzedOrder.By by, AnalyzedOrder<?> all) {
        int place = TupleScope.place(by.key());
        RowOrder.By column = place < 0 || query.isNullable(place) ? null : RowOrder.By.of(table(place), by);
        if (column != null) {
            return (a, b) -> column.compare(a[place], b[place]);
        }
        if (!query.scope().hasAll(by.key())) {
            return null;
        }
        TupleFunction key = compiled(by.key());
        Comparator<T> given = user(all);
        return (a, b) -> {
            try {
                int ascending = Interpreter.sign(
                        Expr.Order.NATURAL,
                        Objects.requireNonNull(key.value(a)),
                        Objects.requireNonNull(key.value(b)),
                        0);
                return by.descending() ? -ascending : ascending;
            } catch (RuntimeException e) {
                return given.compare(make(a), make(b));
            }
        };
    }

    @Override
    public T make(int[] tuple) {
        @Nullable Object[] entities = new @Nullable Object[tuple.length];
        for (int place = 0; place < tuple.length; place++) {
            entities[place] = tuple[place] < 0 ? null : table(place).entity(tuple[place]);
        }
        return maker.make().apply(entities);
    }
}
