package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.IntSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A stream of ints, whose operations are done by a {@link Stage}; subclasses override those that they can do better. An
 * argument that is refused leaves the stream as it was.
 */
abstract class ForwardingIntStream implements IntStream {

    /** What does the operations. */
    abstract Stage<IntStream> stage();

    @Override
    public IntStream filter(IntPredicate predicate) {
        return stage().next("filter", requireNonNull(predicate), s -> s.filter(predicate));
    }

    @Override
    public IntStream map(IntUnaryOperator mapper) {
        return stage().next("map", requireNonNull(mapper), s -> s.map(mapper));
    }

    @Override
    public <U> Stream<U> mapToObj(IntFunction<? extends U> mapper) {
        return stage().next("mapToObj", requireNonNull(mapper), s -> s.mapToObj(mapper));
    }

    @Override
    public LongStream mapToLong(IntToLongFunction mapper) {
        return stage().next("mapToLong", requireNonNull(mapper), s -> s.mapToLong(mapper));
    }

    @Override
    public DoubleStream mapToDouble(IntToDoubleFunction mapper) {
        return stage().next("mapToDouble", requireNonNull(mapper), s -> s.mapToDouble(mapper));
    }

    @Override
    public IntStream flatMap(IntFunction<? extends IntStream> mapper) {
        return stage().next("flatMap", requireNonNull(mapper), s -> s.flatMap(mapper));
    }

    @Override
    public IntStream mapMulti(IntMapMultiConsumer mapper) {
        return stage().next("mapMulti", requireNonNull(mapper), s -> s.mapMulti(mapper));
    }

    @Override
    public IntStream distinct() {
        return stage().next("distinct", s -> s.distinct());
    }

    @Override
    public IntStream sorted() {
        return stage().next("sorted", s -> s.sorted());
    }

    @Override
    public IntStream peek(IntConsumer action) {
        return stage().next("peek", requireNonNull(action), s -> s.peek(action));
    }

    @Override
    public IntStream limit(long maxSize) {
        Stage.requireSize(maxSize);
        return stage().next("limit", s -> s.limit(maxSize));
    }

    @Override
    public IntStream skip(long n) {
        return Stage.requireSize(n) == 0 ? this : stage().next("skip", s -> s.skip(n));
    }

    @Override
    public IntStream takeWhile(IntPredicate predicate) {
        return stage().next("takeWhile", requireNonNull(predicate), s -> s.takeWhile(predicate));
    }

    @Override
    public IntStream dropWhile(IntPredicate predicate) {
        return stage().next("dropWhile", requireNonNull(predicate), s -> s.dropWhile(predicate));
    }

    @Override
    public void forEach(IntConsumer action) {
        requireNonNull(action);
        stage().run("forEach", s -> s.forEach(action));
    }

    @Override
    public void forEachOrdered(IntConsumer action) {
        requireNonNull(action);
        stage().run("forEachOrdered", s -> s.forEachOrdered(action));
    }

    @Override
    public int[] toArray() {
        return stage().end("toArray", s -> s.toArray());
    }

    @Override
    public int reduce(int identity, IntBinaryOperator op) {
        requireNonNull(op);
        return stage().end("reduce", s -> s.reduce(identity, op));
    }

    @Override
    public OptionalInt reduce(IntBinaryOperator op) {
        requireNonNull(op);
        return stage().end("reduce", s -> s.reduce(op));
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        requireNonNull(supplier);
        requireNonNull(accumulator);
        requireNonNull(combiner);
        return stage().end("collect", s -> s.collect(supplier, accumulator, combiner));
    }

    @Override
    public int sum() {
        return stage().end("sum", s -> s.sum());
    }

    @Override
    public OptionalInt min() {
        return stage().end("min", s -> s.min());
    }

    @Override
    public OptionalInt max() {
        return stage().end("max", s -> s.max());
    }

    @Override
    public long count() {
        return stage().end("count", s -> s.count());
    }

    @Override
    public OptionalDouble average() {
        return stage().end("average", s -> s.average());
    }

    @Override
    public IntSummaryStatistics summaryStatistics() {
        return stage().end("summaryStatistics", s -> s.summaryStatistics());
    }

    @Override
    public boolean anyMatch(IntPredicate predicate) {
        return stage().end("anyMatch", requireNonNull(predicate), s -> s.anyMatch(predicate));
    }

    @Override
    public boolean allMatch(IntPredicate predicate) {
        return stage().end("allMatch", requireNonNull(predicate), s -> s.allMatch(predicate));
    }

    @Override
    public boolean noneMatch(IntPredicate predicate) {
        return stage().end("noneMatch", requireNonNull(predicate), s -> s.noneMatch(predicate));
    }

    @Override
    public OptionalInt findFirst() {
        return stage().end("findFirst", s -> s.findFirst());
    }

    @Override
    public OptionalInt findAny() {
        return stage().end("findAny", s -> s.findAny());
    }

    @Override
    public LongStream asLongStream() {
        return stage().next("asLongStream", s -> s.asLongStream());
    }

    @Override
    public DoubleStream asDoubleStream() {
        return stage().next("asDoubleStream", s -> s.asDoubleStream());
    }

    @Override
    public Stream<Integer> boxed() {
        return stage().next("boxed", s -> s.boxed());
    }

    @Override
    public PrimitiveIterator.OfInt iterator() {
        return stage().open("iterator", s -> s.iterator());
    }

    @Override
    public Spliterator.OfInt spliterator() {
        return stage().open("spliterator", s -> s.spliterator());
    }

    @Override
    public IntStream unordered() {
        return stage().next("unordered", s -> s.unordered());
    }

    @Override
    public IntStream sequential() {
        stage().setParallel(false);
        return this;
    }

    @Override
    public IntStream parallel() {
        stage().setParallel(true);
        return this;
    }

    @Override
    public boolean isParallel() {
        return stage().isParallel();
    }

    @Override
    public IntStream onClose(Runnable closeHandler) {
        stage().addCloseHandler(closeHandler);
        return this;
    }

    @Override
    public void close() {
        stage().close();
    }
}
