package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.plan.ValueQuery;
import org.speedwell.accelerator.store.TableStore;

/**
 * The values of a field. Where the column's keys tell as much as the values, repeated values are left out, and values
 * sorted, counted and cut to a window, by keys alone; a value is made where one is handed out.
 */
final class ValueStream<V> extends ForwardingStream<V> {
    private final TableStore<?> table;
    private final ValueQuery values;

    /** Whether keys are equal and in order as the values are. */
    private final boolean isKeyed;

    /** Of {@link Spliterator}: what is known of the values, beside their order and number. */
    private final int characteristics;

    private final StreamState state;
    private boolean linked;

    /** @param comparable whether the values have a natural order */
    ValueStream(TableStore<?> table, RowQuery query, int column, boolean comparable, StreamState state) {
        this(
                table,
                new ValueQuery(query, column, List.of()),
                comparable && table.orderedColumn(column) != null,
                0,
                state);
    }

    private ValueStream(
            TableStore<?> table, ValueQuery values, boolean isKeyed, int characteristics, StreamState state) {
        this.table = table;
        this.values = values;
        this.isKeyed = isKeyed;
        this.characteristics = characteristics;
        this.state = state;
    }

    @Override
    public Stream<V> distinct() {
        return isKeyed ? next(values.distinct(), characteristics | Spliterator.DISTINCT) : jdk().distinct();
    }

    @Override
    public Stream<V> sorted() {
        return isKeyed ? next(values.sorted(table, false), characteristics | Spliterator.SORTED) : jdk().sorted();
    }

    @Override
    public Stream<V> sorted(Comparator<? super V> comparator) {
        boolean descending = isReverse(comparator);
        return isKeyed && (descending || isNatural(comparator))
                ? next(values.sorted(table, descending), characteristics & ~Spliterator.SORTED)
                : jdk(comparator).sorted(comparator);
    }

    @Override
    public Stream<V> skip(long n) {
        if (n < 0) {
            throw new IllegalArgumentException(Long.toString(n));
        }
        return next(values.skip(n), characteristics);
    }

    @Override
    public Stream<V> limit(long maxSize) {
        if (maxSize < 0) {
            throw new IllegalArgumentException(Long.toString(maxSize));
        }
        return next(values.limit(maxSize), characteristics);
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
        return isTotal() && (descending || isNatural(comparator))
                ? first(descending)
                : jdk(comparator).min(comparator);
    }

    @Override
    public Optional<V> max(Comparator<? super V> comparator) {
        boolean ascending = isReverse(comparator);
        return isTotal() && (ascending || isNatural(comparator))
                ? first(!ascending)
                : jdk(comparator).max(comparator);
    }

    private Optional<V> first(boolean descending) {
        return next(values.sorted(table, descending), 0).findFirst();
    }

    /** Whether any two values can be compared: none is null. */
    private boolean isTotal() {
        return isKeyed && table.column(values.column()).nulls() == 0;
    }

    @SuppressWarnings("ReferenceEquality") // there is one of each
    private static boolean isNatural(@Nullable Comparator<?> comparator) {
        return comparator == Comparator.<String>naturalOrder();
    }

    @SuppressWarnings("ReferenceEquality") // there is one of each
    private static boolean isReverse(@Nullable Comparator<?> comparator) {
        return comparator == Comparator.<String>reverseOrder();
    }

    private Stream<V> jdk(Object function) {
        requireNonNull(function);
        return jdk();
    }

    @Override
    Stream<V> jdk() {
        link();
        Column column = table.column(values.column());
        boolean sized = values.isSized() && !state.isSizeHidden();
        int ofRows = RowSpliterator.characteristics(sized);
        int known = characteristics | (column.nulls() > 0 ? ofRows & ~Spliterator.NONNULL : ofRows);
        return state.applyTo(StreamSupport.stream(() -> spliterator(column, sized, known), known, false));
    }

    @SuppressWarnings("unchecked") // the column holds what the field gives
    private Spliterator<V> spliterator(Column column, boolean sized, int known) {
        Rows rows = values.rows(table);
        return rows == null
                ? byValues().spliterator()
                : new ValueSpliterator<>(RowSpliterator.of(table, rows, sized), row -> (V) column.get(row), known);
    }

    /** The same by the JDK, for the error that comparing NULL is. */
    @SuppressWarnings("unchecked") // the column holds what the field gives
    private Stream<V> byValues() {
        Column column = table.column(values.column());
        Stream<V> stream = RowSpliterator.stream(table, values.query(), state).mapToObj(row -> (V) column.get(row));
        for (ValueQuery.Step step : values.steps()) {
            stream = step.on(stream);
        }
        return stream;
    }

    @Override
    public Stream<V> sequential() {
        state.setParallel(false);
        return this;
    }

    @Override
    public Stream<V> parallel() {
        state.setParallel(true);
        return this;
    }

    @Override
    public Stream<V> unordered() {
        return this;
    }

    @Override
    public boolean isParallel() {
        return state.isParallel();
    }

    @Override
    public Stream<V> onClose(Runnable closeHandler) {
        requireUnlinked();
        state.onClose(requireNonNull(closeHandler));
        return this;
    }

    @Override
    public void close() {
        linked = true;
        state.close();
    }

    private ValueStream<V> next(ValueQuery nextValues, int known) {
        link();
        return new ValueStream<>(table, nextValues, isKeyed, known, state);
    }

    private void link() {
        requireUnlinked();
        linked = true;
    }

    private void requireUnlinked() {
        if (linked) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
    }
}
