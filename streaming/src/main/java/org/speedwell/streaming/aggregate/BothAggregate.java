package org.speedwell.streaming.aggregate;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.BiFunction;

/**
 * A combination of two aggregates of the same events. If one of them fails on an event, neither contains it. If neither
 * aggregate can retract, the second one first processes the event in a separate accumulator.
 */
record BothAggregate<T, A, B, R, S, U>(
        Aggregate<T, A, R> first, Aggregate<T, B, S> second, BiFunction<? super R, ? super S, ? extends U> result)
        implements Aggregate<T, BothAggregate.Pair<A, B>, U> {

    /** The accumulators of both aggregates. */
    record Pair<A, B>(A first, B second) {}

    @Override
    public Pair<A, B> create() {
        return new Pair<>(first.create(), second.create());
    }

    @Override
    public void accumulate(Pair<A, B> pair, T event, long time) {
        if (first.isDeductible()) {
            accumulate(first, pair.first, second, pair.second, event, time);
        } else if (second.isDeductible()) {
            accumulate(second, pair.second, first, pair.first, event, time);
        } else {
            B ofEvent = second.create();
            second.accumulate(ofEvent, event, time);
            first.accumulate(pair.first, event, time);
            second.combine(pair.second, ofEvent);
        }
    }

    /**
     * Adds the event to both accumulators or to neither. If the other aggregate throws, the deductible one retracts the
     * event.
     */
    private static <T, C, D> void accumulate(
            Aggregate<T, C, ?> deductible, C ofDeductible, Aggregate<T, D, ?> other, D ofOther, T event, long time) {
        deductible.accumulate(ofDeductible, event, time);
        try {
            other.accumulate(ofOther, event, time);
        } catch (Throwable e) {
            C ofEvent = deductible.create();
            deductible.accumulate(ofEvent, event, time);
            deductible.deduct(ofDeductible, ofEvent);
            throw e;
        }
    }

    @Override
    public void combine(Pair<A, B> pair, Pair<A, B> other) {
        first.combine(pair.first, other.first);
        second.combine(pair.second, other.second);
    }

    @Override
    public boolean isDeductible() {
        return first.isDeductible() && second.isDeductible();
    }

    @Override
    public void deduct(Pair<A, B> pair, Pair<A, B> other) {
        first.deduct(pair.first, other.first);
        second.deduct(pair.second, other.second);
    }

    @Override
    public U finish(Pair<A, B> pair) {
        return result.apply(first.finish(pair.first), second.finish(pair.second));
    }

    @Override
    public String definition() {
        return "all of " + first.definition() + " and " + second.definition();
    }

    @Override
    public void save(Pair<A, B> pair, ObjectOutput out) throws IOException {
        first.save(pair.first, out);
        second.save(pair.second, out);
    }

    @Override
    public Pair<A, B> restore(ObjectInput in) throws IOException, ClassNotFoundException {
        A a = first.restore(in);
        B b = second.restore(in);
        return new Pair<>(a, b);
    }
}
