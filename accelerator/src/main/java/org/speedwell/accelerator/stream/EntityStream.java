package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expression.Combination;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.NumberColumn;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A stream of the entities of a table. It collects operations that columns support into a {@link Logical} query. The
 * first operation that they do not support, and all later ones, run over the rows of that query in the same order.
 * Entities are created only there. For one thread.
 */
public final class EntityStream<E> extends TableStream<E> {
    private final TableStore<E> table;
    private final Logical query;

    EntityStream(TableStore<E> table, Logical query, StreamState state) {
        super(state);
        this.table = table;
        this.query = query;
    }

    /** Returns all entities of a table, in primary-key order. */
    public static <E> Stream<E> of(TableStore<E> table, boolean parallel) {
        return of(table, parallel, FallbackListener.SILENT);
    }

    /**
     * Returns all entities of a table, in primary-key order.
     *
     * @param fallbacks is called when the pipeline leaves columns
     */
    public static <E> Stream<E> of(TableStore<E> table, boolean parallel, FallbackListener fallbacks) {
        return new EntityStream<>(table, Logical.TABLE, new StreamState(parallel, fallbacks, null));
    }

    /**
     * Returns the entities of some rows, in this order.
     *
     * @param rows row ids that have a row, in ascending order
     */
    public static <E> Stream<E> ofRows(TableStore<E> table, int[] rows, FallbackListener fallbacks) {
        return new EntityStream<>(table, new Logical.Listed(rows), new StreamState(false, fallbacks, null));
    }

    /** Returns all entities as {@link #of} does, and records the steps in a trace. It is slower. */
    public static <E> Stream<E> traced(TableStore<E> table, ExecutionTrace trace, FallbackListener fallbacks) {
        return new EntityStream<>(table, Logical.TABLE, new StreamState(false, fallbacks, trace));
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
    public Stream<E> filter(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        link();
        return FilteredStream.of(table, query, predicate, state);
    }

    /** Returns the filtered stream. If a part of the filter is opaque, that part and all later ones run row by row. */
    static <E> Stream<E> filtered(
            TableStore<E> table, Logical query, Predicate<? super E> predicate, StreamState state) {
        EntityStream<E> stream = new EntityStream<>(table, query, state);
        Filter filter = Logical.hasWindow(query)
                ? null
                : FilterResolver.resolve(table, predicate, new BlockConditions(state.fallbacks()));
        if (filter != null) {
            return stream.next(Logical.filtered(query, filter));
        }
        Combination combination = Logical.hasWindow(query) ? null : Combination.of(predicate);
        if (combination == null || !combination.isAnd()) {
            return stream.rowByRow().filterAsGiven(predicate);
        }
        Stream<E> parts = stream;
        for (Object part : combination.parts()) {
            parts = filtered(parts, part);
        }
        return parts;
    }

    @SuppressWarnings("unchecked") // the parts accept what the combined predicate accepts
    private static <E> Stream<E> filtered(Stream<E> stream, Object part) {
        Predicate<? super E> predicate = (Predicate<? super E>) part;
        if (stream instanceof ElementStream<E> rows) {
            return rows.filterAsGiven(predicate);
        }
        if (!(stream instanceof EntityStream<E> own)) {
            return stream.filter(predicate);
        }
        own.link();
        return filtered(own.table, own.query, predicate, own.state);
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> of) {
        requireNonNull(of);
        RowOrder.By only = Logical.hasWindow(query) ? null : RowOrder.By.of(table, of);
        return only == null ? sortedByAny(of) : next(Logical.ordered(query, only));
    }

    private Stream<E> sortedByAny(Comparator<? super E> of) {
        Comparator<? super E> comparator = LambdaRecognition.comparator(table, "sorted", of, state);
        if (Logical.hasWindow(query)) {
            return rowByRow().sorted(comparator);
        }
        RowOrder order = RowOrder.of(table, comparator);
        return order == null ? rowByRow().sorted(comparator) : next(Logical.ordered(query, order));
    }

    /** Returns the order of the rows; null if it is that of the table. */
    @Nullable
    RowOrder order() {
        return query instanceof Logical.Ordered ordered ? ordered.order() : null;
    }

    @Override
    public Stream<E> skip(long n) {
        if (Stage.requireSize(n) == 0) {
            return this;
        }
        return next(Logical.skip(query, n));
    }

    @Override
    public Stream<E> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return next(Logical.limit(query, maxSize));
    }

    @Override
    public Stream<E> distinct() {
        if (!table.areEntitiesDistinct()) {
            return rowByRow().distinct();
        }
        state.hideSize();
        return next(query);
    }

    @Override
    public Stream<E> unordered() {
        return next(query);
    }

    /**
     * Maps entities. A field, its cast, and any other function that Speedwell can analyse read columns without an
     * entity.
     */
    @Override
    public <R> Stream<R> map(Function<? super E, ? extends R> of) {
        requireNonNull(of);
        Function<? super E, ? extends R> mapper = LambdaRecognition.mapper(table, of, state);
        ColumnRef.Ordered keys = ExpressionResolver.keyColumn(table, mapper);
        IntFunction<@Nullable Object> value = RowElements.value(scope(), mapper);
        if (value == null) {
            return rowByRow().map(mapper);
        }
        link();
        return keys == null ? computed(value) : new ValueStream<>(table, new Logical.Mapped(query, keys), value, state);
    }

    @SuppressWarnings("unchecked") // the function returns such values
    private <R> Stream<R> computed(IntFunction<@Nullable Object> value) {
        return new MappedStream<>(
                table,
                () -> PlannedTerminals.firstRow(query, table, state.execution(table)),
                value,
                () -> state.continueOn(RowSpliterator.stream(table, query, state))
                        .mapToObj(row -> (R) value.apply(row)),
                state);
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> of) {
        requireNonNull(of);
        AnalyzedFunction<E, ?> known = LambdaRecognition.known(table, "mapToInt", of, state);
        ToIntFunction<? super E> mapper = known == null ? of : known;
        ColumnRef.Ordered column = NumberColumn.whole(table, mapper);
        return column == null ? computedInts(mapper) : new IntColumnStream(linkTo(column, IntColumnStream::jdk));
    }

    private IntStream computedInts(ToIntFunction<? super E> mapper) {
        ColumnSource<IntStream> source = linkToExpression(mapper, IntColumnStream::jdk);
        return source == null ? rowByRow().mapToInt(mapper) : new IntColumnStream(source);
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> of) {
        requireNonNull(of);
        AnalyzedFunction<E, ?> known = LambdaRecognition.known(table, "mapToLong", of, state);
        ToLongFunction<? super E> mapper = known == null ? of : known;
        ColumnRef.Ordered column = NumberColumn.whole(table, mapper);
        return column == null ? computedLongs(mapper) : new LongColumnStream(linkTo(column, LongColumnStream::jdk));
    }

    private LongStream computedLongs(ToLongFunction<? super E> mapper) {
        ColumnSource<LongStream> source = linkToExpression(mapper, LongColumnStream::jdk);
        return source == null ? rowByRow().mapToLong(mapper) : new LongColumnStream(source);
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> of) {
        requireNonNull(of);
        AnalyzedFunction<E, ?> known = LambdaRecognition.known(table, "mapToDouble", of, state);
        ToDoubleFunction<? super E> mapper = known == null ? of : known;
        ColumnRef.Ordered column = NumberColumn.number(table, mapper);
        return column == null
                ? computedDoubles(mapper)
                : new DoubleColumnStream(linkTo(column, DoubleColumnStream::jdk));
    }

    private DoubleStream computedDoubles(ToDoubleFunction<? super E> mapper) {
        ColumnSource<DoubleStream> source = linkToExpression(mapper, DoubleColumnStream::jdk);
        return source == null ? rowByRow().mapToDouble(mapper) : new DoubleColumnStream(source);
    }

    @Override
    public long count() {
        link();
        return state.trace() == null && Logical.isWhole(query)
                ? table.rows()
                : NonInlinedCalls.count(table, query, null, state.isParallel(), state.fallbacks(), state.trace());
    }

    @Override
    @SuppressWarnings("unchecked") // the slow path finds an entity of this table
    public Optional<E> findFirst() {
        link();
        return (Optional<E>)
                NonInlinedCalls.first(table, query, null, state.isParallel(), state.fallbacks(), state.trace());
    }

    /** Returns the positions of the first rows of the query, in their order. */
    List<ElementPosition> first(int max) {
        link();
        Rows rows = run(new Planner(table).rows(Logical.limit(query, max)));
        List<ElementPosition> first = new ArrayList<>(rows.size());
        rows.forEach(row -> first.add(new ElementPosition(row)));
        table.keepAlive(); // the plan no longer keeps the memory alive
        return first;
    }

    /**
     * Returns the rows and columns on which the result of a pipeline depends, if this stream is that after its first
     * filters.
     */
    Dependence dependence(List<Operation<?, ?>> operations, @Nullable CollectorShape collector) {
        if (query == Logical.TABLE) {
            return Dependence.of(scope(), null, operations, collector);
        }
        return query instanceof Logical.Filtered filtered && filtered.input() == Logical.TABLE
                ? Dependence.of(scope(), filtered.filter(), operations, collector)
                : Dependence.ON_ALL;
    }

    @Override
    public Optional<E> findAny() {
        return findFirst();
    }

    @Override
    public Optional<E> min(Comparator<? super E> of) {
        requireNonNull(of);
        Comparator<? super E> comparator = LambdaRecognition.comparator(table, "min", of, state);
        EntityStream<E> ordered = ordered(StreamMethod.MIN, comparator);
        return ordered == null ? rowByRow().min(comparator) : ordered.findFirst();
    }

    @Override
    public Optional<E> max(Comparator<? super E> of) {
        requireNonNull(of);
        Comparator<? super E> comparator = LambdaRecognition.comparator(table, "max", of, state);
        EntityStream<E> ordered = ordered(StreamMethod.MAX, comparator);
        return ordered == null ? rowByRow().max(comparator) : ordered.findFirst();
    }

    /**
     * Returns the rows in the order in which {@code min} or {@code max} prefers them; null if columns cannot order them.
     */
    @Nullable
    EntityStream<E> ordered(StreamMethod operation, Comparator<? super E> of) {
        requireNonNull(of);
        RowOrder order = Logical.hasWindow(query)
                ? null
                : RowOrder.of(table, LambdaRecognition.comparator(table, operation.toString(), of, state));
        return order == null
                ? null
                : next(Logical.ordered(query, operation == StreamMethod.MAX ? order.reversed() : order));
    }

    @Override
    public boolean anyMatch(Predicate<? super E> of) {
        return anyMatch(of, "anyMatch");
    }

    private boolean anyMatch(Predicate<? super E> of, String operation) {
        requireNonNull(of);
        Predicate<? super E> predicate = LambdaRecognition.predicate(table, operation, of, query, state);
        Filter filter = Logical.hasWindow(query)
                ? null
                : FilterResolver.resolve(table, predicate, new BlockConditions(state.fallbacks()));
        if (filter == null) {
            return rowByRow().anyMatch(predicate);
        }
        link();
        return run(new Planner(table).any(Logical.filtered(query, filter)));
    }

    @Override
    public boolean noneMatch(Predicate<? super E> predicate) {
        return !anyMatch(predicate, "noneMatch");
    }

    @Override
    public boolean allMatch(Predicate<? super E> of) {
        return allMatch(of, "allMatch");
    }

    private boolean allMatch(Predicate<? super E> of, String operation) {
        requireNonNull(of);
        Predicate<? super E> predicate = LambdaRecognition.predicate(table, operation, of, query, state);
        Filter filter = Logical.hasWindow(query)
                ? null
                : FilterResolver.resolve(table, predicate, new BlockConditions(state.fallbacks()));
        if (filter == null) {
            return rowByRow().allMatch(predicate);
        }
        link();
        Planner planner = new Planner(table);
        return run(planner.count(Logical.filtered(query, filter))).equals(run(planner.count(query)));
    }

    @Override
    @SuppressWarnings("unchecked") // the analysed function returns what the original returns
    public <R, A> R collect(Collector<? super E, A, R> collector) {
        if (collector instanceof EncodingCollector<?, ?>) {
            return encode((EncodingCollector<? super E, R>) (Object) collector);
        }
        requireNonNull(collector);
        requireUnlinked();
        if (!(collector instanceof ColumnCollector<?, ?> known)) {
            CollectorShape read = LambdaRecognition.collector(table, collector, state);
            return read == null ? super.collect(collector) : collectRead(read, collector);
        }
        if (!(plan(known.shape()) instanceof CollectorPlan.Columns columns)) {
            return rowByRow().collect(collector);
        }
        R result = columns.run(query, state.execution(table));
        table.keepAlive(); // keys become objects after the plan ran
        link();
        return result;
    }

    private CollectorPlan plan(CollectorShape shape) {
        return CollectedFunctions.plan(scope(), shape, state, () -> new Planner(table).estimate(query));
    }

    private Scope scope() {
        return new Scope(table, state.fallbacks());
    }

    private <R> R encode(EncodingCollector<? super E, R> collector) {
        requireUnlinked();
        EncodedRows<R> encoded = EncodedRows.of(scope(), collector, state);
        if (encoded == null) {
            return super.collect(collector);
        }
        link();
        Rows rows = run(new Planner(table).rows(query));
        ExecutionTrace trace = state.trace();
        if (trace != null) {
            trace.rowStep("collect → encoded from columns", rows::size);
        }
        R result = encoded.write(rows, isParallel());
        table.keepAlive(); // the writer reads columns after the plan ran
        return result;
    }

    /**
     * Collects by the shape that the analysis of the collector found. If this throws, the collector itself runs again
     * over entities.
     */
    private <R, A> R collectRead(CollectorShape read, Collector<? super E, A, R> collector) {
        try {
            if (plan(read) instanceof CollectorPlan.Columns columns) {
                R result = columns.run(query, state.execution(table));
                table.keepAlive();
                link();
                return result;
            }
        } catch (RuntimeException e) {
            // the collector below throws the same exception itself
        }
        return super.collect(collector);
    }

    /** Continues row by row, with entities that contain only the columns that the function reads. */
    @Override
    Stream<E> opaque(Operation<Stream<E>, ?> operation) {
        return rowByRow();
    }

    @Override
    public List<E> toList() {
        if (isParallel() || state.trace() != null) {
            return super.toList();
        }
        link();
        Rows rows = run(new Planner(table).rows(query));
        return PlannedTerminals.list(rows, table.entities(rows.size()));
    }

    /** Returns the rows one by one, for an operation that a query cannot express. */
    ElementStream<E> rowByRow() {
        link();
        return ElementStream.ofRows(table, state.continueOn(RowSpliterator.stream(table, query, state)), false, state);
    }

    @Override
    Stream<E> jdk() {
        link();
        boolean sized = RowSpliterator.isSized(query, state);
        int known = RowSpliterator.characteristics(sized);
        Stream<E> entities = StreamSupport.stream(
                () -> new ValueSpliterator<>(RowSpliterator.of(table, query, sized, state), table::entity, known),
                known,
                false);
        ExecutionTrace trace = state.trace();
        return state.continueOn(trace == null ? entities : entities.peek(_ -> trace.entityMade()));
    }

    private <R> R run(Node<R> plan) {
        return state.execution(table).run(plan);
    }

    private EntityStream<E> next(Logical nextQuery) {
        link();
        return new EntityStream<>(table, nextQuery, state);
    }

    private <S extends BaseStream<?, S>> ColumnSource<S> linkTo(
            ColumnRef.Ordered column, Function<ColumnSource<S>, S> jdk) {
        link();
        return new ColumnSource<>(table, query, column, state, jdk);
    }

    /** Links the numbers of an expression. Returns null if columns do not support the function. */
    private <S extends BaseStream<?, S>> @Nullable ColumnSource<S> linkToExpression(
            Object mapper, Function<ColumnSource<S>, S> jdk) {
        RowExpression value = ExpressionResolver.resolve(scope(), mapper);
        if (value == null) {
            return null;
        }
        link();
        return ColumnSource.computed(table, query, value, state, jdk);
    }
}
