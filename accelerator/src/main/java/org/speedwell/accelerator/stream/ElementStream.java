package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.expression.SpeedmentReader;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;

/**
 * A stream of the elements of a table or a join, one by one. The stream processes positions: the row id in each table
 * of the element. Functions that Speedwell can analyse read columns. The stream creates entities for opaque functions,
 * and for the results. If an opaque function reads only some columns, its entities contain only these, and the pipeline
 * continues with positions.
 */
final class ElementStream<E> extends TableStream<E> {
    private final Elements<E> elements;
    private final Stream<int[]> positions;

    /** True if a position may occur more than once. */
    private final boolean isRepeating;

    /** Counts the memory of the query; null if nothing counts it. */
    private final @Nullable WorkingMemory memory;

    /** The number of elements so far. Only a trace counts them. */
    private final LongAdder seen = new LongAdder();

    /** Creates a stream that continues the pipeline with the given state. */
    ElementStream(
            Elements<E> elements,
            Stream<int[]> positions,
            boolean isRepeating,
            @Nullable WorkingMemory memory,
            StreamState state) {
        super(state);
        this.elements = elements;
        this.isRepeating = isRepeating;
        this.memory = memory;
        this.positions = state.trace() == null ? positions : positions.peek(_ -> seen.increment());
    }

    /** Returns the rows of a table, one by one. */
    static <E> ElementStream<E> ofRows(TableStore<E> table, IntStream rows, boolean isRepeating, StreamState state) {
        Stream<int[]> positions = rows.mapToObj(row -> new int[] {row});
        return new ElementStream<>(new RowElements<>(table, state), positions, isRepeating, null, state);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // each operation returns the result that it has over the elements
    public <R extends @Nullable Object> R run(Operation<Stream<E>, R> operation) {
        return (R)
                switch (operation.method()) {
                    case FILTER, TAKE_WHILE, DROP_WHILE, ANY_MATCH, ALL_MATCH, NONE_MATCH -> test(operation);
                    case SORTED -> operation.argument() == null ? super.run(operation) : order(operation);
                    case MIN, MAX -> order(operation);
                    case PEEK, FOR_EACH, FOR_EACH_ORDERED -> visit(operation);
                    case MAP -> map(operation);
                    case MAP_TO_INT -> mapToInts(operation);
                    case MAP_TO_LONG -> mapToLongs(operation);
                    case MAP_TO_DOUBLE -> mapToDoubles(operation);
                    case SKIP -> next(operation, positions().skip(operation.<Long>given()));
                    case LIMIT -> next(operation, positions().limit(operation.<Long>given()));
                    case FLAT_MAP, FLAT_MAP_TO_INT, FLAT_MAP_TO_LONG, FLAT_MAP_TO_DOUBLE -> expand(operation);
                    case MAP_MULTI, MAP_MULTI_TO_INT, MAP_MULTI_TO_LONG, MAP_MULTI_TO_DOUBLE -> expand(operation);
                    case COLLECT -> operation.argument() == null ? super.run(operation) : collect(operation);
                    case COUNT -> counted();
                    case DISTINCT -> distinct(operation);
                    case UNORDERED -> new ElementStream<>(elements, positions(), isRepeating, memory, state);
                    case FIND_FIRST -> positions().findFirst().map(this::made);
                    case FIND_ANY -> positions().findAny().map(this::made);
                    default -> super.run(operation);
                };
    }

    private @Nullable Object test(Operation<Stream<E>, ?> operation) {
        Predicate<? super E> given = operation.given();
        return test(operation, elements.readTest(operation.method().toString(), given, state));
    }

    /**
     * Filters by a predicate that an earlier operation has received. It must not read the predicate again: the calling
     * code now passes another function.
     */
    @SuppressWarnings("unchecked") // a filter returns a stream of the elements
    Stream<E> filterAsGiven(Predicate<? super E> predicate) {
        Operation<Stream<E>, Stream<E>> filter =
                new Operation<>(StreamMethod.FILTER, predicate, stream -> stream.filter(predicate));
        return (Stream<E>) requireNonNull(test(filter, predicate));
    }

    /** Sorts by a comparator that an earlier operation has received: see {@link #filterAsGiven}. */
    @SuppressWarnings("unchecked") // a sort returns a stream of the elements
    Stream<E> sortAsGiven(Comparator<? super E> comparator) {
        Operation<Stream<E>, Stream<E>> sort =
                new Operation<>(StreamMethod.SORTED, comparator, stream -> stream.sorted(comparator));
        return (Stream<E>) requireNonNull(order(sort, comparator));
    }

    private @Nullable Object test(Operation<Stream<E>, ?> operation, Predicate<? super E> predicate) {
        Predicate<int[]> known = elements.test(predicate);
        if (known != null) {
            Object tested = operation.test(positions(), position -> alive(known.test(position)));
            return operation.method() == StreamMethod.FILTER
                    ? next(elements.remaining(predicate), operation, positionsOf(tested))
                    : result(operation, tested);
        }
        Function<int[], E> narrow = narrow(operation, predicate);
        return narrow == null
                ? super.run(operation)
                : result(operation, operation.test(positions(), position -> predicate.test(narrow.apply(position))));
    }

    /** Returns the elements of the resulting positions, or the result of a terminal operation. */
    private @Nullable Object result(Operation<Stream<E>, ?> operation, @Nullable Object ofPositions) {
        return operation.method().isIntermediate() ? next(operation, positionsOf(ofPositions)) : ofPositions;
    }

    @SuppressWarnings("unchecked") // intermediate operations return streams of positions
    private static Stream<int[]> positionsOf(@Nullable Object result) {
        return (Stream<int[]>) requireNonNull(result);
    }

    /**
     * Returns the elements in the order in which {@code min} or {@code max} prefers them; null if columns cannot order
     * them.
     */
    @Nullable
    ElementStream<E> ordered(StreamMethod operation, Comparator<? super E> of) {
        Comparator<int[]> known = elements.order(elements.readOrder(operation.toString(), of, state));
        return known == null
                ? null
                : new ElementStream<>(
                        elements,
                        positions().sorted(operation == StreamMethod.MAX ? known.reversed() : known),
                        isRepeating,
                        memory,
                        state);
    }

    /**
     * Returns the positions of the first elements in their order. Returns null if a position may occur several times, or
     * does not determine its element.
     */
    @Nullable
    List<ElementPosition> first(int max) {
        if (isRepeating || elements.areMadeByUser()) {
            return null;
        }
        List<ElementPosition> first =
                positions().limit(max).map(ElementPosition::new).toList();
        elements.keepAlive();
        return first;
    }

    private @Nullable Object order(Operation<Stream<E>, ?> operation) {
        Comparator<? super E> given = operation.given();
        return order(operation, elements.readOrder(operation.method().toString(), given, state));
    }

    private @Nullable Object order(Operation<Stream<E>, ?> operation, Comparator<? super E> comparator) {
        Comparator<int[]> known = elements.order(comparator);
        if (known != null) {
            return ordered(operation, operation.order(positions(), (a, b) -> alive(known.compare(a, b))));
        }
        Function<int[], E> narrow = narrow(operation, comparator);
        if (narrow == null) {
            return super.run(operation);
        }
        Stream<Compared<E>> compared = positions().map(position -> new Compared<>(position, narrow.apply(position)));
        return switch (operation.order(compared, (a, b) -> comparator.compare(a.element, b.element))) {
            case Stream<?> sorted -> next(operation, sorted.map(one -> ((Compared<?>) one).position));
            case Object found -> ((Optional<?>) found).map(one -> made(((Compared<?>) one).position));
        };
    }

    @SuppressWarnings("unchecked") // the operation orders positions
    private Object ordered(Operation<Stream<E>, ?> operation, Object positionsInOrder) {
        return operation.method().isIntermediate()
                ? next(operation, (Stream<int[]>) positionsInOrder)
                : ((Optional<int[]>) positionsInOrder).map(this::made);
    }

    /** A position, and the element that the comparator reads. */
    private record Compared<E>(int[] position, E element) {}

    private @Nullable Object visit(Operation<Stream<E>, ?> operation) {
        Consumer<? super E> action = operation.given();
        boolean isFallback = operation.method() == StreamMethod.PEEK; // others pass elements to the user anyway
        LambdaRecognition.recognize(operation.method().toString(), action, state);
        Function<int[], E> narrow = isFallback
                ? narrow(operation, action)
                : elements.narrow(operation.method().toString(), action, state);
        if (narrow == null) {
            return isFallback ? super.run(operation) : operation.on(jdk());
        }
        return result(operation, operation.visit(positions(), position -> action.accept(narrow.apply(position))));
    }

    private @Nullable Object map(Operation<Stream<E>, ?> operation) {
        Function<? super E, ?> mapper = operation.given();
        int place = elements.place(mapper);
        if (place >= 0) {
            return ofRows(elements.table(place), positions().mapToInt(position -> position[place]), true, state);
        }
        Function<int[], @Nullable Object> value = elements.value(elements.read("map", mapper, state));
        if (value != null) {
            return positions().map(position -> alive(value.apply(position)));
        }
        Elements.Returned returned = elements.returned(mapper, state);
        if (returned != null) {
            return ofReturned(returned.path().referred(), returned);
        }
        Predicate<int[]> cast = elements.cast(mapper, state);
        if (cast != null) {
            return new ElementStream<>(elements, cast(cast, mapper), isRepeating, memory, state);
        }
        Function<int[], E> narrow = narrow(operation, mapper);
        return narrow == null
                ? super.run(operation)
                : positions().map(position -> mapper.apply(narrow.apply(position)));
    }

    /** Returns the positions after a mapper that returns its argument. It throws if the condition does not hold. */
    private Stream<int[]> cast(Predicate<int[]> condition, Function<? super E, ?> mapper) {
        return positions().map(position -> {
            if (!alive(condition.test(position))) {
                var _ = mapper.apply(made(position));
            }
            return position;
        });
    }

    /** Returns the entities of other rows that a function of the elements returns. */
    private <R> ElementStream<R> ofReturned(TableStore<R> table, Elements.Returned returned) {
        RowElements<R> rows = new RowElements<>(table, state);
        Stream<int[]> found =
                positions().map(position -> new int[] {returned.path().applyAsInt(position[0])});
        return new ElementStream<>(returned.isComplete() ? rows : new NullableRows<>(rows), found, true, null, state);
    }

    private @Nullable Object mapToInts(Operation<Stream<E>, ?> operation) {
        ToIntFunction<? super E> mapper = operation.given();
        ToLongFunction<int[]> known = elements.whole(elements.read("mapToInt", mapper, state));
        if (known != null) {
            return positions().mapToInt(position -> (int) alive(known.applyAsLong(position)));
        }
        Function<int[], E> narrow = narrow(operation, mapper);
        return narrow == null
                ? super.run(operation)
                : positions().mapToInt(position -> mapper.applyAsInt(narrow.apply(position)));
    }

    private @Nullable Object mapToLongs(Operation<Stream<E>, ?> operation) {
        ToLongFunction<? super E> mapper = operation.given();
        ToLongFunction<int[]> known = elements.whole(elements.read("mapToLong", mapper, state));
        if (known != null) {
            return positions().mapToLong(position -> alive(known.applyAsLong(position)));
        }
        Function<int[], E> narrow = narrow(operation, mapper);
        return narrow == null
                ? super.run(operation)
                : positions().mapToLong(position -> mapper.applyAsLong(narrow.apply(position)));
    }

    private @Nullable Object mapToDoubles(Operation<Stream<E>, ?> operation) {
        ToDoubleFunction<? super E> mapper = operation.given();
        ToDoubleFunction<int[]> known = elements.real(elements.read("mapToDouble", mapper, state));
        if (known != null) {
            return positions().mapToDouble(position -> alive(known.applyAsDouble(position)));
        }
        Function<int[], E> narrow = narrow(operation, mapper);
        return narrow == null
                ? super.run(operation)
                : positions().mapToDouble(position -> mapper.applyAsDouble(narrow.apply(position)));
    }

    /** Replaces each element by others. The pipeline then continues without positions. */
    private <R extends @Nullable Object> R expand(Operation<Stream<E>, R> operation) {
        Object function = operation.given();
        AnalyzedEmission<E> emission = emission(operation);
        if (emission != null) {
            return emitted(operation, emission);
        }
        LambdaRecognition.recognize(operation.method().toString(), function, state);
        Function<int[], E> narrow = narrow(operation, function);
        return narrow == null ? super.run(operation) : operation.on(positions().map(narrow));
    }

    @Override
    @Nullable
    AnalyzedEmission<E> emission(Operation<Stream<E>, ?> operation) {
        return elements.emission(operation, state);
    }

    @Override
    Stream<E> unsized() {
        return new ElementStream<>(elements, unsizedPositions(), isRepeating, memory, state);
    }

    /**
     * Returns the positions without a known size. The filter passes every element: see {@link StreamState#hideSize}.
     */
    private Stream<int[]> unsizedPositions() {
        return positions().filter(_ -> true);
    }

    private Stream<E> distinct(Operation<Stream<E>, ?> operation) {
        if (!elements.areDistinct()) {
            String reason = elements.reasonOfEquals();
            if (reason != null) {
                reportFallback(operation, reason, null);
            }
            return jdk().distinct();
        }
        Stream<int[]> distinct = isRepeating
                ? positions().mapToInt(position -> position[0]).distinct().mapToObj(row -> new int[] {row})
                : unsizedPositions();
        return next(operation, distinct);
    }

    private long counted() {
        long count = positions().count();
        ExecutionTrace trace = state.trace();
        if (trace != null && seen.sum() < count) {
            trace.countedUnseen(count);
        }
        return count;
    }

    /** Runs a {@link ColumnCollector} on columns. Passes entities to any other collector. */
    private @Nullable Object collect(Operation<Stream<E>, ?> operation) {
        Collector<? super E, ?, ?> collector = operation.given();
        if (collector instanceof EncodingCollector<?, ?> encoding) {
            return encode(operation, encoding);
        }
        if (!(collector instanceof ColumnCollector<?, ?>)) {
            return operation.on(jdk());
        }
        return switch (elements.plan(collector, state)) {
            case CollectorPlan.Columns columns -> {
                traceRows(operation.method());
                Object result = elements.collect(columns, positions(), memory);
                elements.keepAlive();
                yield result;
            }
            case CollectorPlan.Unsupported(String reason) -> {
                reportFallback(operation, reason, null);
                yield operation.on(jdk());
            }
        };
    }

    private @Nullable Object encode(Operation<Stream<E>, ?> operation, EncodingCollector<?, ?> collector) {
        requireUnlinked();
        Function<Stream<int[]>, ?> encoder = elements.encoder(collector, state);
        if (encoder == null) {
            return operation.on(jdk());
        }
        traceStep(operation.method(), "encoded from columns");
        Object result = encoder.apply(positions());
        elements.keepAlive();
        return result;
    }

    private @Nullable Function<int[], E> narrow(Operation<Stream<E>, ?> operation, Object function) {
        Function<int[], E> narrow = elements.narrow(operation.method().toString(), function, state);
        if (narrow != null) {
            reportFallback(operation, opaqueReason(function), function);
        }
        return narrow;
    }

    @Override
    Stream<E> opaque(Operation<Stream<E>, ?> operation) {
        Object function = requireNonNull(operation.function());
        reportFallback(operation, opaqueReason(function), function);
        return jdk();
    }

    private String opaqueReason(Object function) {
        String reason =
                SpeedmentReader.isExpression(function) ? "an expression that cannot be read" : "an opaque function";
        String refusal = elements.refusal(function, state);
        return refusal == null ? reason : reason + ", which " + refusal;
    }

    private void reportFallback(Operation<Stream<E>, ?> operation, String reason, @Nullable Object function) {
        requireUnlinked();
        state.fallbacks().fallback(elements.table(), operation.method().toString(), reason, function);
    }

    @Override
    Stream<E> jdk() {
        return positions().map(this::made);
    }

    private E made(int[] position) {
        ExecutionTrace trace = state.trace();
        if (trace != null) {
            for (int row : position) {
                if (row >= 0) {
                    trace.entityMade();
                }
            }
        }
        return elements.make(position);
    }

    private Stream<E> next(Operation<Stream<E>, ?> operation, Stream<int[]> nextPositions) {
        return next(elements, operation, nextPositions);
    }

    private Stream<E> next(Elements<E> remaining, Operation<Stream<E>, ?> operation, Stream<int[]> nextPositions) {
        boolean mayRepeat = isRepeating && operation.method() != StreamMethod.DISTINCT;
        ElementStream<E> next = new ElementStream<>(remaining, nextPositions, mayRepeat, memory, state);
        next.traceRows(operation.method());
        return next;
    }

    private void traceRows(StreamMethod method) {
        traceStep(method, elements.noun() + " by " + elements.noun() + " on columns");
    }

    private void traceStep(StreamMethod method, String how) {
        ExecutionTrace trace = state.trace();
        if (trace != null) {
            trace.rowStep(method + " → " + how, seen::sum);
        }
    }

    /*
     * A function that reads columns keeps the tables alive itself. Behind a sort it runs after the spliterator, which
     * otherwise keeps them alive, has ended.
     */

    private <R extends @Nullable Object> R alive(R result) {
        elements.keepAlive();
        return result;
    }

    private int alive(int result) {
        elements.keepAlive();
        return result;
    }

    private long alive(long result) {
        elements.keepAlive();
        return result;
    }

    private double alive(double result) {
        elements.keepAlive();
        return result;
    }

    private boolean alive(boolean result) {
        elements.keepAlive();
        return result;
    }

    @Override
    public void addCloseHandler(Runnable handler) {
        requireUnlinked();
        var _ = positions.onClose(handler);
    }

    private Stream<int[]> positions() {
        link();
        return positions;
    }
}
