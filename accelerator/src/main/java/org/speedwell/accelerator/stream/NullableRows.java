package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.store.TableStore;

/**
 * A translation of functions of entities that may be null, as a mapper that follows a nullable reference returns them.
 * The position of null has a negative row id. For it, the translation calls the user's function with null.
 *
 * @param rows translates the functions for entities that are not null
 */
@SuppressWarnings("NullAway") // null is an element, as in any stream of the JDK
record NullableRows<E>(RowElements<E> rows) implements Elements<E> {
    private static boolean isNull(int[] position) {
        return position[0] < 0;
    }

    @Override
    public TableStore<?> table() {
        return rows.table();
    }

    @Override
    public String noun() {
        return rows.noun();
    }

    @Override
    public E make(int[] position) {
        return isNull(position) ? null : rows.make(position);
    }

    @Override
    public void keepAlive() {
        rows.keepAlive();
    }

    @Override
    public <F> F read(String operation, F function, StreamState state) {
        return rows.read(operation, function, state);
    }

    @Override
    public Comparator<? super E> readOrder(String operation, Comparator<? super E> comparator, StreamState state) {
        return rows.readOrder(operation, comparator, state);
    }

    @Override
    public @Nullable String refusal(Object function, StreamState state) {
        return rows.refusal(function, state);
    }

    @Override
    @SuppressWarnings("unchecked") // the predicate takes the elements
    public @Nullable Predicate<int[]> test(Predicate<?> predicate) {
        Predicate<int[]> known = rows.test(predicate);
        Predicate<E> given = (Predicate<E>) predicate;
        return known == null ? null : position -> isNull(position) ? given.test(null) : known.test(position);
    }

    /** Returns the rows without null if the predicate rejects it. An analysed predicate has no side effects. */
    @Override
    public Elements<E> remaining(Predicate<? super E> predicate) {
        if (!(predicate instanceof AnalyzedFunction<?, ?>)) {
            return this;
        }
        try {
            return predicate.test(null) ? this : rows;
        } catch (RuntimeException e) {
            return this; // the filter throws if it meets a null
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the function takes the elements
    public @Nullable Function<int[], @Nullable Object> value(Function<?, ?> function) {
        Function<int[], @Nullable Object> known = rows.value(function);
        Function<E, @Nullable Object> given = (Function<E, @Nullable Object>) function;
        return known == null ? null : position -> isNull(position) ? given.apply(null) : known.apply(position);
    }

    @Override
    @SuppressWarnings("unchecked") // the function takes the elements
    public @Nullable ToLongFunction<int[]> whole(Object function) {
        ToLongFunction<int[]> known = rows.whole(function);
        if (known == null) {
            return null;
        }
        boolean isInt = function instanceof AnalyzedFunction<?, ?> lambda
                ? lambda.result() == int.class
                : function instanceof ToIntFunction<?>;
        return position -> {
            if (!isNull(position)) {
                return known.applyAsLong(position);
            }
            return isInt
                    ? ((ToIntFunction<E>) function).applyAsInt(null)
                    : ((ToLongFunction<E>) function).applyAsLong(null);
        };
    }

    @Override
    @SuppressWarnings("unchecked") // the function takes the elements
    public @Nullable ToDoubleFunction<int[]> real(Object function) {
        ToDoubleFunction<int[]> known = rows.real(function);
        ToDoubleFunction<E> given = (ToDoubleFunction<E>) function;
        return known == null
                ? null
                : position -> isNull(position) ? given.applyAsDouble(null) : known.applyAsDouble(position);
    }

    @Override
    @SuppressWarnings("unchecked") // the comparator takes the elements
    public @Nullable Comparator<int[]> order(Comparator<?> comparator) {
        Comparator<int[]> known = rows.order(comparator);
        Comparator<E> given = (Comparator<E>) comparator;
        return known == null
                ? null
                : (a, b) -> isNull(a) || isNull(b) ? given.compare(make(a), make(b)) : known.compare(a, b);
    }

    @Override
    public int place(Function<?, ?> function) {
        return -1;
    }

    @Override
    public TableStore<?> table(int place) {
        return rows.table();
    }

    @Override
    public @Nullable Function<int[], E> narrow(String operation, Object function, StreamState state) {
        Function<int[], E> narrow = rows.narrow(operation, function, state);
        return narrow == null ? null : position -> isNull(position) ? null : narrow.apply(position);
    }

    @Override
    public boolean areDistinct() {
        return rows.areDistinct();
    }

    @Override
    public @Nullable String reasonOfEquals() {
        return rows.reasonOfEquals();
    }

    @Override
    public CollectorPlan plan(Collector<?, ?, ?> collector, StreamState state) {
        return new CollectorPlan.Unsupported("elements may be null, so filter them first");
    }

    @Override
    public <R> R collect(CollectorPlan.Columns plan, Stream<int[]> positions, @Nullable WorkingMemory memory) {
        throw new IllegalStateException("There is no plan for rows that may be null.");
    }

    @Override
    public <R> @Nullable Function<Stream<int[]>, R> encoder(EncodingCollector<?, R> collector, StreamState state) {
        return null;
    }
}
