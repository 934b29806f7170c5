package org.speedwell.streaming.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The aggregates of the library. The functions passed must not return null. Immutable and thread-safe.
 *
 * {@snippet :
 * readings.keyLong(Reading::sensor)
 *     .window(Window.tumbling(Duration.ofMinutes(1)))
 *     .aggregate(Aggregates.sum(Reading::value));
 * }
 */
public final class Aggregates {
    private Aggregates() {}

    /** Returns an aggregate that counts events. Panes store primitives. */
    public static <T> Aggregate<T, ?, Long> count() {
        return new Totals<>("count", null, (count, sum) -> count);
    }

    /**
     * Returns an aggregate that sums a whole number of each event. The sum wraps beyond 64 bits. Panes store
     * primitives.
     */
    public static <T> Aggregate<T, ?, Long> sum(ToLongFunction<? super T> number) {
        return new Totals<>("sum", number, (count, sum) -> sum);
    }

    /**
     * Returns an aggregate that averages a whole number of each event. The result is correct while the sum fits into 64
     * bits. Panes store primitives.
     */
    public static <T> Aggregate<T, ?, Double> average(ToLongFunction<? super T> number) {
        return new Totals<>("average", number, (count, sum) -> (double) sum / count);
    }

    /**
     * Returns an aggregate that sums a floating-point number of each event, like {@code DoubleStream.sum}. It
     * compensates for rounding errors. An infinite number makes the sum infinite. NaN, or both infinities together,
     * make it NaN.
     */
    public static <T> Aggregate<T, ?, Double> sumDouble(ToDoubleFunction<? super T> number) {
        return doubleTotals("double sum", number, DoubleTotals::sum);
    }

    /**
     * Returns an aggregate that averages a floating-point number of each event: the {@link #sumDouble} divided by the
     * count.
     */
    public static <T> Aggregate<T, ?, Double> averageDouble(ToDoubleFunction<? super T> number) {
        return doubleTotals("double average", number, DoubleTotals::average);
    }

    private static <T> Aggregate<T, ?, Double> doubleTotals(
            String definition, ToDoubleFunction<? super T> number, Function<DoubleTotals, Double> result) {
        return new FunctionAggregate<T, DoubleTotals, Double>(
                definition,
                DoubleTotals::new,
                (totals, event, time) -> totals.add(number.applyAsDouble(event)),
                DoubleTotals::addAll,
                null,
                result);
    }

    /** Returns an aggregate that selects the smallest event. The choice between equal events is arbitrary. */
    public static <T> Aggregate<T, ?, T> min(Comparator<? super T> order) {
        return Aggregates.<T>greatest("least", 1, order.reversed()).andThen(List::getFirst);
    }

    /** Returns an aggregate that selects the greatest event. The choice between equal events is arbitrary. */
    public static <T> Aggregate<T, ?, T> max(Comparator<? super T> order) {
        return Aggregates.<T>greatest("greatest", 1, order).andThen(List::getFirst);
    }

    /**
     * Returns an aggregate that selects the {@code n} greatest events, in descending order. The choice between equal
     * events is arbitrary.
     *
     * @throws IllegalArgumentException if {@code n} is less than 1
     */
    public static <T> Aggregate<T, ?, List<T>> top(int n, Comparator<? super T> order) {
        if (n < 1) {
            throw new IllegalArgumentException("n is " + n + ", but must be 1 or more.");
        }
        return greatest("greatest " + n, n, order);
    }

    private static <T> Aggregate<T, ?, List<T>> greatest(String definition, int n, Comparator<? super T> order) {
        return new FunctionAggregate<T, Top<T>, List<T>>(
                definition,
                Top::new,
                (top, event, time) -> top.add(event, n, order),
                (top, other) -> top.addAll(other, n, order),
                null,
                Top::descending);
    }

    /**
     * Returns an aggregate that counts distinct values, compared by {@code equals}. It is exact: the accumulator stores
     * all distinct values of the window.
     */
    public static <T, V> Aggregate<T, ?, Long> distinct(Function<? super T, ? extends V> value) {
        return new FunctionAggregate<T, Multiset<V>, Long>(
                "distinct",
                Multiset::new,
                (values, event, time) -> values.add(value.apply(event), 1),
                Multiset::addAll,
                Multiset::removeAll,
                Multiset::distinct);
    }

    /** Returns an aggregate that computes the count, mean and variance of a number of each event. */
    public static <T> Aggregate<T, ?, Moments> variance(ToDoubleFunction<? super T> number) {
        return new FunctionAggregate<T, MomentsAccumulator, Moments>(
                "variance",
                MomentsAccumulator::new,
                (moments, event, time) -> moments.add(number.applyAsDouble(event)),
                MomentsAccumulator::addAll,
                null,
                MomentsAccumulator::moments);
    }

    /**
     * Returns an aggregate that integrates a sampled quantity over event time, in units of the quantity × milliseconds.
     * It sums trapezoids between neighbouring samples, and nothing before the first or after the last. Samples at the
     * same time keep their order of arrival. Panes store all samples of a window as primitives, because a late sample
     * may be the neighbour of any other.
     */
    public static <T> Aggregate<T, ?, Double> timeIntegral(ToDoubleFunction<? super T> quantity) {
        return new TimeIntegral<>(quantity, area -> area);
    }

    /** Returns an aggregate that combines the results of two aggregates of the same events. */
    public static <T, A, B, R, S, U> Aggregate<T, ?, U> allOf(
            Aggregate<T, A, R> first, Aggregate<T, B, S> second, BiFunction<? super R, ? super S, ? extends U> result) {
        return new BothAggregate<>(first, second, result);
    }

    /** Returns an aggregate that combines the results of three aggregates of the same events. */
    public static <T, R1, R2, R3, U> Aggregate<T, ?, U> allOf(
            Aggregate<T, ?, R1> first,
            Aggregate<T, ?, R2> second,
            Aggregate<T, ?, R3> third,
            OfThree<? super R1, ? super R2, ? super R3, ? extends U> result) {
        return allOf(first, pair(second, third), (a, rest) -> result.apply(a, rest.first, rest.second));
    }

    /** Returns an aggregate that combines the results of four aggregates of the same events. */
    public static <T, R1, R2, R3, R4, U> Aggregate<T, ?, U> allOf(
            Aggregate<T, ?, R1> first,
            Aggregate<T, ?, R2> second,
            Aggregate<T, ?, R3> third,
            Aggregate<T, ?, R4> fourth,
            OfFour<? super R1, ? super R2, ? super R3, ? super R4, ? extends U> result) {
        return allOf(
                pair(first, second),
                pair(third, fourth),
                (left, right) -> result.apply(left.first, left.second, right.first, right.second));
    }

    /** A function of three results. */
    @FunctionalInterface
    public interface OfThree<A, B, C, R> {
        R apply(A first, B second, C third);
    }

    /** A function of four results. */
    @FunctionalInterface
    public interface OfFour<A, B, C, D, R> {
        R apply(A first, B second, C third, D fourth);
    }

    private record Pair<A, B>(A first, B second) {}

    private static <T, A, B> Aggregate<T, ?, Pair<A, B>> pair(Aggregate<T, ?, A> first, Aggregate<T, ?, B> second) {
        return allOf(first, second, Pair<A, B>::new);
    }
}
