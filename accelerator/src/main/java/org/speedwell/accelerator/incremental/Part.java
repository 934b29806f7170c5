package org.speedwell.accelerator.incremental;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregate;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.GroupMaker;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.expression.ExpressionValue;

/**
 * A part of a collector's result over rows that come and go. Columns compute the partial results of the changed rows
 * with the collectors that {@link #partials} names.
 */
abstract sealed class Part
        permits GroupedPart,
                Part.Count,
                Part.Sum,
                Part.Decimals,
                Part.Values,
                Part.Summary,
                Part.Percentile,
                Part.Filtered,
                Part.Partitioned {

    /**
     * Returns a part without rows.
     *
     * @param isInOrder true if the elements are in the order of their positions
     * @throws NotIncrementalException if the result depends on the order of the elements, or the collector is unknown
     */
    static Part of(CollectorShape shape, boolean isInOrder) {
        return switch (shape) {
            case CollectorShape.Counting _ -> new Count();
            case CollectorShape.OfValues values -> ofValues(values);
            case CollectorShape.Filtering filtering ->
                new Filtered(filtering.predicate(), of(filtering.downstream(), isInOrder));
            case CollectorShape.Partitioning partitioning ->
                new Partitioned(
                        partitioning.predicate(),
                        of(partitioning.downstream(), isInOrder),
                        of(partitioning.downstream(), isInOrder));
            case CollectorShape.Grouping grouping -> GroupedPart.of(grouping, isInOrder);
            case CollectorShape.Aggregating aggregating -> GroupedPart.of(aggregating, isInOrder);
            case CollectorShape.Greatest greatest
            when greatest.groups() instanceof CollectorShape.Grouping grouping ->
                GroupedPart.of(greatest, grouping, isInOrder);
            case CollectorShape.Greatest _, CollectorShape.Unknown _ ->
                throw new NotIncrementalException("collect uses a collector that columns cannot run");
            case CollectorShape.ToMap _ -> throw new NotIncrementalException("toMap depends on each element");
        };
    }

    @SuppressWarnings("unchecked") // an extreme has comparable values
    private static Part ofValues(CollectorShape.OfValues of) {
        return switch (of.aggregate()) {
            case ValueAggregate.WholeSum sum -> new Sum(of.function(), sum);
            case ValueAggregate.DecimalSum sum -> new Decimals(of.function(), sum);
            case ValueAggregate.WholeSummary summary -> new Summary(of.function(), summary.isInt());
            case ValueAggregate.Extreme<?> extreme -> new Extreme(of.function(), extreme.greatest());
            case ValueAggregate.DistinctCount _ -> new Distinct(of.function());
            case ValueAggregate.Mode<?> _ -> new MostFrequent(of.function());
            case ValueAggregate.Percentile percentile -> new Percentile(of.function(), percentile);
            case ValueAggregate other ->
                throw new NotIncrementalException(
                        "no total exists for the aggregate " + other.getClass().getSimpleName());
        };
    }

    /**
     * Returns the shape of a collector that runs several collectors. Its result is a list of one array, which contains
     * their results.
     */
    static CollectorShape all(List<CollectorShape> parts) {
        return new CollectorShape.Aggregating(
                List.of(), parts, new GroupMaker<>(0, List.of(), false, Function.identity()));
    }

    /** Returns the shapes of the collectors whose results {@link #change} takes. */
    abstract List<CollectorShape> partials();

    /**
     * Adds or subtracts the results over some rows.
     *
     * @param results contains the results of the {@link #partials}, from index {@code from} on
     * @param sign 1 to add, −1 to subtract
     */
    abstract void change(@Nullable Object[] results, int from, int sign);

    /**
     * Adds or subtracts one element. This has the same effect as the results over its row.
     *
     * @param position the position of the element
     * @param sign 1 to add, −1 to subtract
     */
    abstract void change(Object element, ElementPosition position, int sign);

    /** Returns the result over all rows. */
    abstract @Nullable Object result();

    /** Describes the state for people. */
    abstract String describe();

    /** Returns about how many bytes of heap the state takes. Takes constant time. */
    long bytes() {
        return HeapBytes.OBJECT;
    }

    static long number(@Nullable Object result) {
        return ((Number) requireNonNull(result)).longValue();
    }

    private static CollectorShape values(Object function) {
        return new CollectorShape.OfValues(function, new ValueAggregate.Collected(Collectors.toList()));
    }

    /** Returns the number of a function of the application, which returns ints or longs. */
    @SuppressWarnings("unchecked") // the function accepts the element
    static long number(Object function, boolean isInt, Object element) {
        return isInt
                ? ((ToIntFunction<Object>) function).applyAsInt(element)
                : ((ToLongFunction<Object>) function).applyAsLong(element);
    }

    @SuppressWarnings("unchecked") // the predicate accepts the element
    static boolean test(Object predicate, Object element) {
        return ((Predicate<Object>) predicate).test(element);
    }

    static final class Count extends Part {
        private long count;

        @Override
        List<CollectorShape> partials() {
            return List.of(new CollectorShape.Counting());
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            count += sign * number(results[from]);
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            count += sign;
        }

        @Override
        Object result() {
            return count;
        }

        @Override
        String describe() {
            return "a count";
        }
    }

    /** A sum or an average of whole numbers. */
    static final class Sum extends Part {
        private final Object function;
        private final ValueAggregate.WholeSum of;
        private long rows;
        private long sum;

        Sum(Object function, ValueAggregate.WholeSum of) {
            this.function = function;
            this.of = of;
        }

        @Override
        List<CollectorShape> partials() {
            return List.of(
                    new CollectorShape.Counting(),
                    new CollectorShape.OfValues(
                            function, new ValueAggregate.WholeSum(ValueAggregate.Total.LONG, of.isInt())));
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            rows += sign * number(results[from]);
            sum += sign * number(results[from + 1]);
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            rows += sign;
            sum += sign * number(function, of.isInt(), element);
        }

        @Override
        Object result() {
            return of.total().of(rows, sum);
        }

        @Override
        String describe() {
            return "a sum and a count";
        }
    }

    /** The exact sum or the average of decimals. */
    static final class Decimals extends Part {
        private final Object function;
        private final Function<Object, @Nullable Object> value;
        private final ValueAggregate.DecimalSum of;
        private long rows;
        private BigDecimal sum = BigDecimal.ZERO;

        Decimals(Object function, ValueAggregate.DecimalSum of) {
            this.function = function;
            this.value = ExpressionValue.of(function);
            this.of = of;
        }

        @Override
        List<CollectorShape> partials() {
            return List.of(
                    new CollectorShape.Counting(),
                    new CollectorShape.OfValues(function, new ValueAggregate.DecimalSum(OptionalInt.empty())));
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            change(number(results[from]), results[from + 1], sign);
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            change(1, value.apply(element), sign);
        }

        private void change(long some, @Nullable Object of, int sign) {
            BigDecimal partial = (BigDecimal) requireNonNull(of);
            if (some > 0 && rows > 0 && partial.scale() != sum.scale()) {
                throw new NotIncrementalException("the decimals have different numbers of digits after the point");
            }
            rows += sign * some;
            sum = sign > 0 ? sum.add(partial) : sum.subtract(partial);
        }

        @Override
        @Nullable
        Object result() {
            return of.of(rows, sum);
        }

        @Override
        String describe() {
            return "a decimal sum and a count";
        }
    }

    /** The values of a function, and how often each occurs. */
    abstract static sealed class Values<V> extends Part {
        private final Object function;
        private final Function<Object, @Nullable Object> value;
        final ValueCounts<V> values;

        Values(Object function, ValueCounts<V> values) {
            this.function = function;
            this.value = ExpressionValue.of(function);
            this.values = values;
        }

        @Override
        final List<CollectorShape> partials() {
            return List.of(values(function));
        }

        @Override
        @SuppressWarnings("unchecked") // the function returns such values
        void change(@Nullable Object[] results, int from, int sign) {
            for (Object value : (List<?>) requireNonNull(results[from])) {
                change((V) value, sign);
            }
        }

        /** Adds or removes an occurrence, and returns the number of occurrences of the value. */
        long change(@Nullable V value, int sign) {
            return values.add(value, sign);
        }

        @Override
        @SuppressWarnings("unchecked") // as above
        void change(Object element, ElementPosition position, int sign) {
            change((V) value.apply(element), sign);
        }

        @Override
        final String describe() {
            return "the distinct values and how often each occurs";
        }

        @Override
        final long bytes() {
            return values.bytes();
        }
    }

    @SuppressWarnings("rawtypes") // the values are comparable with each other
    private static final class Extreme extends Values<Comparable> {
        private final boolean isGreatest;

        @SuppressWarnings("unchecked")
        Extreme(Object function, boolean isGreatest) {
            super(function, ValueCounts.<Comparable>sorted());
            this.isGreatest = isGreatest;
        }

        @Override
        @Nullable
        Object result() {
            return isGreatest ? values.greatest() : values.least();
        }
    }

    /** The most frequent value; the smallest of several. */
    @SuppressWarnings("rawtypes") // the values are comparable with each other
    private static final class MostFrequent extends Values<Comparable> {
        /** The values by the number of their occurrences. */
        private final TreeMap<Long, TreeSet<Comparable>> byCount = new TreeMap<>();

        @SuppressWarnings("unchecked")
        MostFrequent(Object function) {
            super(function, ValueCounts.<Comparable>sorted());
        }

        @Override
        long change(@Nullable Comparable value, int sign) {
            long count = super.change(value, sign);
            if (value != null) {
                long before = count - sign;
                byCount.computeIfPresent(before, (_, all) -> all.remove(value) && all.isEmpty() ? null : all);
                if (count > 0) {
                    byCount.computeIfAbsent(count, _ -> new TreeSet<>()).add(value);
                }
            }
            return count;
        }

        @Override
        @Nullable
        Object result() {
            return byCount.isEmpty() ? null : byCount.lastEntry().getValue().first();
        }
    }

    private static final class Distinct extends Values<Object> {
        Distinct(Object function) {
            super(function, ValueCounts.unsorted());
        }

        @Override
        Object result() {
            return values.distinct();
        }
    }

    /** The statistics of whole numbers. */
    static final class Summary extends Part {
        private final Object function;
        private final boolean isInt;
        private final WholeNumbers numbers;

        Summary(Object function, boolean isInt) {
            this.function = function;
            this.isInt = isInt;
            this.numbers = new WholeNumbers(isInt);
        }

        @Override
        List<CollectorShape> partials() {
            return List.of(values(function));
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            for (Object value : (List<?>) requireNonNull(results[from])) {
                Number number = (Number) value;
                numbers.change(isInt ? number.intValue() : number.longValue(), sign);
            }
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            numbers.change(number(function, isInt, element), sign);
        }

        @Override
        Object result() {
            return numbers.statistics();
        }

        @Override
        String describe() {
            return WholeNumbers.DESCRIPTION;
        }

        @Override
        long bytes() {
            return numbers.bytes();
        }
    }

    /** All numbers in ascending order. */
    static final class Percentile extends Part {
        private final Object function;
        private final ValueAggregate.Percentile of;
        private final SortedNumbers numbers = new SortedNumbers();

        Percentile(Object function, ValueAggregate.Percentile of) {
            this.function = function;
            this.of = of;
        }

        @Override
        List<CollectorShape> partials() {
            return List.of(new CollectorShape.OfValues(function, new ValueAggregate.Numbers()));
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            double[] some = (double[]) requireNonNull(results[from]);
            if (sign > 0) {
                numbers.add(some);
            } else {
                numbers.remove(some);
            }
        }

        @Override
        @SuppressWarnings("unchecked") // the function accepts the element
        void change(Object element, ElementPosition position, int sign) {
            double number = ((ToDoubleFunction<Object>) function).applyAsDouble(element);
            change(new Object[] {new double[] {number}}, 0, sign);
        }

        @Override
        @Nullable
        Object result() {
            return of.of(numbers::get, numbers.size());
        }

        @Override
        long bytes() {
            return numbers.bytes();
        }

        @Override
        String describe() {
            return "all numbers in ascending order";
        }
    }

    /** A part of the rows that pass a test. */
    static final class Filtered extends Part {
        private final Object predicate;
        private final Part of;

        Filtered(Object predicate, Part of) {
            this.predicate = predicate;
            this.of = of;
        }

        @Override
        List<CollectorShape> partials() {
            return of.partials().stream()
                    .<CollectorShape>map(partial -> new CollectorShape.Filtering(predicate, partial))
                    .toList();
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            of.change(results, from, sign);
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            if (test(predicate, element)) {
                of.change(element, position, sign);
            }
        }

        @Override
        @Nullable
        Object result() {
            return of.result();
        }

        @Override
        String describe() {
            return of.describe();
        }

        @Override
        long bytes() {
            return of.bytes();
        }
    }

    /** A part of the rows that pass a test, and one of the other rows. */
    static final class Partitioned extends Part {
        private final Object predicate;
        private final Part misses;
        private final Part matches;

        Partitioned(Object predicate, Part misses, Part matches) {
            this.predicate = predicate;
            this.misses = misses;
            this.matches = matches;
        }

        @Override
        List<CollectorShape> partials() {
            return matches.partials().stream()
                    .<CollectorShape>map(partial -> new CollectorShape.Partitioning(predicate, partial))
                    .toList();
        }

        @Override
        void change(@Nullable Object[] results, int from, int sign) {
            @Nullable Object[] ofMisses = new @Nullable Object[results.length];
            @Nullable Object[] ofMatches = new @Nullable Object[results.length];
            for (int i = from; i < from + partials().size(); i++) {
                Map<?, ?> both = (Map<?, ?>) requireNonNull(results[i]);
                ofMisses[i] = both.get(false);
                ofMatches[i] = both.get(true);
            }
            misses.change(ofMisses, from, sign);
            matches.change(ofMatches, from, sign);
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            (test(predicate, element) ? matches : misses).change(element, position, sign);
        }

        @Override
        Object result() {
            return Aggregate.Partitioned.partitions(new @Nullable Object[] {misses.result(), matches.result()});
        }

        @Override
        String describe() {
            return "for each side, " + matches.describe();
        }

        @Override
        long bytes() {
            return misses.bytes() + matches.bytes();
        }
    }
}
