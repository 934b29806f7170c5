package org.speedwell.streaming.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The aggregates that come with the library. Functions must not return null.
 * Immutable, and for any number of threads.
 *
 * {@snippet :
 * readings.keyLong(Reading::sensor)
 *     .window(Window.tumbling(Duration.ofMinutes(1)))
 *     .aggregate(Aggregates.sum(Reading::value));
 * }
 */
public final class Aggregates {
    private Aggregates() {}

    /** How many events. Kept as primitives. */
    public static <T> Aggregate<T, ?, Long> count() {
        return new Totals<>("count", null, (count, sum) -> count);
    }

    /** The sum of a whole number of each event; it wraps beyond 64 bits. Kept as primitives. */
    public static <T> Aggregate<T, ?, Long> sum(ToLongFunction<? super T> number) {
        return new Totals<>("sum", number, (count, sum) -> sum);
    }

    /** The average of a whole number of each event; right while the sum fits 64 bits. Kept as primitives. */
    public static <T> Aggregate<T, ?, Double> average(ToLongFunction<? super T> number) {
        return new Totals<>("average", number, (count, sum) -> (double) sum / count);
    }

    /**
     * The sum of a floating-point number of each event, as {@code DoubleStream.sum} has it: rounding errors are
     * compensated, infinite numbers give an infinite sum, and NaN, or both infinities, NaN.
     */
    public static <T> Aggregate<T, ?, Double> sumDouble(ToDoubleFunction<? super T> number) {
        return doubleTotals("double sum", number, DoubleTotals::sum);
    }

    /** The average of a floating-point number of each event: the {@link #sumDouble} by the count. */
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

    /** The least event; of equal ones any. */
    public static <T> Aggregate<T, ?, T> min(Comparator<? super T> order) {
        return Aggregates.<T>greatest("least", 1, order.reversed()).andThen(List::getFirst);
    }

    /** The greatest event; of equal ones any. */
    public static <T> Aggregate<T, ?, T> max(Comparator<? super T> order) {
        return Aggregates.<T>greatest("greatest", 1, order).andThen(List::getFirst);
    }

    /** The {@code n} greatest events, the greatest first; of equal ones any. */
    public static <T> Aggregate<T, ?, List<T>> top(int n, Comparator<? super T> order) {
        if (n < 1) {
            throw new IllegalArgumentException("The top " + n + " is no aggregate: n must be 1 or more.");
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

    /** How many distinct values, told apart by {@code equals}. Exact: all values of the window are held. */
    public static <T, V> Aggregate<T, ?, Long> distinct(Function<? super T, ? extends V> value) {
        return new FunctionAggregate<T, Multiset<V>, Long>(
                "distinct",
                Multiset::new,
                (values, event, time) -> values.add(value.apply(event), 1),
                Multiset::addAll,
                Multiset::removeAll,
                Multiset::distinct);
    }

    /** Count, mean and variance of a number of each event. */
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
     * The integral over event time of a quantity that events sample, in units of the quantity × milliseconds:
     * trapezoids between samples next to each other, nothing before the first and behind the last. Of several samples
     * at one time their order of arrival decides. Kept as primitives, all samples of a window among them, as one that comes
     * out of order may be next to any other.
     */
    public static <T> Aggregate<T, ?, Double> timeIntegral(ToDoubleFunction<? super T> quantity) {
        return new TimeIntegral<>(quantity, area -> area);
    }

    /** Two aggregates of the same events, and what is made of their results. */
    public static <T, A, B, R, S, U> Aggregate<T, ?, U> allOf(
            Aggregate<T, A, R> first, Aggregate<T, B, S> second, BiFunction<? super R, ? super S, ? extends U> result) {
        return new BothAggregate<>(first, second, result);
    }

    /** Three aggregates of the same events, and what is made of their results. */
    public static <T, R1, R2, R3, U> Aggregate<T, ?, U> allOf(
            Aggregate<T, ?, R1> first,
            Aggregate<T, ?, R2> second,
            Aggregate<T, ?, R3> third,
            OfThree<? super R1, ? super R2, ? super R3, ? extends U> result) {
        return allOf(first, pair(second, third), (a, rest) -> result.apply(a, rest.first, rest.second));
    }

    /** Four aggregates of the same events, and what is made of their results. */
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

    /** Makes one of three results. */
    @FunctionalInterface
    public interface OfThree<A, B, C, R> {
        R apply(A first, B second, C third);
    }

    /** Makes one of four results. */
    @FunctionalInterface
    public interface OfFour<A, B, C, D, R> {
        R apply(A first, B second, C third, D fourth);
    }

    private record Pair<A, B>(A first, B second) {}

    private static <T, A, B> Aggregate<T, ?, Pair<A, B>> pair(Aggregate<T, ?, A> first, Aggregate<T, ?, B> second) {
        return allOf(first, second, Pair<A, B>::new);
    }
}
