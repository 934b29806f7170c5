package org.speedwell.accelerator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.expr.Kind;

/** What is computed of the values of a group. Those that the JDK does not have are also collectors of values. Immutable. */
public sealed interface ValueAggregate {

    /** Returns the state over the values of an input; throws {@link NotOnColumnsException} if columns cannot compute it. */
    State state(Input of, Inputs inputs);

    /** A collector of values, with no characteristics. */
    sealed interface OfValues<V extends @Nullable Object, A, R extends @Nullable Object>
            extends ValueAggregate, Collector<V, A, R> {
        @Override
        default Set<Characteristics> characteristics() {
            return Set.of();
        }
    }

    /** The result of a sum of whole numbers. */
    enum Total {
        INT,
        LONG,
        AVERAGE;

        /** Returns the result; an average of nothing is 0, as that of the JDK. */
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
     * @param isInt whether the numbers are cut to ints
     */
    record WholeSum(Total total, boolean isInt) implements ValueAggregate {
        @Override
        public State state(Input of, Inputs inputs) {
            return new WholeSums(inputs.of(of.whole(isInt).value(), of.table()), total::of);
        }
    }

    /** The sum or the average of doubles. */
    record RealSum(boolean isAverage) implements ValueAggregate {
        @Override
        public State state(Input of, Inputs inputs) {
            return new RealSums(of.real(), of.table(), isAverage);
        }
    }

    /** Count, sum, least and greatest of whole numbers. */
    record WholeSummary(boolean isInt) implements ValueAggregate {
        @Override
        public State state(Input of, Inputs inputs) {
            return new Summaries(inputs.of(of.whole(isInt).value(), of.table()), isInt);
        }
    }

    /** Count, sum, least and greatest of doubles. */
    record RealSummary() implements ValueAggregate {
        @Override
        public State state(Input of, Inputs inputs) {
            return new RealSummaries(of.real(), of.table());
        }
    }

    /** Any collector of values. */
    record Collected(Collector<?, ?, ?> collector) implements ValueAggregate {
        @Override
        public State state(Input of, Inputs inputs) {
            IntFunction<@Nullable Object> value = of.value();
            int table = of.table();
            return new Containers((block, place) -> value.apply(block.rows[table][place]), collector);
        }
    }

    /** The sum of decimals, and how many there are. */
    final class DecimalTotal {
        private BigDecimal sum = BigDecimal.ZERO;
        private long count;
    }

    /**
     * The exact sum of decimals, 0 of none; or their average, null of none. A decimal that is null is an error.
     *
     * @param scale of the average, which is rounded half up; empty for the sum
     */
    record DecimalSum(OptionalInt scale) implements OfValues<BigDecimal, DecimalTotal, @Nullable BigDecimal> {
        @Override
        public Supplier<DecimalTotal> supplier() {
            return DecimalTotal::new;
        }

        @Override
        public BiConsumer<DecimalTotal, BigDecimal> accumulator() {
            return (total, value) -> {
                total.sum = total.sum.add(value);
                total.count++;
            };
        }

        @Override
        public BinaryOperator<DecimalTotal> combiner() {
            return (left, right) -> {
                left.sum = left.sum.add(right.sum);
                left.count += right.count;
                return left;
            };
        }

        @Override
        public Function<DecimalTotal, @Nullable BigDecimal> finisher() {
            return total -> of(total.count, total.sum);
        }

        /** Returns the result. */
        @Nullable
        public BigDecimal of(long rows, BigDecimal sum) {
            if (scale.isEmpty()) {
                return rows == 0 ? BigDecimal.ZERO : sum;
            }
            return rows == 0 ? null : sum.divide(BigDecimal.valueOf(rows), scale.getAsInt(), RoundingMode.HALF_UP);
        }

        @Override
        public State state(Input of, Inputs inputs) {
            KeyColumn keys = of.keys();
            OptionalInt common = keys == null ? OptionalInt.empty() : ExactNumbers.scale(keys);
            if (keys != null && common.isPresent()) {
                return sums(of, inputs.of(keys, of.table()), common.getAsInt(), keys.min(), keys.max(), inputs);
            }
            return keys == null
                            && of.expression() instanceof RowExpression.Decimal decimal
                            && decimal.nulls() == RowExpression.NEVER_NULL
                            && decimal.scale() >= 0
                    ? sums(
                            of,
                            inputs.of(decimal.unscaled(), of.table()),
                            decimal.scale(),
                            decimal.least(),
                            decimal.greatest(),
                            inputs)
                    : new Collected(this).state(of, inputs);
        }

        private State sums(Input of, LongInput numbers, int common, long least, long greatest, Inputs inputs) {
            return inputs.tables() == 1 && ExactNumbers.isSumALong(of.scope().table(), least, greatest)
                    ? new WholeSums(numbers, (rows, sum) -> of(rows, BigDecimal.valueOf(sum, common)))
                    : new ExactSums(numbers, (rows, sum) -> of(rows, decimal(sum, common)));
        }

        private static BigDecimal decimal(BigInteger unscaled, int scale) {
            return unscaled.bitLength() < Long.SIZE
                    ? BigDecimal.valueOf(unscaled.longValue(), scale)
                    : new BigDecimal(unscaled, scale);
        }
    }

    /** The least value or the greatest, by their natural order; null is skipped, and the result of none. */
    record Extreme<V extends Comparable<? super V>>(boolean greatest)
            implements OfValues<@Nullable V, @Nullable Object[], @Nullable V> {
        @Override
        public Supplier<@Nullable Object[]> supplier() {
            return () -> new @Nullable Object[1];
        }

        @Override
        public BiConsumer<@Nullable Object[], @Nullable V> accumulator() {
            return (found, value) -> found[0] = better(found[0], value);
        }

        @Override
        public BinaryOperator<@Nullable Object[]> combiner() {
            return (left, right) -> {
                left[0] = better(left[0], right[0]);
                return left;
            };
        }

        @SuppressWarnings("unchecked") // both are values
        private @Nullable Object better(@Nullable Object one, @Nullable Object other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            int order = ((V) other).compareTo((V) one);
            return (greatest ? order > 0 : order < 0) ? other : one;
        }

        @Override
        @SuppressWarnings("unchecked") // it holds values
        public Function<@Nullable Object[], @Nullable V> finisher() {
            return found -> (V) found[0];
        }

        @Override
        public State state(Input of, Inputs inputs) {
            KeyColumn keys = of.keys();
            if (keys != null && keys.codec().isOrdered()) {
                return new Extremes(
                        inputs.of(keys, of.table()),
                        keys.nulls() == 0 ? null : keys::isNull,
                        of.table(),
                        keys.codec()::value,
                        greatest);
            }
            RowExpression expression = keys == null ? of.orNull() : null;
            return switch (expression) {
                case RowExpression.Whole whole
                when whole.nulls() == RowExpression.NEVER_NULL ->
                    extremes(of, inputs.of(whole.value(), of.table()), whole.kind()::box);
                case RowExpression.Real real
                when real.nulls() == RowExpression.NEVER_NULL -> {
                    LongInput ordered = LongInput.ofDoubles(real.value(), of.table());
                    boolean isFloat = real.kind() == Kind.FLOAT;
                    yield extremes(of, ordered, key -> {
                        double number = LongInput.ofOrdered(key);
                        return isFloat ? (Object) (float) number : (Object) number;
                    });
                }
                case RowExpression.Decimal decimal
                when decimal.nulls() == RowExpression.NEVER_NULL ->
                    extremes(
                            of,
                            inputs.of(decimal.unscaled(), of.table()),
                            key -> BigDecimal.valueOf(key, decimal.scale()));
                case RowExpression.Whole _, RowExpression.Real _, RowExpression.Decimal _, RowExpression.Reference _ ->
                    new Collected(this).state(of, inputs);
                case null -> new Collected(this).state(of, inputs);
            };
        }

        private State extremes(Input of, LongInput keys, LongFunction<Object> value) {
            return new Extremes(keys, null, of.table(), value, greatest);
        }
    }

    /** How many different values there are; null is not counted. */
    record DistinctCount() implements OfValues<@Nullable Object, Set<Object>, Long> {
        @Override
        public Supplier<Set<Object>> supplier() {
            return HashSet::new;
        }

        @Override
        public BiConsumer<Set<Object>, @Nullable Object> accumulator() {
            return (seen, value) -> {
                if (value != null) {
                    seen.add(value);
                }
            };
        }

        @Override
        public BinaryOperator<Set<Object>> combiner() {
            return (left, right) -> {
                left.addAll(right);
                return left;
            };
        }

        @Override
        public Function<Set<Object>, Long> finisher() {
            return seen -> (long) seen.size();
        }

        @Override
        public State state(Input of, Inputs inputs) {
            return new DistinctCounts(GroupKey.of(of, inputs));
        }
    }

    /** A number of the values of one group, computed one by one as the state of columns computes it. */
    private static <S extends State> Supplier<S> ofOneGroup(Supplier<S> state) {
        return () -> {
            S made = state.get();
            made.grow(BlockGroups.ALL + 1);
            return made;
        };
    }

    private static <S extends State> BinaryOperator<S> merger() {
        return (left, right) -> {
            left.merge(right, new int[] {BlockGroups.NONE, BlockGroups.ALL}, BlockGroups.ALL + 1);
            return left;
        };
    }

    /**
     * The number below which a share of all lies, between two of them in proportion, as SQL's {@code PERCENTILE_CONT}; null of
     * none.
     */
    record Percentile(double share) implements OfValues<Double, State, @Nullable Double> {
        @Override
        public Supplier<State> supplier() {
            return ofOneGroup(() -> new Samples(_ -> 0, 0, share));
        }

        @Override
        public BiConsumer<State, Double> accumulator() {
            return (samples, number) -> ((Samples) samples).add(BlockGroups.ALL, number);
        }

        @Override
        public BinaryOperator<State> combiner() {
            return merger();
        }

        @Override
        public Function<State, @Nullable Double> finisher() {
            return samples -> (Double) samples.result(BlockGroups.ALL, 0);
        }

        @Override
        public State state(Input of, Inputs inputs) {
            return new Samples(of.real(), of.table(), share);
        }
    }

    /** The variance of numbers; null of fewer than can have one. */
    record Variance(boolean sample) implements OfValues<Double, State, @Nullable Double> {
        @Override
        public Supplier<State> supplier() {
            return ofOneGroup(() -> new Moments(_ -> 0, 0, sample));
        }

        @Override
        public BiConsumer<State, Double> accumulator() {
            return (moments, number) -> ((Moments) moments).add(BlockGroups.ALL, number);
        }

        @Override
        public BinaryOperator<State> combiner() {
            return merger();
        }

        @Override
        public Function<State, @Nullable Double> finisher() {
            return moments -> (Double) moments.result(BlockGroups.ALL, 0);
        }

        @Override
        public State state(Input of, Inputs inputs) {
            return new Moments(of.real(), of.table(), sample);
        }
    }
}
