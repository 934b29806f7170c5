package org.speedwell.accelerator.aggregate;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.expr.Kind;

/** An aggregate of one value of each row of a group. Immutable. */
public sealed interface ValueAggregate {

    /**
     * Returns the state over the values of an input.
     *
     * @throws NotOnColumnsException if columns cannot compute the aggregate
     */
    State state(Reader of, InputCache inputs);

    /** An aggregate for which the JDK has no collector. */
    sealed interface Own<V extends @Nullable Object, R extends @Nullable Object> extends ValueAggregate {
        /** Returns a collector that computes the same result from the values one by one. */
        Collector<V, ?, R> plain();
    }

    /** The form of the result of a sum of whole numbers. */
    enum Total {
        INT,
        LONG,
        AVERAGE;

        /** Returns the result. The average of no rows is 0, as in the JDK. */
        public Object of(long rows, long sum) {
            return switch (this) {
                case INT -> (int) sum;
                case LONG -> sum;
                case AVERAGE -> average(rows, sum);
            };
        }

        private static double average(long rows, long sum) {
            return rows == 0 ? 0.0 : (double) sum / rows;
        }
    }

    /**
     * The sum or the average of whole numbers.
     *
     * @param isInt whether the numbers are narrowed to ints
     */
    record WholeSum(Total total, boolean isInt) implements ValueAggregate {
        @Override
        public State state(Reader of, InputCache inputs) {
            LongInput numbers = inputs.of(of.whole(isInt).value(), of);
            return total == Total.LONG ? WholeSums.scaled(numbers, total::of, 0) : new WholeSums(numbers, total::of);
        }
    }

    /** The sum or the average of doubles. */
    record RealSum(boolean isAverage) implements ValueAggregate {
        @Override
        public State state(Reader of, InputCache inputs) {
            return new RealSums(of.real(), of, isAverage);
        }
    }

    /** The count, sum, smallest and greatest of whole numbers. */
    record WholeSummary(boolean isInt) implements ValueAggregate {
        @Override
        public State state(Reader of, InputCache inputs) {
            LongInput numbers = inputs.of(of.whole(isInt).value(), of);
            return new Composite(
                    List.of(
                            new WholeSums(numbers, (_, sum) -> sum),
                            new Extremes(numbers, null, of, key -> key, false),
                            new Extremes(numbers, null, of, key -> key, true)),
                    this::statistics);
        }

        private Object statistics(long rows, @Nullable Object[] results) {
            if (rows == 0) {
                return isInt ? new IntSummaryStatistics() : new LongSummaryStatistics();
            }
            long sum = (Long) requireNonNull(results[0]);
            long least = (Long) requireNonNull(results[1]);
            long greatest = (Long) requireNonNull(results[2]);
            return isInt
                    ? new IntSummaryStatistics(rows, (int) least, (int) greatest, sum)
                    : new LongSummaryStatistics(rows, least, greatest, sum);
        }
    }

    /** The count, sum, smallest and greatest of doubles. */
    record RealSummary() implements ValueAggregate {
        @Override
        public State state(Reader of, InputCache inputs) {
            return new RealSummaries(of.real(), of);
        }
    }

    /** An arbitrary collector of the values. */
    record Collected(Collector<?, ?, ?> collector) implements ValueAggregate {
        @Override
        public State state(Reader of, InputCache inputs) {
            IntFunction<@Nullable Object> value = of.value();
            return new Containers((block, place) -> value.apply(of.rows(block)[place]), collector);
        }
    }

    /**
     * The exact sum of decimals, or their average. The sum of no rows is 0, and their average is null. A null value is
     * an error.
     *
     * @param scale the scale of the average, which is rounded half up; empty for the sum
     */
    record DecimalSum(OptionalInt scale) implements Own<BigDecimal, @Nullable BigDecimal> {
        @Override
        public Collector<BigDecimal, ?, @Nullable BigDecimal> plain() {
            return Collectors.teeing(
                    Collectors.counting(), Collectors.reducing(BigDecimal.ZERO, BigDecimal::add), this::of);
        }

        /** Returns the result for a number of rows and the sum of their values. */
        @Nullable
        public BigDecimal of(long rows, BigDecimal sum) {
            if (scale.isEmpty()) {
                return rows == 0 ? BigDecimal.ZERO : sum;
            }
            return rows == 0 ? null : sum.divide(BigDecimal.valueOf(rows), scale.getAsInt(), RoundingMode.HALF_UP);
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            KeyColumn keys = of.keys();
            OptionalInt common = keys == null ? OptionalInt.empty() : ExactNumbers.scale(keys);
            if (keys != null && common.isPresent()) {
                return sums(of, inputs.of(keys, of), common.getAsInt(), keys.min(), keys.max(), inputs);
            }
            return keys == null
                            && of.expression() instanceof RowExpression.Decimal decimal
                            && decimal.nulls() == RowExpression.NEVER_NULL
                            && decimal.scale() >= 0
                    ? sums(
                            of,
                            inputs.of(decimal.unscaled(), of),
                            decimal.scale(),
                            decimal.least(),
                            decimal.greatest(),
                            inputs)
                    : new Collected(plain()).state(of, inputs);
        }

        private State sums(Reader of, LongInput numbers, int common, long least, long greatest, InputCache inputs) {
            if (inputs.tables() > 1 || !of.isSumALong(least, greatest)) {
                return halves(numbers, common);
            }
            WholeSums.Finisher finisher = (rows, sum) -> of(rows, BigDecimal.valueOf(sum, common));
            return scale.isEmpty() ? WholeSums.scaled(numbers, finisher, common) : new WholeSums(numbers, finisher);
        }

        /** Creates the state that adds the upper and the lower halves separately. Their sums cannot overflow. */
        private State halves(LongInput numbers, int common) {
            WholeSums upper = new WholeSums(LongInput.of(numbers, n -> n >> Integer.SIZE), (_, sum) -> sum);
            WholeSums lower = new WholeSums(LongInput.of(numbers, n -> n & ExactNumbers.LOW), (_, sum) -> sum);
            return new Composite(
                    List.of(upper, lower),
                    (rows, sums) -> of(
                            rows,
                            ExactNumbers.decimal(
                                    (Long) requireNonNull(sums[0]), (Long) requireNonNull(sums[1]), common)));
        }
    }

    /**
     * The smallest or the greatest value in natural order. Null values do not count. The result without values is null.
     */
    record Extreme<V extends Comparable<? super V>>(boolean greatest) implements Own<@Nullable V, @Nullable V> {
        @Override
        public Collector<@Nullable V, ?, @Nullable V> plain() {
            return Collectors.reducing(null, this::better);
        }

        /** Returns the better of two values; a null value loses. */
        public @Nullable V better(@Nullable V one, @Nullable V other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            int order = other.compareTo(one);
            return (greatest ? order > 0 : order < 0) ? other : one;
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            KeyColumn keys = of.keys();
            if (keys != null && keys.codec().isOrdered()) {
                return new Extremes(
                        inputs.of(keys, of),
                        keys.nulls() == 0 ? null : keys::isNull,
                        of,
                        keys.codec()::value,
                        greatest);
            }
            RowExpression expression = keys == null ? of.orNull() : null;
            return switch (expression) {
                case RowExpression.Whole whole
                when whole.nulls() == RowExpression.NEVER_NULL ->
                    extremes(of, inputs.of(whole.value(), of), whole.kind()::box);
                case RowExpression.Real real
                when real.nulls() == RowExpression.NEVER_NULL -> {
                    LongInput ordered = LongInput.ofDoubles(real.value(), of);
                    boolean isFloat = real.kind() == Kind.FLOAT;
                    yield extremes(of, ordered, key -> {
                        double number = LongInput.ofOrdered(key);
                        return isFloat ? (Object) (float) number : (Object) number;
                    });
                }
                case RowExpression.Decimal decimal
                when decimal.nulls() == RowExpression.NEVER_NULL ->
                    extremes(of, inputs.of(decimal.unscaled(), of), key -> BigDecimal.valueOf(key, decimal.scale()));
                case RowExpression.Whole _, RowExpression.Real _, RowExpression.Decimal _, RowExpression.Reference _ ->
                    new Collected(plain()).state(of, inputs);
                case null -> new Collected(plain()).state(of, inputs);
            };
        }

        private State extremes(Reader of, LongInput keys, LongFunction<Object> value) {
            return new Extremes(keys, null, of, value, greatest);
        }
    }

    /** The number of distinct values. Null values do not count. */
    record DistinctCount() implements Own<@Nullable Object, Long> {
        @Override
        public Collector<@Nullable Object, ?, Long> plain() {
            return Collectors.filtering(
                    Objects::nonNull, Collectors.collectingAndThen(Collectors.toSet(), seen -> (long) seen.size()));
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            Reader.OfRows rows = inputs.retracts() ? of.ofRows() : null;
            return rows == null
                    ? new DistinctCounts(GroupKey.of(of, inputs))
                    : new CountedValues(GroupKey.of(rows, inputs), rows, counted -> (long) counted.size());
        }
    }

    /** Returns a collector that uses the state of a single group. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the caller names the result type of the state
    private static <S extends State, R extends @Nullable Object> Collector<Double, ?, R> ofOneGroup(
            Supplier<S> state, BiConsumer<S, Double> accumulator) {
        return Collector.of(
                () -> {
                    S one = state.get();
                    one.grow(BlockGroups.ALL + 1);
                    return one;
                },
                accumulator,
                (one, other) -> {
                    one.merge(other, new int[] {BlockGroups.NONE, BlockGroups.ALL}, BlockGroups.ALL + 1);
                    return one;
                },
                one -> (R) one.result(BlockGroups.ALL, 0));
    }

    /**
     * The value below which a share of all numbers lies, interpolated linearly between two numbers, as
     * {@code PERCENTILE_CONT} of SQL. It is null without numbers.
     */
    record Percentile(double share) implements Own<Double, @Nullable Double> {
        @Override
        public Collector<Double, ?, @Nullable Double> plain() {
            return ofOneGroup(
                    () -> new Samples(_ -> 0, BlockRows.FIRST, this::of),
                    (samples, number) -> samples.add(BlockGroups.ALL, number));
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            return new Samples(of.real(), of, this::of);
        }

        private @Nullable Double of(double[] numbers, int from, int count) {
            return of(i -> numbers[from + i], count);
        }

        /** Returns the percentile of numbers, which a function returns in ascending order; null if the count is 0. */
        public @Nullable Double of(IntToDoubleFunction numbers, int count) {
            if (count == 0) {
                return null;
            }
            double place = share * (count - 1);
            int below = (int) place;
            double low = numbers.applyAsDouble(below);
            double high = numbers.applyAsDouble(Math.min(below + 1, count - 1));
            double part = place - below;
            return part == 0 ? low : low * (1 - part) + high * part;
        }
    }

    /** All numbers in ascending order. A partition of the rows returns them as its partial result of a percentile. */
    record Numbers() implements Own<Double, double[]> {
        @Override
        public Collector<Double, ?, double[]> plain() {
            return Collectors.collectingAndThen(
                    Collectors.toList(),
                    all -> all.stream().mapToDouble(number -> number).sorted().toArray());
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            return new Samples(
                    of.real(), of, (numbers, from, count) -> Arrays.copyOfRange(numbers, from, from + count));
        }
    }

    /** The variance of numbers. It is null for no numbers, and for one number if it is a sample variance. */
    record Variance(boolean sample) implements Own<Double, @Nullable Double> {
        @Override
        public Collector<Double, ?, @Nullable Double> plain() {
            return ofOneGroup(
                    () -> new Moments(_ -> 0, BlockRows.FIRST, this::of),
                    (moments, number) -> moments.add(BlockGroups.ALL, number));
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            return new Moments(of.real(), of, this::of);
        }

        /**
         * Returns the variance from the count of the numbers and the sum of their squared differences from the mean;
         * null if undefined.
         */
        public @Nullable Double of(long count, double mean, double squares) {
            long freedom = sample ? count - 1 : count;
            return freedom <= 0 ? null : squares / freedom;
        }
    }

    /**
     * The count of numbers, their mean, and the sum of their squared differences from the mean. A partition of the rows
     * returns it as its partial result of a variance.
     */
    record Spread() implements Own<Double, double[]> {
        @Override
        public Collector<Double, ?, double[]> plain() {
            return ofOneGroup(
                    () -> new Moments(_ -> 0, BlockRows.FIRST, Spread::of),
                    (moments, number) -> moments.add(BlockGroups.ALL, number));
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            return new Moments(of.real(), of, Spread::of);
        }

        private static double[] of(long count, double mean, double squares) {
            return new double[] {count, mean, squares};
        }

        /**
         * Returns the merged spread of two parts. Source: Chan, Golub, LeVeque, "Updating formulae and a pairwise
         * algorithm for computing sample variances", 1979.
         */
        public static double[] merged(double[] one, double[] other) {
            double count = one[0] + other[0];
            if (count == 0) {
                return one;
            }
            double difference = other[1] - one[1];
            return new double[] {
                count,
                one[1] + difference * other[0] / count,
                one[2] + other[2] + difference * difference * one[0] * other[0] / count
            };
        }
    }

    /**
     * The number of occurrences of each value. Null values do not count. A partition of the rows returns it as its
     * partial result of a mode or of a distinct count.
     */
    record ValueCounts() implements Own<@Nullable Object, HashMap<Object, Long>> {
        @Override
        public Collector<@Nullable Object, ?, HashMap<Object, Long>> plain() {
            return Collectors.filtering(
                    Objects::nonNull,
                    Collectors.groupingBy((Object value) -> value, HashMap::new, Collectors.counting()));
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            Reader.OfRows rows = of.ofRows();
            return rows == null
                    ? new Collected(plain()).state(of, inputs)
                    : new CountedValues(GroupKey.of(rows, inputs), rows, ValueCounts::counts);
        }

        private static HashMap<Object, Long> counts(CountedValues.Values values) {
            HashMap<Object, Long> counts = HashMap.newHashMap(values.size());
            for (int i = 0; i < values.size(); i++) {
                counts.put(values.value(i), values.count(i));
            }
            return counts;
        }
    }

    /**
     * The most frequent value; the smallest of several. Null values do not count. The result without values is null.
     */
    record Mode<V extends Comparable<? super V>>() implements Own<@Nullable V, @Nullable V> {
        @Override
        public Collector<@Nullable V, ?, @Nullable V> plain() {
            return Collectors.filtering(
                    Objects::nonNull,
                    Collectors.collectingAndThen(
                            Collectors.groupingBy((V value) -> value, TreeMap::new, Collectors.counting()),
                            Mode::mostFrequent));
        }

        /** Returns the most frequent value from the number of occurrences of each one; null if the map is empty. */
        public static <V extends Comparable<? super V>> @Nullable V of(Map<V, Long> counts) {
            return mostFrequent(new TreeMap<>(counts));
        }

        private static <V> @Nullable V mostFrequent(TreeMap<V, Long> ascending) {
            V found = null;
            long most = 0;
            for (Map.Entry<V, Long> counted : ascending.entrySet()) {
                if (counted.getValue() > most) {
                    found = counted.getKey();
                    most = counted.getValue();
                }
            }
            return found;
        }

        @Override
        public State state(Reader of, InputCache inputs) {
            Reader.OfRows rows = of.ofRows();
            return rows == null
                    ? new Collected(plain()).state(of, inputs)
                    : new CountedValues(GroupKey.of(rows, inputs), rows, this::mostFrequent);
        }

        @SuppressWarnings("unchecked") // V is the type of the input
        private @Nullable Object mostFrequent(CountedValues.Values values) {
            V found = null;
            long most = 0;
            for (int i = 0; i < values.size(); i++) {
                long count = values.count(i);
                if (count >= most) {
                    V value = (V) values.value(i);
                    found = count > most || found == null || value.compareTo(found) < 0 ? value : found;
                    most = count;
                }
            }
            return found;
        }
    }
}
