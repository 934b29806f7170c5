package org.speedwell.accelerator.stream;

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
 * A stream of ints. Every operation is left to a stream of the JDK, made when the first is called; subclasses
 * override those that they can do better.
 */
abstract class ForwardingIntStream implements IntStream {

    /** The stream that does the work: called at most once, by the operation that links or consumes this stream. */
    abstract IntStream jdk();

    @Override
    public IntStream filter(IntPredicate predicate) {
        return jdk().filter(predicate);
    }

    @Override
    public IntStream map(IntUnaryOperator mapper) {
        return jdk().map(mapper);
    }

    @Override
    public <U> Stream<U> mapToObj(IntFunction<? extends U> mapper) {
        return jdk().mapToObj(mapper);
    }

    @Override
    public LongStream mapToLong(IntToLongFunction mapper) {
        return jdk().mapToLong(mapper);
    }

    @Override
    public DoubleStream mapToDouble(IntToDoubleFunction mapper) {
        return jdk().mapToDouble(mapper);
    }

    @Override
    public IntStream flatMap(IntFunction<? extends IntStream> mapper) {
        return jdk().flatMap(mapper);
    }

    @Override
    public IntStream mapMulti(IntMapMultiConsumer mapper) {
        return jdk().mapMulti(mapper);
    }

    @Override
    public IntStream distinct() {
        return jdk().distinct();
    }

    @Override
    public IntStream sorted() {
        return jdk().sorted();
    }

    @Override
    public IntStream peek(IntConsumer action) {
        return jdk().peek(action);
    }

    @Override
    public IntStream limit(long maxSize) {
        return jdk().limit(maxSize);
    }

    @Override
    public IntStream skip(long n) {
        return jdk().skip(n);
    }

    @Override
    public IntStream takeWhile(IntPredicate predicate) {
        return jdk().takeWhile(predicate);
    }

    @Override
    public IntStream dropWhile(IntPredicate predicate) {
        return jdk().dropWhile(predicate);
    }

    @Override
    public void forEach(IntConsumer action) {
        jdk().forEach(action);
    }

    @Override
    public void forEachOrdered(IntConsumer action) {
        jdk().forEachOrdered(action);
    }

    @Override
    public int[] toArray() {
        return jdk().toArray();
    }

    @Override
    public int reduce(int identity, IntBinaryOperator op) {
        return jdk().reduce(identity, op);
    }

    @Override
    public OptionalInt reduce(IntBinaryOperator op) {
        return jdk().reduce(op);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        return jdk().collect(supplier, accumulator, combiner);
    }

    @Override
    public int sum() {
        return jdk().sum();
    }

    @Override
    public OptionalInt min() {
        return jdk().min();
    }

    @Override
    public OptionalInt max() {
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
    public IntSummaryStatistics summaryStatistics() {
        return jdk().summaryStatistics();
    }

    @Override
    public boolean anyMatch(IntPredicate predicate) {
        return jdk().anyMatch(predicate);
    }

    @Override
    public boolean allMatch(IntPredicate predicate) {
        return jdk().allMatch(predicate);
    }

    @Override
    public boolean noneMatch(IntPredicate predicate) {
        return jdk().noneMatch(predicate);
    }

    @Override
    public OptionalInt findFirst() {
        return jdk().findFirst();
    }

    @Override
    public OptionalInt findAny() {
        return jdk().findAny();
    }

    @Override
    public LongStream asLongStream() {
        return jdk().asLongStream();
    }

    @Override
    public DoubleStream asDoubleStream() {
        return jdk().asDoubleStream();
    }

    @Override
    public Stream<Integer> boxed() {
        return jdk().boxed();
    }

    @Override
    public PrimitiveIterator.OfInt iterator() {
        return jdk().iterator();
    }

    @Override
    public Spliterator.OfInt spliterator() {
        return jdk().spliterator();
    }
}
