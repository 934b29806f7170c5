package org.speedwell.streaming.aggregate;

import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * An aggregate of the area under a sampled quantity. Panes store it as primitives and need no accumulators, unless
 * samples of a key arrive out of order. Checkpoints, sessions and combined aggregates also use accumulators.
 */
public final class TimeIntegral<T, R> implements Aggregate<T, Samples, R>, NumberAggregate<T> {
    private final ToDoubleFunction<? super T> quantity;
    private final DoubleFunction<? extends R> finisher;

    TimeIntegral(ToDoubleFunction<? super T> quantity, DoubleFunction<? extends R> finisher) {
        this.quantity = quantity;
        this.finisher = finisher;
    }

    /** Returns a function that reads the bits of the quantity. */
    @Override
    public ToLongFunction<T> number() {
        ToDoubleFunction<? super T> of = quantity;
        return event -> Double.doubleToRawLongBits(of.applyAsDouble(event));
    }

    /** Returns the result for an area. */
    public R finish(double area) {
        return finisher.apply(area);
    }

    @Override
    public Samples create() {
        return new Samples();
    }

    @Override
    public void accumulate(Samples samples, T event, long time) {
        samples.add(time, quantity.applyAsDouble(event));
    }

    @Override
    public void combine(Samples samples, Samples other) {
        samples.addAll(other);
    }

    @Override
    public R finish(Samples samples) {
        return finish(samples.integral());
    }

    @Override
    public String definition() {
        return "time integral";
    }

    /** Returns an aggregate that still stores primitives. */
    @Override
    public <S> Aggregate<T, Samples, S> andThen(Function<? super R, ? extends S> mapper) {
        return new TimeIntegral<T, S>(quantity, area -> mapper.apply(finish(area)));
    }
}
