package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.plan.ValueQuery;
import org.speedwell.accelerator.store.TableStore;

/**
 * Values that the keys of a column tell: repeated ones are left out, and all sorted, counted and cut to a window, by keys
 * alone; a value is made where one is handed out.
 */
final class ValueStream<V> extends TableStream<V> {
    private final TableStore<?> table;
    private final ValueQuery values;
    private final IntFunction<@Nullable Object> value;

    /** Of {@link Spliterator}: what is known of the values, beside their order and number. */
    private final int characteristics;

    /**
     * @param column whose keys are equal where the values are, and in their natural order
     * @param value what a row gives
     */
    ValueStream(
            TableStore<?> table, RowQuery query, int column, IntFunction<@Nullable Object> value, StreamState state) {
        this(table, new ValueQuery(query, column, List.of()), value, 0, state);
    }

    private ValueStream(
            TableStore<?> table,
            ValueQuery values,
            IntFunction<@Nullable Object> value,
            int characteristics,
            StreamState state) {
        super(state);
        this.table = table;
        this.values = values;
        this.value = value;
        this.characteristics = characteristics;
    }

    @Override
    public Stream<V> distinct() {
        return next(values.distinct(), characteristics | Spliterator.DISTINCT);
    }

    @Override
    public Stream<V> sorted() {
        return next(values.sorted(table, false), characteristics | Spliterator.SORTED);
    }

    @Override
    public Stream<V> sorted(Comparator<? super V> comparator) {
        boolean descending = isReverse(comparator);
        return descending || isNatural(comparator)
                ? next(values.sorted(table, descending), characteristics & ~Spliterator.SORTED)
                : super.sorted(comparator);
    }

    @Override
    public Stream<V> skip(long n) {
        return Stage.requireSize(n) == 0 ? this : next(values.skip(n), characteristics);
    }

    @Override
    public Stream<V> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return next(values.limit(maxSize), characteristics);
    }

    @Override
    public Stream<V> unordered() {
        return next(values, characteristics);
    }

    @Override
    public long count() {
        link();
        long count = values.count(table);
        return count < 0 ? byValues().count() : count;
    }

    @Override
    public Optional<V> findFirst() {
        return next(values.limit(1), characteristics).jdk().findFirst();
    }

    @Override
    public Optional<V> findAny() {
        return findFirst();
    }

    @Override
    public Optional<V> min(Comparator<? super V> comparator) {
        boolean descending = isReverse(comparator);
        return isTotal() && (descending || isNatural(comparator)) ? first(descending) : super.min(comparator);
    }

    @Override
    public Optional<V> max(Comparator<? super V> comparator) {
        boolean ascending = isReverse(comparator);
        return isTotal() && (ascending || isNatural(comparator)) ? first(!ascending) : super.max(comparator);
    }

    private Optional<V> first(boolean descending) {
        return next(values.sorted(table, descending), 0).findFirst();
    }

    /** Whether any two values can be compared: none is null. */
    private boolean isTotal() {
        return table.column(values.column()).nulls() == 0;
    }

    @SuppressWarnings("ReferenceEquality") // there is one of each
    private static boolean isNatural(@Nullable Comparator<?> comparator) {
        return comparator == Comparator.<String>naturalOrder();
    }

    @SuppressWarnings("ReferenceEquality") // there is one of each
    private static boolean isReverse(@Nullable Comparator<?> comparator) {
        return comparator == Comparator.<String>reverseOrder();
    }

    @Override
    Stream<V> jdk() {
        link();
        boolean sized = values.isSized() && !state.isSizeHidden();
        int ofRows = RowSpliterator.characteristics(sized);
        int known = characteristics | (isTotal() ? ofRows : ofRows & ~Spliterator.NONNULL);
        return state.goOn(StreamSupport.stream(() -> spliterator(sized, known), known, false));
    }

    private Spliterator<V> spliterator(boolean sized, int known) {
        Rows rows = values.rows(table);
        return rows == null
                ? byValues().toList().spliterator() // fails even where a limit of 0 follows, as a sort does
                : new ValueSpliterator<>(RowSpliterator.of(table, rows, sized), this::value, known);
    }

    @SuppressWarnings("unchecked") // what the mapper gives
    private V value(int row) {
        return (V) value.apply(row);
    }

    /** The same by the JDK, for the error that comparing NULL is; in parallel it comes even to a mere count. */
    private Stream<V> byValues() {
        Stream<V> stream = RowSpliterator.stream(table, values.query(), state).mapToObj(this::value);
        for (ValueQuery.Step step : values.steps()) {
            stream = step.on(stream);
        }
        return StreamState.setParallel(stream, state.isParallel());
    }

    private ValueStream<V> next(ValueQuery nextValues, int known) {
        link();
        return new ValueStream<>(table, nextValues, value, known, state);
    }
}
