package org.speedwell.streaming.aggregate;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A computation on the events of a window. An accumulator adds the events one by one. The engine combines the
 * accumulators of the parts of a window and computes the result from the last one. If the aggregate can retract, a
 * sliding window costs two steps per slide, for any number of panes. Otherwise the engine combines all panes at each
 * slide.
 *
 * <p>Several threads may call the functions at once, on different accumulators. Events have no guaranteed order: they
 * arrive as they come. The engine combines panes in order of time.
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

    /** Creates an accumulator without events. */
    A create();

    /** Adds an event and its time in milliseconds. */
    void accumulate(A accumulator, T event, long time);

    /**
     * Returns {@link #accumulate} as a function. A loop that calls this function reaches the code without a detour
     * through other aggregates.
     */
    default Accumulator<? super T, ? super A> accumulator() {
        return this::accumulate;
    }

    /** Adds all events of the other accumulator, which must not change. */
    void combine(A accumulator, A other);

    /** Returns whether {@link #deduct} works. Return false if retracting is inexact, as with floating-point numbers. */
    default boolean isDeductible() {
        return false;
    }

    /**
     * Retracts the events of the other accumulator, all of which were added before. The other accumulator must not
     * change.
     *
     * @throws UnsupportedOperationException if this aggregate is not {@linkplain #isDeductible() deductible}
     */
    default void deduct(A accumulator, A other) {
        throw new UnsupportedOperationException(this + " cannot deduct.");
    }

    /** Returns the result. It must not share state with the accumulator, which remains in use and must not change. */
    R finish(A accumulator);

    /** Returns an aggregate that maps the result of this one. */
    default <S> Aggregate<T, A, S> andThen(Function<? super R, ? extends S> mapper) {
        return new MappedAggregate<>(this, mapper);
    }

    /**
     * Returns a description of the computation that does not change between starts. A job does not continue from the
     * checkpoint of an aggregate with another description. By default it is the name of the class.
     */
    default String definition() {
        Class<?> type = getClass();
        return type.isHidden() || type.isAnonymousClass() ? Aggregate.class.getName() : type.getName();
    }

    /**
     * Writes an accumulator into a checkpoint. Unless this method is overridden, the accumulator must be
     * {@link java.io.Serializable}.
     */
    default void save(A accumulator, ObjectOutput out) throws IOException {
        out.writeObject(accumulator);
    }

    /** Reads an accumulator that {@link #save} wrote. */
    @SuppressWarnings("unchecked") // the type that save wrote
    default A restore(ObjectInput in) throws IOException, ClassNotFoundException {
        return (A) in.readObject();
    }

    /** A function that adds an event and its time, in milliseconds, to an accumulator. */
    @FunctionalInterface
    interface Accumulator<T, A> {
        void accumulate(A accumulator, T event, long time);
    }

    /**
     * Returns an aggregate of five functions. If {@code deduct} is null, the engine combines all panes at each slide.
     */
    static <T, A, R> Aggregate<T, A, R> of(
            Supplier<? extends A> create,
            Accumulator<? super T, ? super A> accumulate,
            BiConsumer<? super A, ? super A> combine,
            @Nullable BiConsumer<? super A, ? super A> deduct,
            Function<? super A, ? extends R> finish) {
        return new FunctionAggregate<>("functions", create, accumulate, combine, deduct, finish);
    }
}
