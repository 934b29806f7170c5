package org.speedwell.streaming.aggregate;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An aggregate of five functions. */
record FunctionAggregate<T, A, R>(
        String definition,
        Supplier<? extends A> creator,
        Aggregate.Accumulator<? super T, ? super A> accumulator,
        BiConsumer<? super A, ? super A> combiner,
        @Nullable BiConsumer<? super A, ? super A> deductor,
        Function<? super A, ? extends R> finisher)
        implements Aggregate<T, A, R> {

    @Override
    public A create() {
        return creator.get();
    }

    @Override
    public void accumulate(A to, T event, long time) {
        accumulator.accumulate(to, event, time);
    }

    @Override
    public void combine(A to, A other) {
        combiner.accept(to, other);
    }

    @Override
    public boolean isDeductible() {
        return deductor != null;
    }

    @Override
    public void deduct(A from, A other) {
        if (deductor == null) {
            throw new UnsupportedOperationException("This aggregate has no function to deduct.");
        }
        deductor.accept(from, other);
    }

    @Override
    public R finish(A of) {
        return finisher.apply(of);
    }
}
