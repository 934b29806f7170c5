package org.speedwell.streaming.aggregate;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of the number of events and the sum of a whole number of each. Panes store both as primitives and need
 * no accumulators. Sessions and combined aggregates use accumulators. The sum wraps beyond 64 bits, like a Java
 * {@code long}.
 */
public final class Totals<T, R> implements Aggregate<T, long[], R>, NumberAggregate<T> {

    /** A function of the count and the sum. */
    @FunctionalInterface
    interface Finisher<R> {
        R finish(long count, long sum);
    }

    private final String definition;
    private final @Nullable ToLongFunction<? super T> number;
    private final Finisher<R> finisher;

    /** Creates an aggregate. If {@code number} is null, it only counts events. */
    Totals(String definition, @Nullable ToLongFunction<? super T> number, Finisher<R> finisher) {
        this.definition = definition;
        this.number = number;
        this.finisher = finisher;
    }

    /** Returns the function that reads the number to sum; null if the aggregate only counts. */
    @Override
    public @Nullable ToLongFunction<? super T> number() {
        return number;
    }

    /** Returns the result for a count and a sum. */
    public R finish(long count, long sum) {
        return finisher.finish(count, sum);
    }

    @Override
    public long[] create() {
        return new long[2];
    }

    @Override
    public void accumulate(long[] totals, T event, long time) {
        totals[0]++;
        totals[1] += number == null ? 0 : number.applyAsLong(event);
    }

    @Override
    public void combine(long[] totals, long[] other) {
        totals[0] += other[0];
        totals[1] += other[1];
    }

    @Override
    public boolean isDeductible() {
        return true;
    }

    @Override
    public void deduct(long[] totals, long[] other) {
        totals[0] -= other[0];
        totals[1] -= other[1];
    }

    @Override
    public String definition() {
        return definition;
    }

    /** Returns an aggregate that still stores primitives. */
    @Override
    public <S> Aggregate<T, long[], S> andThen(Function<? super R, ? extends S> mapper) {
        return new Totals<T, S>(definition, number, (count, sum) -> mapper.apply(finish(count, sum)));
    }

    @Override
    public R finish(long[] totals) {
        return finish(totals[0], totals[1]);
    }
}
