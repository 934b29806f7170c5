package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.BlockCollector;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.Profile;

/**
 * The tuples of a join that come one by one, each as a row of each table: what {@link RowStream} is to one table. Tests, orders
 * and maps read columns; entities, and what the user makes of them, are made where they are handed out.
 */
final class TupleStream<T> extends TableStream<T> {
    private final JoinFunctions<T> functions;
    private final WorkingMemory memory;
    private final Stream<int[]> tuples;

    /** How many tuples came so far; counted for a profile only. */
    private final LongAdder seen = new LongAdder();

    /**
     * Goes on with the pipeline whose state is given.
     *
     * @param memory counts what the query collects
     */
    TupleStream(JoinFunctions<T> functions, WorkingMemory memory, Stream<int[]> tuples, StreamState state) {
        super(state);
        this.memory = memory;
        this.functions = functions;
        this.tuples = state.profile() == null ? tuples : tuples.peek(_ -> seen.increment());
    }

    @Override
    public Stream<T> filter(Predicate<? super T> predicate) {
        Predicate<int[]> test = functions.test(functions.read("filter", requireNonNull(predicate), state));
        return test == null ? super.filter(predicate) : next("filter", tuples().filter(alive(test)));
    }

    @Override
    public Stream<T> takeWhile(Predicate<? super T> predicate) {
        Predicate<int[]> test = functions.test(functions.read("takeWhile", requireNonNull(predicate), state));
        return test == null ? super.takeWhile(predicate) : next("takeWhile", tuples().takeWhile(alive(test)));
    }

    @Override
    public Stream<T> dropWhile(Predicate<? super T> predicate) {
        Predicate<int[]> test = functions.test(functions.read("dropWhile", requireNonNull(predicate), state));
        return test == null ? super.dropWhile(predicate) : next("dropWhile", tuples().dropWhile(alive(test)));
    }

    @Override
    public Stream<T> sorted(Comparator<? super T> comparator) {
        Comparator<int[]> order = order(functions.readOrder("sorted", requireNonNull(comparator), state));
        return order == null ? super.sorted(comparator) : next("sorted", tuples().sorted(order));
    }

    @Override
    public Stream<T> skip(long n) {
        return Stage.requireSize(n) == 0 ? this : next("skip", tuples().skip(n));
    }

    @Override
    public Stream<T> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return next("limit", tuples().limit(maxSize));
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the entities are those of the getter's table, and the values those of its expression
    public <R> Stream<R> map(Function<? super T, ? extends R> mapper) {
        int place = functions.place(requireNonNull(mapper));
        if (place >= 0) {
            return (Stream<R>)
                    new RowStream<>(functions.table(place), tuples().mapToInt(tuple -> tuple[place]), true, state);
        }
        Function<int[], @Nullable Object> value = functions.value(functions.read("map", mapper, state));
        return value == null ? super.map(mapper) : tuples().map(tuple -> (R) alive(value.apply(tuple)));
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super T> mapper) {
        JoinFunctions.TupleNumber value = functions.number(functions.read("mapToInt", requireNonNull(mapper), state));
        return value == null ? super.mapToInt(mapper) : tuples().mapToInt(tuple -> alive((int) value.whole(tuple)));
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super T> mapper) {
        JoinFunctions.TupleNumber value = functions.number(functions.read("mapToLong", requireNonNull(mapper), state));
        return value == null ? super.mapToLong(mapper) : tuples().mapToLong(tuple -> alive(value.whole(tuple)));
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super T> mapper) {
        JoinFunctions.TupleNumber value =
                functions.number(functions.read("mapToDouble", requireNonNull(mapper), state));
        return value == null ? super.mapToDouble(mapper) : tuples().mapToDouble(tuple -> alive(value.real(tuple)));
    }

    @Override
    public Optional<T> min(Comparator<? super T> comparator) {
        Comparator<int[]> order = order(functions.readOrder("min", requireNonNull(comparator), state));
        return order == null ? super.min(comparator) : tuples().min(order).map(this::made);
    }

    @Override
    public Optional<T> max(Comparator<? super T> comparator) {
        Comparator<int[]> order = order(functions.readOrder("max", requireNonNull(comparator), state));
        return order == null ? super.max(comparator) : tuples().max(order).map(this::made);
    }

    @Override
    public boolean anyMatch(Predicate<? super T> predicate) {
        Predicate<int[]> test = functions.test(functions.read("anyMatch", requireNonNull(predicate), state));
        return test == null ? super.anyMatch(predicate) : tuples().anyMatch(alive(test));
    }

    @Override
    public boolean allMatch(Predicate<? super T> predicate) {
        Predicate<int[]> test = functions.test(functions.read("allMatch", requireNonNull(predicate), state));
        return test == null ? super.allMatch(predicate) : tuples().allMatch(alive(test));
    }

    @Override
    public boolean noneMatch(Predicate<? super T> predicate) {
        Predicate<int[]> test = functions.test(functions.read("noneMatch", requireNonNull(predicate), state));
        return test == null ? super.noneMatch(predicate) : tuples().noneMatch(alive(test));
    }

    @Override
    public long count() {
        return tuples().count();
    }

    /** As {@link JoinStream#collect}, of the tuples in their order. */
    @Override
    public <R, A> R collect(Collector<? super T, A, R> collector) {
        if (collector instanceof EncodingCollector<?, ?> encoding) {
            return encode(collector, (EncodingCollector<?, R>) encoding);
        }
        if (!(requireNonNull(collector) instanceof ColumnCollector<?, ?, ?>)) {
            return super.collect(collector);
        }
        return switch (functions.plan(collector)) {
            case CollectorPlan.Columns columns -> {
                int tables = functions.query().tables().size();
                R result = BlockCollector.ofTuples(
                                tuples(),
                                tables,
                                () -> columns.aggregators().get().countedIn(memory))
                        .result();
                functions.query().keepAlive();
                yield result;
            }
            case CollectorPlan.Unsupported(String reason) -> {
                requireUnlinked();
                state.fallbacks().fallback(functions.table(0), "collect", reason, null);
                yield super.collect(collector);
            }
        };
    }

    private <R> R encode(Collector<? super T, ?, R> collector, EncodingCollector<?, R> encoding) {
        EncodedRows.EncodedTuples<R> encoded = EncodedRows.ofTuples(functions, encoding);
        return encoded == null ? super.collect(collector) : alive(encoded.write(tuples()));
    }

    @Override
    public Stream<T> unordered() {
        return new TupleStream<>(functions, memory, tuples().unordered(), state);
    }

    private @Nullable Comparator<int[]> order(Comparator<?> comparator) {
        Comparator<int[]> order = functions.order(comparator);
        return order == null ? null : (a, b) -> alive(order.compare(a, b));
    }

    /*
     * What reads columns for a tuple holds the tables itself: behind a sort it is run when the spliterator, which holds them
     * else, is done.
     */

    private Predicate<int[]> alive(Predicate<int[]> test) {
        return tuple -> alive(test.test(tuple));
    }

    private <R extends @Nullable Object> R alive(R result) {
        functions.query().keepAlive();
        return result;
    }

    private int alive(int result) {
        functions.query().keepAlive();
        return result;
    }

    private long alive(long result) {
        functions.query().keepAlive();
        return result;
    }

    private double alive(double result) {
        functions.query().keepAlive();
        return result;
    }

    private boolean alive(boolean result) {
        functions.query().keepAlive();
        return result;
    }

    private T made(int[] tuple) {
        Profile profile = state.profile();
        if (profile != null) {
            for (int row : tuple) {
                if (row >= 0) {
                    profile.entityMade();
                }
            }
        }
        return functions.make(tuple);
    }

    private Stream<T> next(String operation, Stream<int[]> nextTuples) {
        TupleStream<T> next = new TupleStream<>(functions, memory, nextTuples, state);
        Profile profile = state.profile();
        if (profile != null) {
            profile.rowStep(operation + " → tuple by tuple on columns", next.seen::sum);
        }
        return next;
    }

    @Override
    Stream<T> opaque(String operation, Object function) {
        requireUnlinked();
        String refusal = PlainFunctions.refusal(functions.code(), function, state);
        String reason = RowStream.reason(function);
        state.fallbacks()
                .fallback(
                        functions.table(0),
                        operation,
                        refusal == null ? reason : reason + ", which " + refusal,
                        function);
        return jdk();
    }

    @Override
    Stream<T> jdk() {
        return tuples().map(this::made);
    }

    @Override
    public void addCloseHandler(Runnable handler) {
        requireUnlinked();
        var _ = tuples.onClose(handler);
    }

    private Stream<int[]> tuples() {
        link();
        return tuples;
    }
}
