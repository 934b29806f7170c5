package org.speedwell.accelerator.collect;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/**
 * A collector whose computation is known, so that columns can run it. An ordinary stream runs the same computation
 * element by element. Thread-safe.
 */
public final class ColumnCollector<T, R> implements Collector<T, Object, R> {
    private final CollectorShape shape;

    /** The collector of elements. Null until a stream of elements needs it. */
    private @Nullable Collector<T, Object, R> plain;

    public ColumnCollector(CollectorShape shape) {
        this.shape = shape;
    }

    public CollectorShape shape() {
        return shape;
    }

    @SuppressWarnings("unchecked") // the shape's functions accept the elements
    private Collector<T, Object, R> plain() {
        Collector<T, Object, R> made = plain;
        if (made == null) {
            made = (Collector<T, Object, R>) PlainCollectors.of(shape);
            plain = made; // a benign race: all fields of a collector are final
        }
        return made;
    }

    @Override
    public Supplier<Object> supplier() {
        return plain().supplier();
    }

    @Override
    public BiConsumer<Object, T> accumulator() {
        return plain().accumulator();
    }

    @Override
    public BinaryOperator<Object> combiner() {
        return plain().combiner();
    }

    @Override
    public Function<Object, R> finisher() {
        return plain().finisher();
    }

    @Override
    public Set<Characteristics> characteristics() {
        return plain().characteristics();
    }
}
