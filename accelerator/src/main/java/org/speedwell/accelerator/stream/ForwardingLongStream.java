package org.speedwell.accelerator.stream;

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
 * A stream of longs. Every operation is left to a stream of the JDK, made when the first is called; subclasses
 * override those that they can do better.
 */
abstract class ForwardingLongStream implements LongStream {

    /** The stream that does the work: called at most once, by the operation that links or consumes this stream. */
    abstract LongStream jdk();

    @Override
    public LongStream filter(LongPredicate predicate) {
        return jdk().filter(predicate);
    }

    @Override
    public LongStream map(LongUnaryOperator mapper) {
        return jdk().map(mapper);
    }

    @Override
    public <U> Stream<U> mapToObj(LongFunction<? extends U> mapper) {
        return jdk().mapToObj(mapper);
    }

    @Override
    public IntStream mapToInt(LongToIntFunction mapper) {
        return jdk().mapToInt(mapper);
    }

    @Override
    public DoubleStream mapToDouble(LongToDoubleFunction mapper) {
        return jdk().mapToDouble(mapper);
    }

    @Override
    public LongStream flatMap(LongFunction<? extends LongStream> mapper) {
        return jdk().flatMap(mapper);
    }

    @Override
    public LongStream mapMulti(LongMapMultiConsumer mapper) {
        return jdk().mapMulti(mapper);
    }

    @Override
    public LongStream distinct() {
        return jdk().distinct();
    }

    @Override
    public LongStream sorted() {
        return jdk().sorted();
    }

    @Override
    public LongStream peek(LongConsumer action) {
        return jdk().peek(action);
    }

    @Override
    public LongStream limit(long maxSize) {
        return jdk().limit(maxSize);
    }

    @Override
    public LongStream skip(long n) {
        return jdk().skip(n);
    }

    @Override
    public LongStream takeWhile(LongPredicate predicate) {
        return jdk().takeWhile(predicate);
    }

    @Override
    public LongStream dropWhile(LongPredicate predicate) {
        return jdk().dropWhile(predicate);
    }

    @Override
    public void forEach(LongConsumer action) {
        jdk().forEach(action);
    }

    @Override
    public void forEachOrdered(LongConsumer action) {
        jdk().forEachOrdered(action);
    }

    @Override
    public long[] toArray() {
        return jdk().toArray();
    }

    @Override
    public long reduce(long identity, LongBinaryOperator op) {
        return jdk().reduce(identity, op);
    }

    @Override
    public OptionalLong reduce(LongBinaryOperator op) {
        return jdk().reduce(op);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        return jdk().collect(supplier, accumulator, combiner);
    }

    @Override
    public long sum() {
        return jdk().sum();
    }

    @Override
    public OptionalLong min() {
        return jdk().min();
    }

    @Override
    public OptionalLong max() {
        return jdk().max();
    }

    @Override
    public long count() {
        return jdk().count();
    }

    @Override
    public OptionalDouble average() {
        return jdk().average();
    }

    @Override
    public LongSummaryStatistics summaryStatistics() {
        return jdk().summaryStatistics();
    }

    @Override
    public boolean anyMatch(LongPredicate predicate) {
        return jdk().anyMatch(predicate);
    }

    @Override
    public boolean allMatch(LongPredicate predicate) {
        return jdk().allMatch(predicate);
    }

    @Override
    public boolean noneMatch(LongPredicate predicate) {
        return jdk().noneMatch(predicate);
    }

    @Override
    public OptionalLong findFirst() {
        return jdk().findFirst();
    }

    @Override
    public OptionalLong findAny() {
        return jdk().findAny();
    }

    @Override
    public DoubleStream asDoubleStream() {
        return jdk().asDoubleStream();
    }

    @Override
    public Stream<Long> boxed() {
        return jdk().boxed();
    }

    @Override
    public PrimitiveIterator.OfLong iterator() {
        return jdk().iterator();
    }

    @Override
    public Spliterator.OfLong spliterator() {
        return jdk().spliterator();
    }
}
