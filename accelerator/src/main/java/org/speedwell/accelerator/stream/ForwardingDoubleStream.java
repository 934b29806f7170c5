package org.speedwell.accelerator.stream;

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
 * A stream of doubles. Every operation is left to a stream of the JDK, made when the first is called; subclasses
 * override those that they can do better.
 */
abstract class ForwardingDoubleStream implements DoubleStream {

    /** The stream that does the work: called at most once, by the operation that links or consumes this stream. */
    abstract DoubleStream jdk();

    @Override
    public DoubleStream filter(DoublePredicate predicate) {
        return jdk().filter(predicate);
    }

    @Override
    public DoubleStream map(DoubleUnaryOperator mapper) {
        return jdk().map(mapper);
    }

    @Override
    public <U> Stream<U> mapToObj(DoubleFunction<? extends U> mapper) {
        return jdk().mapToObj(mapper);
    }

    @Override
    public IntStream mapToInt(DoubleToIntFunction mapper) {
        return jdk().mapToInt(mapper);
    }

    @Override
    public LongStream mapToLong(DoubleToLongFunction mapper) {
        return jdk().mapToLong(mapper);
    }

    @Override
    public DoubleStream flatMap(DoubleFunction<? extends DoubleStream> mapper) {
        return jdk().flatMap(mapper);
    }

    @Override
    public DoubleStream mapMulti(DoubleMapMultiConsumer mapper) {
        return jdk().mapMulti(mapper);
    }

    @Override
    public DoubleStream distinct() {
        return jdk().distinct();
    }

    @Override
    public DoubleStream sorted() {
        return jdk().sorted();
    }

    @Override
    public DoubleStream peek(DoubleConsumer action) {
        return jdk().peek(action);
    }

    @Override
    public DoubleStream limit(long maxSize) {
        return jdk().limit(maxSize);
    }

    @Override
    public DoubleStream skip(long n) {
        return jdk().skip(n);
    }

    @Override
    public DoubleStream takeWhile(DoublePredicate predicate) {
        return jdk().takeWhile(predicate);
    }

    @Override
    public DoubleStream dropWhile(DoublePredicate predicate) {
        return jdk().dropWhile(predicate);
    }

    @Override
    public void forEach(DoubleConsumer action) {
        jdk().forEach(action);
    }

    @Override
    public void forEachOrdered(DoubleConsumer action) {
        jdk().forEachOrdered(action);
    }

    @Override
    public double[] toArray() {
        return jdk().toArray();
    }

    @Override
    public double reduce(double identity, DoubleBinaryOperator op) {
        return jdk().reduce(identity, op);
    }

    @Override
    public OptionalDouble reduce(DoubleBinaryOperator op) {
        return jdk().reduce(op);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjDoubleConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        return jdk().collect(supplier, accumulator, combiner);
    }

    @Override
    public double sum() {
        return jdk().sum();
    }

    @Override
    public OptionalDouble min() {
        return jdk().min();
    }

    @Override
    public OptionalDouble max() {
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
    public DoubleSummaryStatistics summaryStatistics() {
        return jdk().summaryStatistics();
    }

    @Override
    public boolean anyMatch(DoublePredicate predicate) {
        return jdk().anyMatch(predicate);
    }

    @Override
    public boolean allMatch(DoublePredicate predicate) {
        return jdk().allMatch(predicate);
    }

    @Override
    public boolean noneMatch(DoublePredicate predicate) {
        return jdk().noneMatch(predicate);
    }

    @Override
    public OptionalDouble findFirst() {
        return jdk().findFirst();
    }

    @Override
    public OptionalDouble findAny() {
        return jdk().findAny();
    }

    @Override
    public Stream<Double> boxed() {
        return jdk().boxed();
    }

    @Override
    public PrimitiveIterator.OfDouble iterator() {
        return jdk().iterator();
    }

    @Override
    public Spliterator.OfDouble spliterator() {
        return jdk().spliterator();
    }
}
