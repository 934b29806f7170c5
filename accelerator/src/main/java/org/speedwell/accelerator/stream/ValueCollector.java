package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** Collectors of values that columns know how to run without making the values. */
public sealed interface ValueCollector<V extends @Nullable Object, A, R extends @Nullable Object>
        extends Collector<V, A, R> {
    @Override
    default Set<Characteristics> characteristics() {
        return Set.of();
    }

    /** The least value or the greatest, by their natural order; null is none, and what comes of none. */
    record Extreme<V extends Comparable<? super V>>(boolean greatest)
            implements ValueCollector<@Nullable V, @Nullable Object[], @Nullable V> {
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
    }

    /** How many different values there are; null is none. */
    record DistinctCount() implements ValueCollector<@Nullable Object, Set<Object>, Long> {
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
    }

    /** The sum of decimals, and how many they are. */
    final class DecimalTotal {
        private BigDecimal sum = BigDecimal.ZERO;
        private long count;
    }

    /** The average of decimals, rounded half up to a scale; null of none. */
    record DecimalAverage(int scale) implements ValueCollector<BigDecimal, DecimalTotal, @Nullable BigDecimal> {
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
            return total -> of(total.sum, total.count);
        }

        @Nullable
        BigDecimal of(BigDecimal sum, long count) {
            return count == 0 ? null : sum.divide(BigDecimal.valueOf(count), scale, RoundingMode.HALF_UP);
        }
    }

    /** Numbers in an array that grows. */
    final class Numbers {
        private double[] values = new double[8];
        private int size;

        void add(double value) {
            values = size == values.length ? Arrays.copyOf(values, 2 * size) : values;
            values[size++] = value;
        }
    }

    /**
     * The number below which a share of all lies, between two of them in proportion, as SQL's {@code PERCENTILE_CONT}; null of
     * none.
     */
    record Percentile(double share) implements ValueCollector<Double, Numbers, @Nullable Double> {
        @Override
        public Supplier<Numbers> supplier() {
            return Numbers::new;
        }

        @Override
        public BiConsumer<Numbers, Double> accumulator() {
            return Numbers::add;
        }

        @Override
        public BinaryOperator<Numbers> combiner() {
            return (left, right) -> {
                for (int i = 0; i < right.size; i++) {
                    left.add(right.values[i]);
                }
                return left;
            };
        }

        @Override
        public Function<Numbers, @Nullable Double> finisher() {
            return numbers -> of(Arrays.copyOf(numbers.values, numbers.size));
        }

        /** Of numbers that may be put in another order. */
        @Nullable
        Double of(double[] numbers) {
            if (numbers.length == 0) {
                return null;
            }
            Arrays.sort(numbers);
            double place = share * (numbers.length - 1);
            int below = (int) place;
            double low = numbers[below];
            double high = numbers[Math.min(below + 1, numbers.length - 1)];
            double part = place - below;
            return part == 0 ? low : low * (1 - part) + high * part;
        }
    }

    /** Count, mean, and the sum of the squares of what the numbers differ from it. */
    final class Moments {
        private long count;
        private double mean;
        private double squares;

        /** Welford, "Note on a method for calculating corrected sums of squares and products", 1962. */
        void add(double value) {
            count++;
            double difference = value - mean;
            mean += difference / count;
            squares += difference * (value - mean);
        }

        /** Chan, Golub, LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979. */
        void add(Moments other) {
            if (other.count > 0) {
                long both = count + other.count;
                double difference = other.mean - mean;
                squares += other.squares + difference * difference * count * other.count / both;
                mean += difference * other.count / both;
                count = both;
            }
        }
    }

    /** The variance of numbers; null of fewer than can have one. */
    record Variance(boolean sample) implements ValueCollector<Double, Moments, @Nullable Double> {
        @Override
        public Supplier<Moments> supplier() {
            return Moments::new;
        }

        @Override
        public BiConsumer<Moments, Double> accumulator() {
            return Moments::add;
        }

        @Override
        public BinaryOperator<Moments> combiner() {
            return (left, right) -> {
                left.add(right);
                return left;
            };
        }

        @Override
        public Function<Moments, @Nullable Double> finisher() {
            return moments -> {
                long of = sample ? moments.count - 1 : moments.count;
                return of <= 0 ? null : moments.squares / of;
            };
        }
    }
}
