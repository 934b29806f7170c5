package org.speedwell.accelerator.collect;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;

/**
 * A collector of which is known what it computes, so that columns can. Over elements it is the plain collector.
 *
 * @param plain computes the same of elements one by one
 */
public record ColumnCollector<T, A, R>(Collector<T, A, R> plain, CollectorShape shape) implements Collector<T, A, R> {
    @Override
    public Supplier<A> supplier() {
        return plain.supplier();
    }

    @Override
    public BiConsumer<A, T> accumulator() {
        return plain.accumulator();
    }

    @Override
    public BinaryOperator<A> combiner() {
        return plain.combiner();
    }

    @Override
    public Function<A, R> finisher() {
        return plain.finisher();
    }

    @Override
    public Set<Characteristics> characteristics() {
        return plain.characteristics();
    }
}
