package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.join.JoinPlan;
import org.speedwell.accelerator.join.JoinQuery;
import org.speedwell.accelerator.join.TupleSpliterator;
import org.speedwell.accelerator.plan.Profile;

/**
 * A stream of what a join makes of entities. Filters of one table's entity are gathered into the {@link JoinQuery}, and so
 * pass before anything is joined; what else columns understand is done by a {@link TupleStream}. For one thread, as every
 * stream.
 */
public final class JoinStream<T> extends TableStream<T> {
    private final JoinFunctions<T> functions;

    private JoinStream(JoinFunctions<T> functions, StreamState state) {
        super(state);
        this.functions = functions;
    }

    /**
     * The tuples of a join, in the order that {@link JoinPlan} has.
     *
     * @param fallbacks told where the pipeline leaves columns
     * @param profile told what is done; null where nobody wants to know
     */
    public static <T> Stream<T> of(
            JoinQuery query, TupleMaker<T> maker, FallbackListener fallbacks, @Nullable Profile profile) {
        return new JoinStream<>(new JoinFunctions<>(query, maker), new StreamState(false, fallbacks, profile));
    }

    @Override
    public Stream<T> filter(Predicate<? super T> predicate) {
        JoinQuery filtered = functions.filtered(requireNonNull(predicate));
        if (filtered == null) {
            return tuples().filter(requireNonNull(predicate));
        }
        link();
        return new JoinStream<>(new JoinFunctions<>(filtered, functions.maker()), state);
    }

    @Override
    public Stream<T> takeWhile(Predicate<? super T> predicate) {
        return tuples().takeWhile(requireNonNull(predicate));
    }

    @Override
    public Stream<T> dropWhile(Predicate<? super T> predicate) {
        return tuples().dropWhile(requireNonNull(predicate));
    }

    @Override
    public Stream<T> sorted(Comparator<? super T> comparator) {
        return tuples().sorted(requireNonNull(comparator));
    }

    @Override
    public Stream<T> skip(long n) {
        return Stage.requireSize(n) == 0 ? this : tuples().skip(n);
    }

    @Override
    public Stream<T> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return tuples().limit(maxSize);
    }

    @Override
    public <R> Stream<R> map(Function<? super T, ? extends R> mapper) {
        return tuples().map(requireNonNull(mapper));
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super T> mapper) {
        return tuples().mapToInt(requireNonNull(mapper));
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super T> mapper) {
        return tuples().mapToLong(requireNonNull(mapper));
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super T> mapper) {
        return tuples().mapToDouble(requireNonNull(mapper));
    }

    @Override
    public Optional<T> min(Comparator<? super T> comparator) {
        return tuples().min(requireNonNull(comparator));
    }

    @Override
    public Optional<T> max(Comparator<? super T> comparator) {
        return tuples().max(requireNonNull(comparator));
    }

    @Override
    public boolean anyMatch(Predicate<? super T> predicate) {
        return tuples().anyMatch(requireNonNull(predicate));
    }

    @Override
    public boolean allMatch(Predicate<? super T> predicate) {
        return tuples().allMatch(requireNonNull(predicate));
    }

    @Override
    public boolean noneMatch(Predicate<? super T> predicate) {
        return tuples().noneMatch(requireNonNull(predicate));
    }

    @Override
    public long count() {
        if (!functions.isPlain()) {
            return super.count();
        }
        link();
        return JoinPlan.of(functions.query())
                .run(state.isParallel(), state.profile())
                .count();
    }

    @Override
    public Stream<T> unordered() {
        return tuples().unordered();
    }

    @Override
    Stream<T> opaque(String operation, Object function) {
        requireUnlinked();
        state.fallbacks().fallback(functions.table(0), operation, RowStream.reason(function), function);
        return jdk();
    }

    @Override
    Stream<T> jdk() {
        return tuples().jdk();
    }

    /** The tuples one by one. What must be read before the first is read when the terminal operation starts. */
    private TupleStream<T> tuples() {
        link();
        JoinQuery query = functions.query();
        Stream<int[]> tuples = StreamSupport.stream(
                () -> JoinPlan.of(query)
                        .run(state.isParallel(), state.profile())
                        .tuples(),
                TupleSpliterator.CHARACTERISTICS,
                false);
        return new TupleStream<>(functions, state.goOn(tuples), state);
    }
}
