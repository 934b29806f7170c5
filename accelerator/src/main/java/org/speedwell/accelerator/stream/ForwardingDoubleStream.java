package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A stream of doubles, whose operations are done by a {@link Stage}; subclasses override those that they can do better. An
 * argument that is refused leaves the stream as it was.
 */
abstract class ForwardingDoubleStream implements DoubleStream {

    /** What does the operations. */
    abstract Stage<DoubleStream> stage();

    @Override
    public DoubleStream filter(DoublePredicate predicate) {
        return stage().next("filter", requireNonNull(predicate), s -> s.filter(predicate));
    }

    @Override
    public DoubleStream map(DoubleUnaryOperator mapper) {
        return stage().next("map", requireNonNull(mapper), s -> s.map(mapper));
    }

    @Override
    public <U> Stream<U> mapToObj(DoubleFunction<? extends U> mapper) {
        return stage().next("mapToObj", requireNonNull(mapper), s -> s.mapToObj(mapper));
    }

    @Override
    public IntStream mapToInt(DoubleToIntFunction mapper) {
        return stage().next("mapToInt", requireNonNull(mapper), s -> s.mapToInt(mapper));
    }

    @Override
    public LongStream mapToLong(DoubleToLongFunction mapper) {
        return stage().next("mapToLong", requireNonNull(mapper), s -> s.mapToLong(mapper));
    }

    @Override
    public DoubleStream flatMap(DoubleFunction<? extends DoubleStream> mapper) {
        return stage().next("flatMap", requireNonNull(mapper), s -> s.flatMap(mapper));
    }

    @Override
    public DoubleStream mapMulti(DoubleMapMultiConsumer mapper) {
        return stage().next("mapMulti", requireNonNull(mapper), s -> s.mapMulti(mapper));
    }

    @Override
    public DoubleStream distinct() {
        return stage().next("distinct", s -> s.distinct());
    }

    @Override
    public DoubleStream sorted() {
        return stage().next("sorted", s -> s.sorted());
    }

    @Override
    public DoubleStream peek(DoubleConsumer action) {
        return stage().next("peek", requireNonNull(action), s -> s.peek(action));
    }

    @Override
    public DoubleStream limit(long maxSize) {
        Stage.requireSize(maxSize);
        return stage().next("limit", s -> s.limit(maxSize));
    }

    @Override
    public DoubleStream skip(long n) {
        return Stage.requireSize(n) == 0 ? this : stage().next("skip", s -> s.skip(n));
    }

    @Override
    public DoubleStream takeWhile(DoublePredicate predicate) {
        return stage().next("takeWhile", requireNonNull(predicate), s -> s.takeWhile(predicate));
    }

    @Override
    public DoubleStream dropWhile(DoublePredicate predicate) {
        return stage().next("dropWhile", requireNonNull(predicate), s -> s.dropWhile(predicate));
    }

    @Override
    public void forEach(DoubleConsumer action) {
        requireNonNull(action);
        stage().run("forEach", s -> s.forEach(action));
    }

    @Override
    public void forEachOrdered(DoubleConsumer action) {
        requireNonNull(action);
        stage().run("forEachOrdered", s -> s.forEachOrdered(action));
    }

    @Override
    public double[] toArray() {
        return stage().end("toArray", s -> s.toArray());
    }

    @Override
    public double reduce(double identity, DoubleBinaryOperator op) {
        requireNonNull(op);
        return stage().end("reduce", s -> s.reduce(identity, op));
    }

    @Override
    public OptionalDouble reduce(DoubleBinaryOperator op) {
        requireNonNull(op);
        return stage().end("reduce", s -> s.reduce(op));
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjDoubleConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        requireNonNull(supplier);
        requireNonNull(accumulator);
        requireNonNull(combiner);
        return stage().end("collect", s -> s.collect(supplier, accumulator, combiner));
    }

    @Override
    public double sum() {
        return stage().end("sum", s -> s.sum());
    }

    @Override
    public OptionalDouble min() {
        return stage().end("min", s -> s.min());
    }

    @Override
    public OptionalDouble max() {
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
    public DoubleSummaryStatistics summaryStatistics() {
        return stage().end("summaryStatistics", s -> s.summaryStatistics());
    }

    @Override
    public boolean anyMatch(DoublePredicate predicate) {
        return stage().end("anyMatch", requireNonNull(predicate), s -> s.anyMatch(predicate));
    }

    @Override
    public boolean allMatch(DoublePredicate predicate) {
        return stage().end("allMatch", requireNonNull(predicate), s -> s.allMatch(predicate));
    }

    @Override
    public boolean noneMatch(DoublePredicate predicate) {
        return stage().end("noneMatch", requireNonNull(predicate), s -> s.noneMatch(predicate));
    }

    @Override
    public OptionalDouble findFirst() {
        return stage().end("findFirst", s -> s.findFirst());
    }

    @Override
    public OptionalDouble findAny() {
        return stage().end("findAny", s -> s.findAny());
    }

    @Override
    public Stream<Double> boxed() {
        return stage().next("boxed", s -> s.boxed());
    }

    @Override
    public PrimitiveIterator.OfDouble iterator() {
        return stage().open("iterator", s -> s.iterator());
    }

    @Override
    public Spliterator.OfDouble spliterator() {
        return stage().open("spliterator", s -> s.spliterator());
    }

    @Override
    public DoubleStream unordered() {
        return stage().next("unordered", s -> s.unordered());
    }

    @Override
    public DoubleStream sequential() {
        stage().setParallel(false);
        return this;
    }

    @Override
    public DoubleStream parallel() {
        stage().setParallel(true);
        return this;
    }

    @Override
    public boolean isParallel() {
        return stage().isParallel();
    }

    @Override
    public DoubleStream onClose(Runnable closeHandler) {
        stage().addCloseHandler(closeHandler);
        return this;
    }

    @Override
    public void close() {
        stage().close();
    }
}
