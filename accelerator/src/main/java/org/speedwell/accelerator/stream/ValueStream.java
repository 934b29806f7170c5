package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.plan.KeyNode;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.TableStore;

/**
 * A stream of the values of a column whose keys represent the values exactly. It removes duplicates, sorts, counts and
 * limits by keys alone, and creates a value only to return it.
 */
final class ValueStream<V> extends TableStream<V> {
    private final TableStore<?> table;
    private final Logical.Mapped mapped;
    private final Logical values;
    private final IntFunction<@Nullable Object> value;

    /** The known {@link Spliterator} characteristics of the values, besides those of their order and number. */
    private final int characteristics;

    /**
     * Creates a stream.
     *
     * @param mapped a column whose keys are equal if the values are equal, and have the values' natural order
     * @param value a function from a row id to the value
     */
    ValueStream(TableStore<?> table, Logical.Mapped mapped, IntFunction<@Nullable Object> value, StreamState state) {
        this(table, mapped, mapped, value, 0, state);
    }

    private ValueStream(
            TableStore<?> table,
            Logical.Mapped mapped,
            Logical values,
            IntFunction<@Nullable Object> value,
            int characteristics,
            StreamState state) {
        super(state);
        this.table = table;
        this.mapped = mapped;
        this.values = values;
        this.value = value;
        this.characteristics = characteristics;
    }

    @Override
    public Stream<V> distinct() {
        return next(new Logical.Distinct(values), characteristics | Spliterator.DISTINCT);
    }

    @Override
    public Stream<V> sorted() {
        return next(Logical.sorted(values, false), characteristics | Spliterator.SORTED);
    }

    @Override
    public Stream<V> sorted(Comparator<? super V> comparator) {
        boolean descending = isReverse(comparator);
        return descending || isNatural(comparator)
                ? next(Logical.sorted(values, descending), characteristics & ~Spliterator.SORTED)
                : super.sorted(comparator);
    }

    @Override
    public Stream<V> skip(long n) {
        return Stage.requireSize(n) == 0 ? this : next(Logical.skip(values, n), characteristics);
    }

    @Override
    public Stream<V> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return next(Logical.limit(values, maxSize), characteristics);
    }

    @Override
    public Stream<V> unordered() {
        return next(values, characteristics);
    }

    @Override
    public long count() {
        link();
        try {
            return state.execution(table).run(new Planner(table).count(values));
        } catch (KeyNode.NullComparedException e) {
            return byValues(values).count();
        }
    }

    @Override
    public Optional<V> findFirst() {
        if (state.trace() != null) {
            return next(Logical.limit(values, 1), characteristics).jdk().findFirst();
        }
        link();
        try {
            int row = PlannedTerminals.firstRow(values, table, state.execution(table));
            return row < 0 ? Optional.empty() : Optional.of(value(row));
        } catch (KeyNode.NullComparedException e) {
            return byValues(values).findFirst();
        }
    }

    @Override
    public List<V> toList() {
        if (isParallel() || state.trace() != null) {
            return super.toList();
        }
        link();
        try {
            return PlannedTerminals.list(state.execution(table).run(new Planner(table).rows(values)), this::value);
        } catch (KeyNode.NullComparedException e) {
            return byValues(values).toList();
        }
    }

    @Override
    public Optional<V> findAny() {
        return findFirst();
    }

    @Override
    public Optional<V> min(Comparator<? super V> comparator) {
        boolean descending = isReverse(comparator);
        return hasNoNulls() && (descending || isNatural(comparator)) ? first(descending) : super.min(comparator);
    }

    @Override
    public Optional<V> max(Comparator<? super V> comparator) {
        boolean ascending = isReverse(comparator);
        return hasNoNulls() && (ascending || isNatural(comparator)) ? first(!ascending) : super.max(comparator);
    }

    @Override
    public V reduce(V identity, BinaryOperator<V> accumulator) {
        Reduction known = reduction(accumulator);
        // A parallel stream starts each part with the identity, so the identity must not change a result.
        if (known == null
                || identity == null
                || identity.getClass() != known.type()
                || isParallel() && !accumulator.apply(identity, identity).equals(identity)) {
            return super.reduce(identity, accumulator);
        }
        return total(known).map(total -> accumulator.apply(identity, total)).orElse(identity);
    }

    @Override
    public Optional<V> reduce(BinaryOperator<V> accumulator) {
        Reduction known = reduction(accumulator);
        return known == null ? super.reduce(accumulator) : total(known);
    }

    /** Returns the known reduction; null if the JDK must reduce the values one by one. */
    private @Nullable Reduction reduction(BinaryOperator<V> accumulator) {
        Reduction known = LambdaRecognition.reduction(table, requireNonNull(accumulator), state);
        return known != null
                        && table.rows() > 0
                        && known.type().isInstance(anyValue()) // the analysis may be wrong about the type
                        && values instanceof Logical.Mapped
                        && !Logical.hasWindow(mapped.input())
                        && ColumnReduction.isPossible(table, mapped.column().column(), known)
                ? known
                : null;
    }

    /**
     * Returns the value of any row that is not deleted. The table must have rows, because values of deleted rows are
     * undefined.
     */
    private @Nullable Object anyValue() {
        Validity present = table.present();
        int row = 0;
        while (present != null && !present.isValid(row)) {
            row++;
        }
        return value.apply(row);
    }

    @SuppressWarnings("unchecked") // the values have the function's type
    private Optional<V> total(Reduction by) {
        link();
        KeyTotals totals = state.execution(table).run(new Planner(table).totals(mapped.input(), mapped.column()));
        return Optional.ofNullable((V) ColumnReduction.value(mapped.column().column(), by, totals));
    }

    private Optional<V> first(boolean descending) {
        return next(Logical.sorted(values, descending), 0).findFirst();
    }

    /** Returns whether all values are comparable, because none is null. */
    private boolean hasNoNulls() {
        return mapped.column().column().nulls() == 0;
    }

    @SuppressWarnings("ReferenceEquality") // each comparator is a singleton
    private static boolean isNatural(@Nullable Comparator<?> comparator) {
        return comparator == Comparator.<String>naturalOrder();
    }

    @SuppressWarnings("ReferenceEquality") // each comparator is a singleton
    private static boolean isReverse(@Nullable Comparator<?> comparator) {
        return comparator == Comparator.<String>reverseOrder();
    }

    @Override
    Stream<V> jdk() {
        link();
        boolean sized = RowSpliterator.isSized(values, state);
        int ofRows = RowSpliterator.characteristics(sized);
        int known = characteristics | (hasNoNulls() ? ofRows : ofRows & ~Spliterator.NONNULL);
        return state.continueOn(StreamSupport.stream(() -> spliterator(sized, known), known, false));
    }

    private Spliterator<V> spliterator(boolean sized, int known) {
        try {
            return new ValueSpliterator<>(RowSpliterator.of(table, values, sized, state), this::value, known);
        } catch (KeyNode.NullComparedException e) {
            return byValues(values).toList().spliterator(); // fails even before a limit of 0, as the JDK's sort does
        }
    }

    @SuppressWarnings("unchecked") // the mapper returns this type
    private V value(int row) {
        return (V) value.apply(row);
    }

    /**
     * Returns the same values as a JDK stream, which throws the exception for a comparison with NULL. In parallel, the
     * JDK compares even for a count.
     */
    private Stream<V> byValues(Logical of) {
        Stream<V> stream = switch (of) {
            case Logical.Distinct distinct -> byValues(distinct.input()).distinct();
            case Logical.Sorted sorted -> sorted(byValues(sorted.input()), sorted.descending());
            case Logical.Windowed window ->
                byValues(window.input()).skip(window.from()).limit(window.to() - window.from());
            case Logical.Mapped _, Logical.Table _, Logical.Listed _, Logical.Filtered _, Logical.Ordered _ ->
                RowSpliterator.stream(table, of, state).mapToObj(this::value);
        };
        return StreamState.setParallel(stream, state.isParallel());
    }

    @SuppressWarnings("unchecked") // the values have a natural order
    private static <V> Stream<V> sorted(Stream<V> values, boolean descending) {
        return descending ? values.sorted((Comparator<V>) Comparator.<String>reverseOrder()) : values.sorted();
    }

    private ValueStream<V> next(Logical nextValues, int known) {
        link();
        return new ValueStream<>(table, mapped, nextValues, value, known, state);
    }
}
