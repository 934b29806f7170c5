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

/**
 * A stream of entities. Every operation is left to a stream of the JDK, made when the first is called; subclasses
 * override those that they can do better.
 */
abstract class ForwardingStream<E> implements Stream<E> {

    /** The stream that does the work: called at most once, by the operation that links or consumes this stream. */
    abstract Stream<E> jdk();

    /** As {@link #jdk}, for an operation with a function of the user's that is run on the elements themselves. */
    Stream<E> opaque(String operation, Object function) {
        requireNonNull(function);
        return jdk();
    }

    @Override
    public Stream<E> filter(Predicate<? super E> predicate) {
        return opaque("filter", predicate).filter(predicate);
    }

    @Override
    public <R> Stream<R> map(Function<? super E, ? extends R> mapper) {
        return opaque("map", mapper).map(mapper);
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> mapper) {
        return opaque("mapToInt", mapper).mapToInt(mapper);
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> mapper) {
        return opaque("mapToLong", mapper).mapToLong(mapper);
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> mapper) {
        return opaque("mapToDouble", mapper).mapToDouble(mapper);
    }

    @Override
    public <R> Stream<R> flatMap(Function<? super E, ? extends Stream<? extends R>> mapper) {
        return opaque("flatMap", mapper).flatMap(mapper);
    }

    @Override
    public IntStream flatMapToInt(Function<? super E, ? extends IntStream> mapper) {
        return opaque("flatMapToInt", mapper).flatMapToInt(mapper);
    }

    @Override
    public LongStream flatMapToLong(Function<? super E, ? extends LongStream> mapper) {
        return opaque("flatMapToLong", mapper).flatMapToLong(mapper);
    }

    @Override
    public DoubleStream flatMapToDouble(Function<? super E, ? extends DoubleStream> mapper) {
        return opaque("flatMapToDouble", mapper).flatMapToDouble(mapper);
    }

    @Override
    public <R> Stream<R> mapMulti(BiConsumer<? super E, ? super Consumer<R>> mapper) {
        return opaque("mapMulti", mapper).mapMulti(mapper);
    }

    @Override
    public IntStream mapMultiToInt(BiConsumer<? super E, ? super IntConsumer> mapper) {
        return opaque("mapMultiToInt", mapper).mapMultiToInt(mapper);
    }

    @Override
    public LongStream mapMultiToLong(BiConsumer<? super E, ? super LongConsumer> mapper) {
        return opaque("mapMultiToLong", mapper).mapMultiToLong(mapper);
    }

    @Override
    public DoubleStream mapMultiToDouble(BiConsumer<? super E, ? super DoubleConsumer> mapper) {
        return opaque("mapMultiToDouble", mapper).mapMultiToDouble(mapper);
    }

    @Override
    public Stream<E> distinct() {
        return jdk().distinct();
    }

    @Override
    public Stream<E> sorted() {
        return jdk().sorted();
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> comparator) {
        return opaque("sorted", comparator).sorted(comparator);
    }

    @Override
    public Stream<E> peek(Consumer<? super E> action) {
        return opaque("peek", action).peek(action);
    }

    @Override
    public Stream<E> limit(long maxSize) {
        return jdk().limit(maxSize);
    }

    @Override
    public Stream<E> skip(long n) {
        return jdk().skip(n);
    }

    @Override
    public Stream<E> takeWhile(Predicate<? super E> predicate) {
        return opaque("takeWhile", predicate).takeWhile(predicate);
    }

    @Override
    public Stream<E> dropWhile(Predicate<? super E> predicate) {
        return opaque("dropWhile", predicate).dropWhile(predicate);
    }

    @Override
    public <R> Stream<R> gather(Gatherer<? super E, ?, R> gatherer) {
        return opaque("gather", gatherer).gather(gatherer);
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        jdk().forEach(action);
    }

    @Override
    public void forEachOrdered(Consumer<? super E> action) {
        jdk().forEachOrdered(action);
    }

    @Override
    public Object[] toArray() {
        return jdk().toArray();
    }

    @Override
    public <A> A[] toArray(IntFunction<A[]> generator) {
        return jdk().toArray(generator);
    }

    @Override
    public E reduce(E identity, BinaryOperator<E> accumulator) {
        return jdk().reduce(identity, accumulator);
    }

    @Override
    public Optional<E> reduce(BinaryOperator<E> accumulator) {
        return jdk().reduce(accumulator);
    }

    @Override
    public <U> U reduce(U identity, BiFunction<U, ? super E, U> accumulator, BinaryOperator<U> combiner) {
        return jdk().reduce(identity, accumulator, combiner);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super E> accumulator, BiConsumer<R, R> combiner) {
        return jdk().collect(supplier, accumulator, combiner);
    }

    @Override
    public <R, A> R collect(Collector<? super E, A, R> collector) {
        return jdk().collect(collector);
    }

    @Override
    public List<E> toList() {
        return jdk().toList();
    }

    @Override
    public Optional<E> min(Comparator<? super E> comparator) {
        return opaque("min", comparator).min(comparator);
    }

    @Override
    public Optional<E> max(Comparator<? super E> comparator) {
        return opaque("max", comparator).max(comparator);
    }

    @Override
    public long count() {
        return jdk().count();
    }

    @Override
    public boolean anyMatch(Predicate<? super E> predicate) {
        return opaque("anyMatch", predicate).anyMatch(predicate);
    }

    @Override
    public boolean allMatch(Predicate<? super E> predicate) {
        return opaque("allMatch", predicate).allMatch(predicate);
    }

    @Override
    public boolean noneMatch(Predicate<? super E> predicate) {
        return opaque("noneMatch", predicate).noneMatch(predicate);
    }

    @Override
    public Optional<E> findFirst() {
        return jdk().findFirst();
    }

    @Override
    public Optional<E> findAny() {
        return jdk().findAny();
    }

    @Override
    public Iterator<E> iterator() {
        return jdk().iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return jdk().spliterator();
    }
}
