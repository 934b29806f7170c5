package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.lambda.KnownEmission;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.TableStore;

/**
 * The elements of a table or a join one by one, each as its position: the row of each table that it is made of. Operations that
 * columns understand read columns. Entities are made for functions that columns do not understand, and where they are handed out.
 * A function that only reads some columns gets entities that have no more than these, and positions go on.
 */
final class ElementStream<E> extends TableStream<E> {
    private final Elements<E> elements;
    private final Stream<int[]> positions;

    /** Whether a position may come more than once. */
    private final boolean isRepeating;

    /** Counts what the query collects; null if nothing does. */
    private final @Nullable WorkingMemory memory;

    /** The number of elements that came so far. Counted for a profile only. */
    private final LongAdder seen = new LongAdder();

    /** Goes on with the pipeline whose state is given. */
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
        this.positions = state.profile() == null ? positions : positions.peek(_ -> seen.increment());
    }

    /** Returns the rows of a table, one by one. */
    static <E> ElementStream<E> ofRows(
            TableStore<E> table, IntStream rows, boolean isRepeating, StreamState state) {
        Stream<int[]> positions = rows.mapToObj(row -> new int[] {row});
        return new ElementStream<>(new RowElements<>(table, state), positions, isRepeating, null, state);
    }

    @Override
    @SuppressWarnings("unchecked") // each operation returns what it does over a stream of the elements
    public <R extends @Nullable Object> R run(Operation<Stream<E>, R> operation) {
        return (R)
                switch (operation) {
                    case Operation.Test<E, R> test -> test(test);
                    case Operation.Order<E, R> order -> order(order);
                    case Operation.Visit<E, R> visit -> visit(visit);
                    case Operation.Map<E, R> map -> map(map);
                    case Operation.MapToInt<E, R> map -> mapInts(map);
                    case Operation.MapToLong<E, R> map -> mapLongs(map);
                    case Operation.MapToDouble<E, R> map -> mapDoubles(map);
                    case Operation.Window<Stream<E>, R> window -> next(window.method(), window.onOther(positions()));
                    case Operation.Collect<E, ?, R> collect -> collect(collect);
                    case Operation.Expand<E, R> expand -> expand(expand);
                    case Operation.Emit<E, R> emit -> expand(emit);
                    case Operation.Call<Stream<E>, R> call -> call(call);
                };
    }

    private @Nullable Object call(Operation.Call<Stream<E>, ?> call) {
        return switch (call.method()) {
            case COUNT -> countOf();
            case DISTINCT -> distinctOf(call);
            case UNORDERED -> new ElementStream<>(elements, positions(), isRepeating, memory, state);
            case FIND_FIRST -> positions().findFirst().map(this::made);
            case FIND_ANY -> positions().findAny().map(this::made);
            default -> super.run(call);
        };
    }

    private @Nullable Object test(Operation.Test<E, ?> test) {
        return testAsGiven(test, elements.readTest(test.method().toString(), test.function(), state));
    }

    /**
     * Filters by a predicate that an earlier operation was given. The code that calls now hands over another one, so nobody may
     * ask it what this one is.
     */
    @SuppressWarnings("unchecked") // a filter returns a stream of the elements
    Stream<E> filterAsGiven(Predicate<? super E> predicate) {
        return (Stream<E>) requireNonNull(
                testAsGiven(new Operation.Test<>(StreamMethod.FILTER, predicate, Stream::filter), predicate));
    }

    private @Nullable Object testAsGiven(Operation.Test<E, ?> test, Predicate<? super E> predicate) {
        Predicate<int[]> known = elements.test(predicate);
        if (known != null) {
            return result(test.method(), test.replay().on(positions(), position -> alive(known.test(position))));
        }
        Function<int[], E> narrow = narrow(test.method(), predicate);
        return narrow == null
                ? super.run(test)
                : result(
                        test.method(),
                        test.replay().on(positions(), position -> predicate.test(narrow.apply(position))));
    }

    /** Returns what an operation on positions has returned: positions, as the elements that they are, or a terminal result. */
    @SuppressWarnings("unchecked") // a stream that these operations return is one of positions
    private Object result(StreamMethod method, Object ofPositions) {
        return method.isIntermediate() ? next(method, (Stream<int[]>) ofPositions) : ofPositions;
    }

    private @Nullable Object order(Operation.Order<E, ?> order) {
        Comparator<? super E> comparator = elements.readOrder(order.method().toString(), order.function(), state);
        Comparator<int[]> known = elements.order(comparator);
        if (known != null) {
            return ordered(order, (a, b) -> alive(known.compare(a, b)));
        }
        Function<int[], E> narrow = narrow(order.method(), comparator);
        if (narrow == null) {
            return super.run(order);
        }
        Object compared = order.replay()
                .on(
                        positions().map(position -> new Compared<>(position, narrow.apply(position))),
                        (a, b) -> comparator.compare(a.element, b.element));
        return switch (compared) {
            case Stream<?> sorted -> next(order.method(), sorted.map(one -> ((Compared<?>) one).position));
            case Optional<?> found -> found.map(one -> made(((Compared<?>) one).position));
            default -> throw new IllegalStateException("%s returned %s".formatted(order.method(), compared));
        };
    }

    @SuppressWarnings("unchecked") // what is ordered are positions
    private Object ordered(Operation.Order<E, ?> order, Comparator<int[]> known) {
        Object ordered = order.replay().on(positions(), known);
        return ordered instanceof Optional<?> found
                ? ((Optional<int[]>) found).map(this::made)
                : next(order.method(), (Stream<int[]>) ordered);
    }

    /** A position, and what a comparator sees of its element. */
    private record Compared<E>(int[] position, E element) {}

    private @Nullable Object visit(Operation.Visit<E, ?> visit) {
        PlainFunctions.lookAt(visit.method().toString(), visit.function(), state);
        Function<int[], E> narrow = visit.method() == StreamMethod.PEEK
                ? narrow(visit.method(), visit.function())
                : elements.narrow(visit.method().toString(), visit.function(), state);
        if (narrow == null) {
            return visit.method() == StreamMethod.PEEK ? super.run(visit) : visit.on(jdk());
        }
        Consumer<? super E> action = visit.function();
        Object result = visit.replay().on(positions(), position -> action.accept(narrow.apply(position)));
        return result == null ? null : result(visit.method(), result);
    }

    private Object map(Operation.Map<E, ?> map) {
        int place = elements.place(map.function());
        if (place >= 0) {
            IntStream rows = positions().mapToInt(position -> position[place]);
            return ofRows(elements.table(place), rows, true, state);
        }
        Function<int[], @Nullable Object> value = elements.value(elements.read("map", map.function(), state));
        if (value != null) {
            return positions().map(position -> alive(value.apply(position)));
        }
        Function<int[], E> narrow = narrow(map.method(), map.function());
        return narrow == null
                ? super.run(map)
                : positions().map(position -> map.function().apply(narrow.apply(position)));
    }

    private Object mapInts(Operation.MapToInt<E, ?> map) {
        ToLongFunction<int[]> known = elements.whole(elements.read("mapToInt", map.function(), state));
        if (known != null) {
            return positions().mapToInt(position -> (int) alive(known.applyAsLong(position)));
        }
        Function<int[], E> narrow = narrow(map.method(), map.function());
        return narrow == null
                ? super.run(map)
                : positions().mapToInt(position -> map.function().applyAsInt(narrow.apply(position)));
    }

    private Object mapLongs(Operation.MapToLong<E, ?> map) {
        ToLongFunction<int[]> known = elements.whole(elements.read("mapToLong", map.function(), state));
        if (known != null) {
            return positions().mapToLong(position -> alive(known.applyAsLong(position)));
        }
        Function<int[], E> narrow = narrow(map.method(), map.function());
        return narrow == null
                ? super.run(map)
                : positions().mapToLong(position -> map.function().applyAsLong(narrow.apply(position)));
    }

    private Object mapDoubles(Operation.MapToDouble<E, ?> map) {
        ToDoubleFunction<int[]> known = elements.real(elements.read("mapToDouble", map.function(), state));
        if (known != null) {
            return positions().mapToDouble(position -> alive(known.applyAsDouble(position)));
        }
        Function<int[], E> narrow = narrow(map.method(), map.function());
        return narrow == null
                ? super.run(map)
                : positions().mapToDouble(position -> map.function().applyAsDouble(narrow.apply(position)));
    }

    /** Puts other elements in the place of each one, which comes back no more. */
    private <R extends @Nullable Object> R expand(Operation<Stream<E>, R> operation) {
        Object function = requireNonNull(operation.function());
        if (operation instanceof Operation.Emit<E, ?> emit && emission(emit) != null) {
            return super.run(operation);
        }
        PlainFunctions.lookAt(operation.method().toString(), function, state);
        Function<int[], E> narrow = narrow(operation.method(), function);
        return narrow == null ? super.run(operation) : operation.on(positions().map(narrow));
    }

    @Override
    @Nullable
    KnownEmission<E> emission(Operation.Emit<E, ?> operation) {
        return elements.emission(operation.method().toString(), operation.function(), state);
    }

    private Stream<E> distinctOf(Operation.Call<Stream<E>, ?> call) {
        if (!elements.areDistinct()) {
            String reason = elements.reasonOfEquals();
            if (reason != null) {
                tell(call.method(), reason, null);
            }
            return jdk().distinct();
        }
        // The filter passes every element and hides the size: see StreamState.hideSize
        Stream<int[]> distinct = isRepeating
                ? positions().mapToInt(position -> position[0]).distinct().mapToObj(row -> new int[] {row})
                : positions().filter(_ -> true);
        ElementStream<E> next = new ElementStream<>(elements, distinct, false, memory, state);
        return next.told(call.method());
    }

    private long countOf() {
        long count = positions().count();
        Profile profile = state.profile();
        if (profile != null && seen.sum() < count) {
            profile.countedUnseen(count);
        }
        return count;
    }

    /** Runs a {@link ColumnCollector} on columns. Collects entities into any other. */
    private <R> R collect(Operation.Collect<E, ?, R> collect) {
        Collector<? super E, ?, R> collector = collect.collector();
        if (collector instanceof EncodingCollector<?, ?>) {
            return encode(collect);
        }
        if (!(collector instanceof ColumnCollector<?, ?, ?>)) {
            return collect.on(jdk());
        }
        return switch (elements.plan(collector)) {
            case CollectorPlan.Columns columns -> {
                tellRows(collect.method());
                R result = elements.collect(columns, positions(), memory);
                elements.keepAlive();
                yield result;
            }
            case CollectorPlan.Unsupported(String reason) -> {
                tell(collect.method(), reason, null);
                yield collect.on(jdk());
            }
        };
    }

    @SuppressWarnings("unchecked") // it is such a collector
    private <R> R encode(Operation.Collect<E, ?, R> collect) {
        requireUnlinked();
        Function<Stream<int[]>, R> encoder =
                elements.encoder((EncodingCollector<?, R>) (Object) collect.collector(), state);
        if (encoder == null) {
            return collect.on(jdk());
        }
        tellStep(collect.method(), "encoded from columns");
        R result = encoder.apply(positions());
        elements.keepAlive();
        return result;
    }

    private @Nullable Function<int[], E> narrow(StreamMethod method, Object function) {
        Function<int[], E> narrow = elements.narrow(method.toString(), function, state);
        if (narrow != null) {
            tell(method, opaqueReason(function), function);
        }
        return narrow;
    }

    @Override
    Stream<E> opaque(Operation<Stream<E>, ?> operation) {
        Object function = requireNonNull(operation.function());
        tell(operation.method(), opaqueReason(function), function);
        return jdk();
    }

    private String opaqueReason(Object function) {
        String reason =
                function instanceof Expression<?> ? "an expression that cannot be read" : "an opaque function";
        String refusal = elements.refusal(function, state);
        return refusal == null ? reason : reason + ", which " + refusal;
    }

    private void tell(StreamMethod method, String reason, @Nullable Object function) {
        requireUnlinked();
        state.fallbacks().fallback(elements.table(), method.toString(), reason, function);
    }

    @Override
    Stream<E> jdk() {
        return positions().map(this::made);
    }

    private E made(int[] position) {
        Profile profile = state.profile();
        if (profile != null) {
            for (int row : position) {
                if (row >= 0) {
                    profile.entityMade();
                }
            }
        }
        return elements.make(position);
    }

    private Stream<E> next(StreamMethod method, Stream<int[]> nextPositions) {
        return new ElementStream<>(elements, nextPositions, isRepeating, memory, state).told(method);
    }

    private ElementStream<E> told(StreamMethod method) {
        tellRows(method);
        return this;
    }

    private void tellRows(StreamMethod method) {
        tellStep(method, elements.noun() + " by " + elements.noun() + " on columns");
    }

    private void tellStep(StreamMethod method, String how) {
        Profile profile = state.profile();
        if (profile != null) {
            profile.rowStep(method + " → " + how, seen::sum);
        }
    }

    /*
     * A function that reads columns keeps the tables itself: behind a sort it is run when the spliterator, which keeps them else, is
     * done.
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
