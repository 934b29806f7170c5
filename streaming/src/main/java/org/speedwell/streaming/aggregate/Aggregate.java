package org.speedwell.streaming.aggregate;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is computed of the events of a window: an accumulator takes them one by one, accumulators of parts of the window
 * are combined, and the result is made of the last. Where an accumulator can be deducted again, a sliding window costs
 * two steps a slide however many panes it has; elsewhere its panes are combined anew at each slide.
 *
 * <p>The functions may run on several threads at once, on different accumulators. Order is not given: events come as
 * they arrive, and panes are combined in the order of time.
 *
 * {@snippet :
 * class Longest implements Aggregate<String, StringBuilder, String> {
 *     @Override
 *     public StringBuilder create() {
 *         return new StringBuilder();
 *     }
 *
 *     @Override
 *     public void accumulate(StringBuilder accumulator, String event, long time) {
 *         if (event.length() > accumulator.length()) {
 *             accumulator.setLength(0);
 *             accumulator.append(event);
 *         }
 *     }
 *
 *     @Override
 *     public void combine(StringBuilder accumulator, StringBuilder other) {
 *         accumulate(accumulator, other.toString(), 0);
 *     }
 *
 *     @Override
 *     public String finish(StringBuilder accumulator) {
 *         return accumulator.toString();
 *     }
 * }
 * }
 *
 * @param <T> events
 * @param <A> accumulators, mutable
 * @param <R> results
 */
public interface Aggregate<T, A, R> {

    /** A new accumulator of no events. */
    A create();

    /** Adds an event and its time in milliseconds. */
    void accumulate(A accumulator, T event, long time);

    /** {@link #accumulate} as a function, which a loop that calls it need not find its way to through others. */
    default Accumulator<? super T, ? super A> accumulator() {
        return this::accumulate;
    }

    /** Adds all events of the other accumulator, which must not change. */
    void combine(A accumulator, A other);

    /** Whether {@link #deduct} works. It should not where it is inexact, as with floating point. */
    default boolean isDeductible() {
        return false;
    }

    /** Takes away the events of the other accumulator, all of which were added before. The other must not change. */
    default void deduct(A accumulator, A other) {
        throw new UnsupportedOperationException(this + " cannot deduct.");
    }

    /** The result. It must not share state with the accumulator, which goes on and must not change. */
    R finish(A accumulator);

    /** The result of this aggregate, mapped. */
    default <S> Aggregate<T, A, S> andThen(Function<? super R, ? extends S> mapper) {
        return new MappedAggregate<>(this, mapper);
    }

    /**
     * What this computes, in words that are the same from start to start: a job does not go on from the checkpoint of
     * another aggregate. The name of the class unless overridden.
     */
    default String definition() {
        Class<?> type = getClass();
        return type.isHidden() || type.isAnonymousClass() ? Aggregate.class.getName() : type.getName();
    }

    /** Writes an accumulator into a checkpoint. Unless overridden, it must be {@link java.io.Serializable}. */
    default void save(A accumulator, ObjectOutput out) throws IOException {
        out.writeObject(accumulator);
    }

    /** An accumulator that {@link #save} wrote. */
    @SuppressWarnings("unchecked") // what was saved
    default A restore(ObjectInput in) throws IOException, ClassNotFoundException {
        return (A) in.readObject();
    }

    /** Adds an event and its time, in milliseconds, to an accumulator. */
    @FunctionalInterface
    interface Accumulator<T, A> {
        void accumulate(A accumulator, T event, long time);
    }

    /** An aggregate of five functions. Where {@code deduct} is null, panes are combined anew at each slide. */
    static <T, A, R> Aggregate<T, A, R> of(
            Supplier<? extends A> create,
            Accumulator<? super T, ? super A> accumulate,
            BiConsumer<? super A, ? super A> combine,
            @Nullable BiConsumer<? super A, ? super A> deduct,
            Function<? super A, ? extends R> finish) {
        return new FunctionAggregate<>("functions", create, accumulate, combine, deduct, finish);
    }
}
