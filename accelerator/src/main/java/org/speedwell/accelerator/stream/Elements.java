package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.lambda.KnownEmission;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.store.TableStore;

/**
 * Reads functions of a stream's elements as functions of positions. A position has the row of each table that the element is made
 * of, or a negative number where there is none. For the thread of the stream; the functions are for any.
 */
interface Elements<E> {

    /** Returns the table that is named where the pipeline leaves columns. */
    TableStore<?> table();

    /** Returns how {@code explain} calls the elements. */
    String noun();

    /** Makes the element of a position. */
    E make(int[] position);

    /** Keeps the memory of the tables until here: to be called after a function has read columns. */
    void keepAlive();

    /** Returns a function that an operation is given, read if it is a lambda that can be; to be called while the caller waits. */
    <F> F read(String operation, F function, StreamState state);

    /** Does as {@link #read}, for a predicate. */
    default Predicate<? super E> readTest(String operation, Predicate<? super E> predicate, StreamState state) {
        return read(operation, predicate, state);
    }

    /** Does as {@link #read}, for a comparator. */
    Comparator<? super E> readOrder(String operation, Comparator<? super E> comparator, StreamState state);

    /** Returns why a function is opaque, as in {@code calls Shop.isGood}; null if that is not known. */
    @Nullable
    String refusal(Object function, StreamState state);

    /** Returns the test of a position; null if a part of the predicate is opaque. */
    @Nullable
    Predicate<int[]> test(Predicate<?> predicate);

    /** Returns what a function gives for a position; null if a part of it is opaque. */
    @Nullable
    Function<int[], @Nullable Object> value(Function<?, ?> function);

    /** Returns the whole number that a function gives for a position; null if a part of it is opaque. */
    @Nullable
    ToLongFunction<int[]> whole(Object function);

    /** Returns the real number that a function gives for a position; null if a part of it is opaque. */
    @Nullable
    ToDoubleFunction<int[]> real(Object function);

    /** Returns the order of positions that a comparator is; null if it is opaque. */
    @Nullable
    Comparator<int[]> order(Comparator<?> comparator);

    /** Returns the table whose entity a function gives, if there always is one; −1 if that is not known. */
    int place(Function<?, ?> function);

    /** Returns one of the tables. */
    TableStore<?> table(int place);

    /**
     * Returns what makes elements for an opaque function, of the columns that it reads alone; null if the function may do more with
     * one.
     */
    default @Nullable Function<int[], E> narrow(String operation, Object function, StreamState state) {
        return null;
    }

    /** Returns whether elements of different positions differ. */
    boolean areDistinct();

    /** Returns the reason to report if elements have to be compared as a whole; null for none. */
    @Nullable
    String reasonOfEquals();

    /** Returns what the function of {@code mapMulti} hands on; null if that is not known. */
    default @Nullable KnownEmission<E> emission(Operation<Stream<E>, ?> operation, StreamState state) {
        return null;
    }

    /** Plans a collector. */
    CollectorPlan plan(Collector<?, ?, ?> collector, StreamState state);

    /** Collects positions by a plan. The memory, if there is one, counts what is collected. */
    <R> R collect(CollectorPlan.Columns plan, Stream<int[]> positions, @Nullable WorkingMemory memory);

    /** Returns what encodes elements from columns; null if a cell cannot be read from these. */
    <R> @Nullable Function<Stream<int[]>, R> encoder(EncodingCollector<?, R> collector, StreamState state);
}
