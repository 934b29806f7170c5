package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.Gatherer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.encode.EncodingCollector;

/**
 * A stream of objects, whose operations are done by a {@link Stage}; subclasses override those that they can do better. An
 * argument that is refused leaves the stream as it was.
 */
abstract class ForwardingStream<E> implements Stream<E> {

    /** What does the operations. */
    abstract Stage<Stream<E>> stage();

    @Override
    public Stream<E> filter(Predicate<? super E> predicate) {
        return stage().next("filter", requireNonNull(predicate), s -> s.filter(predicate));
    }

    @Override
    public <R> Stream<R> map(Function<? super E, ? extends R> mapper) {
        return stage().next("map", requireNonNull(mapper), s -> s.map(mapper));
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> mapper) {
        return stage().next("mapToInt", requireNonNull(mapper), s -> s.mapToInt(mapper));
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> mapper) {
        return stage().next("mapToLong", requireNonNull(mapper), s -> s.mapToLong(mapper));
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> mapper) {
        return stage().next("mapToDouble", requireNonNull(mapper), s -> s.mapToDouble(mapper));
    }

    @Override
    public <R> Stream<R> flatMap(Function<? super E, ? extends Stream<? extends R>> mapper) {
        return stage().next("flatMap", requireNonNull(mapper), s -> s.flatMap(mapper));
    }

    @Override
    public IntStream flatMapToInt(Function<? super E, ? extends IntStream> mapper) {
        return stage().next("flatMapToInt", requireNonNull(mapper), s -> s.flatMapToInt(mapper));
    }

    @Override
    public LongStream flatMapToLong(Function<? super E, ? extends LongStream> mapper) {
        return stage().next("flatMapToLong", requireNonNull(mapper), s -> s.flatMapToLong(mapper));
    }

    @Override
    public DoubleStream flatMapToDouble(Function<? super E, ? extends DoubleStream> mapper) {
        return stage().next("flatMapToDouble", requireNonNull(mapper), s -> s.flatMapToDouble(mapper));
    }

    @Override
    public <R> Stream<R> mapMulti(BiConsumer<? super E, ? super Consumer<R>> mapper) {
        return stage().next("mapMulti", requireNonNull(mapper), s -> s.mapMulti(mapper));
    }

    @Override
    public IntStream mapMultiToInt(BiConsumer<? super E, ? super IntConsumer> mapper) {
        return stage().next("mapMultiToInt", requireNonNull(mapper), s -> s.mapMultiToInt(mapper));
    }

    @Override
    public LongStream mapMultiToLong(BiConsumer<? super E, ? super LongConsumer> mapper) {
        return stage().next("mapMultiToLong", requireNonNull(mapper), s -> s.mapMultiToLong(mapper));
    }

    @Override
    public DoubleStream mapMultiToDouble(BiConsumer<? super E, ? super DoubleConsumer> mapper) {
        return stage().next("mapMultiToDouble", requireNonNull(mapper), s -> s.mapMultiToDouble(mapper));
    }

    @Override
    public Stream<E> distinct() {
        return stage().next("distinct", s -> s.distinct());
    }

    @Override
    public Stream<E> sorted() {
        return stage().next("sorted", s -> s.sorted());
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> comparator) {
        return stage().next("sorted", requireNonNull(comparator), s -> s.sorted(comparator));
    }

    @Override
    public Stream<E> peek(Consumer<? super E> action) {
        return stage().next("peek", requireNonNull(action), s -> s.peek(action));
    }

    @Override
    public Stream<E> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return stage().window("limit", maxSize, s -> s.limit(maxSize));
    }

    @Override
    public Stream<E> skip(long n) {
        return Stage.requireSize(n) == 0 ? this : stage().window("skip", n, s -> s.skip(n));
    }

    @Override
    public Stream<E> takeWhile(Predicate<? super E> predicate) {
        return stage().next("takeWhile", requireNonNull(predicate), s -> s.takeWhile(predicate));
    }

    @Override
    public Stream<E> dropWhile(Predicate<? super E> predicate) {
        return stage().next("dropWhile", requireNonNull(predicate), s -> s.dropWhile(predicate));
    }

    @Override
    public <R> Stream<R> gather(Gatherer<? super E, ?, R> gatherer) {
        return stage().next("gather", requireNonNull(gatherer), s -> s.gather(gatherer));
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        requireNonNull(action);
        stage().run("forEach", s -> s.forEach(action));
    }

    @Override
    public void forEachOrdered(Consumer<? super E> action) {
        requireNonNull(action);
        stage().run("forEachOrdered", s -> s.forEachOrdered(action));
    }

    @Override
    public Object[] toArray() {
        return stage().end("toArray", s -> s.toArray());
    }

    @Override
    public <A> A[] toArray(IntFunction<A[]> generator) {
        requireNonNull(generator);
        return stage().end("toArray", s -> s.toArray(generator));
    }

    @Override
    public E reduce(E identity, BinaryOperator<E> accumulator) {
        requireNonNull(accumulator);
        return stage().end("reduce", s -> s.reduce(identity, accumulator));
    }

    @Override
    public Optional<E> reduce(BinaryOperator<E> accumulator) {
        requireNonNull(accumulator);
        return stage().end("reduce", s -> s.reduce(accumulator));
    }

    @Override
    public <U> U reduce(U identity, BiFunction<U, ? super E, U> accumulator, BinaryOperator<U> combiner) {
        requireNonNull(accumulator);
        requireNonNull(combiner);
        return stage().end("reduce", s -> s.reduce(identity, accumulator, combiner));
    }

    @Override
    public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super E> accumulator, BiConsumer<R, R> combiner) {
        requireNonNull(supplier);
        requireNonNull(accumulator);
        requireNonNull(combiner);
        return stage().end("collect", s -> s.collect(supplier, accumulator, combiner));
    }

    @Override
    public <R, A> R collect(Collector<? super E, A, R> collector) {
        requireNonNull(collector);
        // who records pipelines, to run them once more, is told of one that writes
        Object told = collector instanceof EncodingCollector<?, ?> ? collector : null;
        return stage().end("collect", told, s -> s.collect(collector));
    }

    @Override
    public List<E> toList() {
        return stage().end("toList", s -> s.toList());
    }

    @Override
    public Optional<E> min(Comparator<? super E> comparator) {
        return stage().end("min", requireNonNull(comparator), s -> s.min(comparator));
    }

    @Override
    public Optional<E> max(Comparator<? super E> comparator) {
        return stage().end("max", requireNonNull(comparator), s -> s.max(comparator));
    }

    @Override
    public long count() {
        return stage().end("count", s -> s.count());
    }

    @Override
    public boolean anyMatch(Predicate<? super E> predicate) {
        return stage().end("anyMatch", requireNonNull(predicate), s -> s.anyMatch(predicate));
    }

    @Override
    public boolean allMatch(Predicate<? super E> predicate) {
        return stage().end("allMatch", requireNonNull(predicate), s -> s.allMatch(predicate));
    }

    @Override
    public boolean noneMatch(Predicate<? super E> predicate) {
        return stage().end("noneMatch", requireNonNull(predicate), s -> s.noneMatch(predicate));
    }

    @Override
    public Optional<E> findFirst() {
        return stage().end("findFirst", s -> s.findFirst());
    }

    @Override
    public Optional<E> findAny() {
        return stage().end("findAny", s -> s.findAny());
    }

    @Override
    public Iterator<E> iterator() {
        return stage().open("iterator", s -> s.iterator());
    }

    @Override
    public Spliterator<E> spliterator() {
        return stage().open("spliterator", s -> s.spliterator());
    }

    @Override
    public Stream<E> unordered() {
        return stage().next("unordered", s -> s.unordered());
    }

    @Override
    public Stream<E> sequential() {
        stage().setParallel(false);
        return this;
    }

    @Override
    public Stream<E> parallel() {
        stage().setParallel(true);
        return this;
    }

    @Override
    public boolean isParallel() {
        return stage().isParallel();
    }

    @Override
    public Stream<E> onClose(Runnable closeHandler) {
        stage().addCloseHandler(closeHandler);
        return this;
    }

    @Override
    public void close() {
        stage().close();
    }
}
