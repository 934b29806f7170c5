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
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.store.TableStore;

/**
 * A reader of functions of a stream's elements as functions of positions. A position contains the row id in each table
 * of the element, or a negative number if the element has no row there. For the thread of the stream. Any thread may
 * call the returned functions.
 */
interface Elements<E> {

    /** Returns the table that the fallback report names. */
    TableStore<?> table();

    /** Returns the word for an element in {@code explain}. */
    String noun();

    /** Creates the element of a position. */
    E make(int[] position);

    /** Keeps the memory of the tables alive up to this call. Call it after a function has read columns. */
    void keepAlive();

    /**
     * Returns the analysed form of a lambda, or the function unchanged. The operation that receives the function must
     * call it before it returns to the user's code, because the analysis inspects the call site.
     */
    <F> F read(String operation, F function, StreamState state);

    /** Reads a predicate as {@link #read} does. */
    default Predicate<? super E> readTest(String operation, Predicate<? super E> predicate, StreamState state) {
        return read(operation, predicate, state);
    }

    /** Reads a comparator as {@link #read} does. */
    Comparator<? super E> readOrder(String operation, Comparator<? super E> comparator, StreamState state);

    /** Returns why a function is opaque, as in {@code calls Shop.isGood}, or null if the reason is unknown. */
    @Nullable
    String refusal(Object function, StreamState state);

    /** Returns the test of a position, or null if a part of the predicate is opaque. */
    @Nullable
    Predicate<int[]> test(Predicate<?> predicate);

    /** Returns the function of a position, or null if a part of the function is opaque. */
    @Nullable
    Function<int[], @Nullable Object> value(Function<?, ?> function);

    /**
     * Returns the function of a position with a whole number as result, or null if a part of the function is opaque.
     */
    @Nullable
    ToLongFunction<int[]> whole(Object function);

    /** Returns the function of a position with a real number as result, or null if a part of the function is opaque. */
    @Nullable
    ToDoubleFunction<int[]> real(Object function);

    /** Returns the comparator of positions, or null if the comparator is opaque. */
    @Nullable
    Comparator<int[]> order(Comparator<?> comparator);

    /**
     * Returns the place of the table whose entity the function returns. Returns −1 if this is unknown, or if the entity
     * may be missing.
     */
    int place(Function<?, ?> function);

    /**
     * The rows of the entities that a function of the elements returns.
     *
     * @param isComplete false if the function returns null for elements from which the path leads to no row
     */
    record Returned(RowPath path, boolean isComplete) {}

    /**
     * Returns the rows of the entities that a lambda of an entity returns. Returns null if this is unknown, or if the
     * lambda may throw. Call {@link #read} before.
     */
    default @Nullable Returned returned(Function<?, ?> function, StreamState state) {
        return null;
    }

    /**
     * Returns the condition under which a lambda of an entity returns the entity itself, as a cast does. Otherwise the
     * lambda throws. Returns null if this is unknown. Call {@link #read} before.
     */
    default @Nullable Predicate<int[]> cast(Function<?, ?> function, StreamState state) {
        return null;
    }

    /**
     * Returns the elements that remain after a filter. They have the same positions.
     *
     * @param predicate the filter, which {@link #test} can read
     */
    default Elements<E> remaining(Predicate<? super E> predicate) {
        return this;
    }

    /** Returns the table at a place. */
    TableStore<?> table(int place);

    /**
     * Returns a function that creates elements with only the columns that an opaque function reads. Returns null if the
     * function may use its element in another way.
     */
    default @Nullable Function<int[], E> narrow(String operation, Object function, StreamState state) {
        return null;
    }

    /** Returns whether a function of the application makes the elements. It may read anything. */
    default boolean areMadeByUser() {
        return false;
    }

    /** Returns whether elements of different positions always differ. */
    boolean areDistinct();

    /** Returns the reason to report if the stream must compare whole elements, or null for none. */
    @Nullable
    String reasonOfEquals();

    /** Returns what the function of {@code mapMulti} emits, or null if this is unknown. */
    default @Nullable AnalyzedEmission<E> emission(Operation<Stream<E>, ?> operation, StreamState state) {
        return null;
    }

    /** Plans a collector. */
    CollectorPlan plan(Collector<?, ?, ?> collector, StreamState state);

    /**
     * Collects positions by a plan.
     *
     * @param memory counts the collected memory; null if nothing counts it
     */
    <R> R collect(CollectorPlan.Columns plan, Stream<int[]> positions, @Nullable WorkingMemory memory);

    /** Returns a function that encodes elements from columns, or null if columns do not contain every cell. */
    <R> @Nullable Function<Stream<int[]>, R> encoder(EncodingCollector<?, R> collector, StreamState state);
}
