package org.speedwell.streaming.aggregate;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.Function;

/** An aggregate that maps the result of another. */
record MappedAggregate<T, A, R, S>(Aggregate<T, A, R> aggregate, Function<? super R, ? extends S> mapper)
        implements Aggregate<T, A, S> {

    @Override
    public A create() {
        return aggregate.create();
    }

    @Override
    public void accumulate(A accumulator, T event, long time) {
        aggregate.accumulate(accumulator, event, time);
    }

    @Override
    public Accumulator<? super T, ? super A> accumulator() {
        return aggregate.accumulator();
    }

    @Override
    public void combine(A accumulator, A other) {
        aggregate.combine(accumulator, other);
    }

    @Override
    public boolean isDeductible() {
        return aggregate.isDeductible();
    }

    @Override
    public void deduct(A accumulator, A other) {
        aggregate.deduct(accumulator, other);
    }

    @Override
    public S finish(A accumulator) {
        return mapper.apply(aggregate.finish(accumulator));
    }

    @Override
    public String definition() {
        return aggregate.definition(); // the saved state is the same
    }

    @Override
    public void save(A accumulator, ObjectOutput out) throws IOException {
        aggregate.save(accumulator, out);
    }

    @Override
    public A restore(ObjectInput in) throws IOException, ClassNotFoundException {
        return aggregate.restore(in);
    }
}
