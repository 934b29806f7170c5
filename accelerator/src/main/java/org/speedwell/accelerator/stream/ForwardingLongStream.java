package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.LongSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A stream of longs, whose operations are done by a {@link Stage}; subclasses override those that they can do better. An
 * argument that is refused leaves the stream as it was.
 */
abstract class ForwardingLongStream implements LongStream {

    /** What does the operations. */
    abstract Stage<LongStream> stage();

    @Override
    public LongStream filter(LongPredicate predicate) {
        return stage().next("filter", requireNonNull(predicate), s -> s.filter(predicate));
    }

    @Override
    public LongStream map(LongUnaryOperator mapper) {
        return stage().next("map", requireNonNull(mapper), s -> s.map(mapper));
    }

    @Override
    public <U> Stream<U> mapToObj(LongFunction<? extends U> mapper) {
        return stage().next("mapToObj", requireNonNull(mapper), s -> s.mapToObj(mapper));
    }

    @Override
    public IntStream mapToInt(LongToIntFunction mapper) {
        return stage().next("mapToInt", requireNonNull(mapper), s -> s.mapToInt(mapper));
    }

    @Override
    public DoubleStream mapToDouble(LongToDoubleFunction mapper) {
        return stage().next("mapToDouble", requireNonNull(mapper), s -> s.mapToDouble(mapper));
    }

    @Override
    public LongStream flatMap(LongFunction<? extends LongStream> mapper) {
        return stage().next("flatMap", requireNonNull(mapper), s -> s.flatMap(mapper));
    }

    @Override
    public LongStream mapMulti(LongMapMultiConsumer mapper) {
        return stage().next("mapMulti", requireNonNull(mapper), s -> s.mapMulti(mapper));
    }

    @Override
    public LongStream distinct() {
        return stage().next("distinct", s -> s.distinct());
    }

    @Override
    public LongStream sorted() {
        return stage().next("sorted", s -> s.sorted());
    }

    @Override
    public LongStream peek(LongConsumer action) {
        return stage().next("peek", requireNonNull(action), s -> s.peek(action));
    }

    @Override
    public LongStream limit(long maxSize) {
        Stage.requireSize(maxSize);
        return stage().next("limit", s -> s.limit(maxSize));
    }

    @Override
    public LongStream skip(long n) {
        return Stage.requireSize(n) == 0 ? this : stage().next("skip", s -> s.skip(n));
    }

    @Override
    public LongStream takeWhile(LongPredicate predicate) {
        return stage().next("takeWhile", requireNonNull(predicate), s -> s.takeWhile(predicate));
    }

    @Override
    public LongStream dropWhile(LongPredicate predicate) {
        return stage().next("dropWhile", requireNonNull(predicate), s -> s.dropWhile(predicate));
    }

    @Override
    public void forEach(LongConsumer action) {
        requireNonNull(action);
        stage().run("forEach", s -> s.forEach(action));
    }

    @Override
    public void forEachOrdered(LongConsumer action) {
        requireNonNull(action);
        stage().run("forEachOrdered", s -> s.forEachOrdered(action));
    }

    @Override
    public long[] toArray() {
        return stage().end("toArray", s -> s.toArray());
    }

    @Override
    public long reduce(long identity, LongBinaryOperator op) {
        requireNonNull(op);
        return stage().end("reduce", s -> s.reduce(identity, op));
    }

    @Override
    public OptionalLong reduce(LongBinaryOperator op) {
        requireNonNull(op);
        return stage().end("reduce", s -> s.reduce(op));
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        requireNonNull(supplier);
        requireNonNull(accumulator);
        requireNonNull(combiner);
        return stage().end("collect", s -> s.collect(supplier, accumulator, combiner));
    }

    @Override
    public long sum() {
        return stage().end("sum", s -> s.sum());
    }

    @Override
    public OptionalLong min() {
        return stage().end("min", s -> s.min());
    }

    @Override
    public OptionalLong max() {
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
    public LongSummaryStatistics summaryStatistics() {
        return stage().end("summaryStatistics", s -> s.summaryStatistics());
    }

    @Override
    public boolean anyMatch(LongPredicate predicate) {
        return stage().end("anyMatch", requireNonNull(predicate), s -> s.anyMatch(predicate));
    }

    @Override
    public boolean allMatch(LongPredicate predicate) {
        return stage().end("allMatch", requireNonNull(predicate), s -> s.allMatch(predicate));
    }

    @Override
    public boolean noneMatch(LongPredicate predicate) {
        return stage().end("noneMatch", requireNonNull(predicate), s -> s.noneMatch(predicate));
    }

    @Override
    public OptionalLong findFirst() {
        return stage().end("findFirst", s -> s.findFirst());
    }

    @Override
    public OptionalLong findAny() {
        return stage().end("findAny", s -> s.findAny());
    }

    @Override
    public DoubleStream asDoubleStream() {
        return stage().next("asDoubleStream", s -> s.asDoubleStream());
    }

    @Override
    public Stream<Long> boxed() {
        return stage().next("boxed", s -> s.boxed());
    }

    @Override
    public PrimitiveIterator.OfLong iterator() {
        return stage().open("iterator", s -> s.iterator());
    }

    @Override
    public Spliterator.OfLong spliterator() {
        return stage().open("spliterator", s -> s.spliterator());
    }

    @Override
    public LongStream unordered() {
        return stage().next("unordered", s -> s.unordered());
    }

    @Override
    public LongStream sequential() {
        stage().setParallel(false);
        return this;
    }

    @Override
    public LongStream parallel() {
        stage().setParallel(true);
        return this;
    }

    @Override
    public boolean isParallel() {
        return stage().isParallel();
    }

    @Override
    public LongStream onClose(Runnable closeHandler) {
        stage().addCloseHandler(closeHandler);
        return this;
    }

    @Override
    public void close() {
        stage().close();
    }
}
