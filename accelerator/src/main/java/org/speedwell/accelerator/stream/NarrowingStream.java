package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of rows, whose entities go to functions that columns do not understand. Such as only read some columns get entities
 * that have no more than these, and rows go on; all others get whole ones.
 */
abstract class NarrowingStream<E> extends TableStream<E> {
    NarrowingStream(StreamState state) {
        super(state);
    }

    /** The rows, for the operation that links or consumes this stream. */
    abstract IntStream rows();

    /** Other rows, for the next operation. */
    abstract Stream<E> next(String operation, IntStream nextRows);

    /**
     * Makes the entities for a function that the operation is given, of the columns that it reads alone; null where it may do
     * more with one.
     */
    abstract @Nullable IntFunction<E> narrow(String operation, Object function);

    /** As {@link #narrow}, for an operation that is no fallback. */
    abstract @Nullable IntFunction<E> narrowSilently(String operation, Object function);

    /** As {@link #narrow}, of a function that nobody has looked at yet. */
    private @Nullable IntFunction<E> given(String operation, Object function) {
        PlainFunctions.lookAt(operation, function, state);
        return narrow(operation, function);
    }

    @Override
    final <T extends BaseStream<?, T>> T last(String operation, Object function, Function<Stream<E>, T> call) {
        IntFunction<E> entity = given(operation, function);
        return entity == null ? super.last(operation, function, call) : call.apply(rows().mapToObj(entity));
    }

    @Override
    public <R> Stream<R> flatMap(Function<? super E, ? extends Stream<? extends R>> mapper) {
        return last("flatMap", requireNonNull(mapper), s -> s.flatMap(mapper));
    }

    @Override
    public IntStream flatMapToInt(Function<? super E, ? extends IntStream> mapper) {
        return last("flatMapToInt", requireNonNull(mapper), s -> s.flatMapToInt(mapper));
    }

    @Override
    public LongStream flatMapToLong(Function<? super E, ? extends LongStream> mapper) {
        return last("flatMapToLong", requireNonNull(mapper), s -> s.flatMapToLong(mapper));
    }

    @Override
    public DoubleStream flatMapToDouble(Function<? super E, ? extends DoubleStream> mapper) {
        return last("flatMapToDouble", requireNonNull(mapper), s -> s.flatMapToDouble(mapper));
    }

    @Override
    public Stream<E> peek(Consumer<? super E> action) {
        IntFunction<E> entity = given("peek", requireNonNull(action));
        return entity == null ? super.peek(action) : next("peek", rows().peek(row -> action.accept(entity.apply(row))));
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        PlainFunctions.lookAt("forEach", requireNonNull(action), state);
        IntFunction<E> entity = narrowSilently("forEach", action);
        if (entity == null) {
            super.forEach(action);
        } else {
            rows().forEach(row -> action.accept(entity.apply(row)));
        }
    }

    @Override
    public void forEachOrdered(Consumer<? super E> action) {
        PlainFunctions.lookAt("forEachOrdered", requireNonNull(action), state);
        IntFunction<E> entity = narrowSilently("forEachOrdered", action);
        if (entity == null) {
            super.forEachOrdered(action);
        } else {
            rows().forEachOrdered(row -> action.accept(entity.apply(row)));
        }
    }

    /** A row, and what a comparator sees of it. */
    private record Compared<E>(int row, E entity) {}

    private static <E> Stream<Compared<E>> compared(IntStream rows, IntFunction<E> entity) {
        return rows.mapToObj(row -> new Compared<>(row, entity.apply(row)));
    }

    private static <E> Comparator<Compared<E>> by(Comparator<? super E> comparator) {
        return (a, b) -> comparator.compare(a.entity, b.entity);
    }

    /** By an opaque comparator. */
    final Stream<E> sortedByEntities(Comparator<? super E> comparator) {
        IntFunction<E> entity = narrow("sorted", comparator);
        return entity == null
                ? super.sorted(comparator)
                : next("sorted", compared(rows(), entity).sorted(by(comparator)).mapToInt(Compared::row));
    }

    /** By an opaque comparator. */
    final Optional<E> minByEntities(Comparator<? super E> comparator) {
        IntFunction<E> entity = narrow("min", comparator);
        return entity == null
                ? super.min(comparator)
                : compared(rows(), entity).min(by(comparator)).map(least -> made(least.row));
    }

    /** By an opaque comparator. */
    final Optional<E> maxByEntities(Comparator<? super E> comparator) {
        IntFunction<E> entity = narrow("max", comparator);
        return entity == null
                ? super.max(comparator)
                : compared(rows(), entity).max(by(comparator)).map(greatest -> made(greatest.row));
    }

    /** The whole entity of a row. */
    abstract E made(int row);
}
