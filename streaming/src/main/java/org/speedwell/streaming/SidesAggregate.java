package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.speedwell.streaming.aggregate.Aggregate;

/** A combination of two aggregates, one for each of two streams. */
record SidesAggregate<T, U, A, B, R, S, V>(
        Aggregate<? super T, A, R> first,
        Aggregate<? super U, B, S> second,
        BiFunction<? super Optional<R>, ? super Optional<S>, ? extends V> result)
        implements Aggregate<Object, SidesAggregate.Sides<A, B>, V> {

    /** An event of the second stream. */
    record OtherSide(Object event) implements Serializable {}

    /** The accumulators of both streams, and the number of events in each. */
    static final class Sides<A, B> {
        private final A first;
        private final B second;
        private long firsts;
        private long seconds;

        private Sides(A first, B second) {
            this.first = first;
            this.second = second;
        }
    }

    /** Casts an event to the type of its stream. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // events of the second stream are wrapped, others are not
    static <E> E side(Object event) {
        return (E) event;
    }

    /** Merges the events of two sides into one stream, and wraps the events of the second side. */
    static <K> Keyed<Object, K> merged(Keyed<?, K> first, Keyed<?, K> second) {
        first.requireSameKeys(second);
        Events<Object> both =
                first.events().<Object>widened().merge(second.events().map(OtherSide::new));
        return switch (first.routing()) {
            case Edge.ByNumber(ToLongFunction<Object> ours) -> {
                ToLongFunction<Object> theirs = ((Edge.ByNumber) second.routing()).key();
                yield new Keyed<>(
                        both,
                        new Edge.ByNumber(event -> event instanceof OtherSide(Object wrapped)
                                ? theirs.applyAsLong(wrapped)
                                : ours.applyAsLong(event)));
            }
            case Edge.ByObject(Function<Object, ?> ours) -> {
                Function<Object, ?> theirs = ((Edge.ByObject) second.routing()).key();
                yield new Keyed<>(
                        both,
                        new Edge.ByObject(event -> event instanceof OtherSide(Object wrapped)
                                ? theirs.apply(wrapped)
                                : ours.apply(event)));
            }
        };
    }

    @Override
    public Sides<A, B> create() {
        return new Sides<>(first.create(), second.create());
    }

    @Override
    public void accumulate(Sides<A, B> sides, Object event, long time) {
        if (event instanceof OtherSide(Object wrapped)) {
            second.accumulate(sides.second, side(wrapped), time);
            sides.seconds++;
        } else {
            first.accumulate(sides.first, side(event), time);
            sides.firsts++;
        }
    }

    @Override
    public void combine(Sides<A, B> sides, Sides<A, B> other) {
        first.combine(sides.first, other.first);
        second.combine(sides.second, other.second);
        sides.firsts += other.firsts;
        sides.seconds += other.seconds;
    }

    @Override
    public boolean isDeductible() {
        return first.isDeductible() && second.isDeductible();
    }

    @Override
    public void deduct(Sides<A, B> sides, Sides<A, B> other) {
        first.deduct(sides.first, other.first);
        second.deduct(sides.second, other.second);
        sides.firsts -= other.firsts;
        sides.seconds -= other.seconds;
    }

    @Override
    public V finish(Sides<A, B> sides) {
        return result.apply(
                sides.firsts == 0 ? Optional.empty() : Optional.of(first.finish(sides.first)),
                sides.seconds == 0 ? Optional.empty() : Optional.of(second.finish(sides.second)));
    }

    @Override
    public String definition() {
        return first.definition() + " of one side and " + second.definition() + " of the other";
    }

    @Override
    public void save(Sides<A, B> sides, ObjectOutput out) throws IOException {
        out.writeLong(sides.firsts);
        out.writeLong(sides.seconds);
        first.save(sides.first, out);
        second.save(sides.second, out);
    }

    @Override
    public Sides<A, B> restore(ObjectInput in) throws IOException, ClassNotFoundException {
        long firsts = in.readLong();
        long seconds = in.readLong();
        A a = first.restore(in);
        B b = second.restore(in);
        Sides<A, B> sides = new Sides<>(a, b);
        sides.firsts = firsts;
        sides.seconds = seconds;
        return sides;
    }
}
