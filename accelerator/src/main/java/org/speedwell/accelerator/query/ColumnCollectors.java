package org.speedwell.accelerator.query;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToBigDecimalNullable;
import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.ToByte;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToShort;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.ReferenceField;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.aggregate.ValueAggregate.RealSum;
import org.speedwell.accelerator.aggregate.ValueAggregate.RealSummary;
import org.speedwell.accelerator.aggregate.ValueAggregate.Total;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSum;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSummary;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.lambda.Functions;

/**
 * Collectors of fields and expressions. They have the names of the methods of {@link Collectors}, and give the same
 * results over any stream, also one from SQL. An in-memory stream runs them on columns and makes no entities. It cannot
 * do that with the collectors of the JDK, which are opaque:
 *
 * {@snippet :
 * Map<Rating, Double> lengths = films.stream()
 *     .filter(Film.LENGTH.greaterThan(60))
 *     .collect(groupingBy(Film.RATING, averagingInt(Film.LENGTH.asInt().orElse(0))));
 * }
 *
 * A null key is an error, as in the JDK. A function may also be a lambda: {@code summingLong(film -> film.getFilmId() *
 * 3L)}. Give the lambda's parameter a type where several methods accept it: {@code maximum((Film film) ->
 * film.getFilmId() * 2)}. A lambda that cannot be analyzed, or a foreign collector within, makes it an ordinary
 * collector of entities; {@code explain} and {@code Fallback.WARN} give the reason.
 */
@SuppressWarnings("overloads") // a lambda is not an expression, and would only be collected with entities
public final class ColumnCollectors {
    private ColumnCollectors() {}

    /** Counts the elements. */
    public static <T> Collector<T, ?, Long> counting() {
        return new ColumnCollector<>(new CollectorShape.Counting());
    }

    /** Sums numbers; the sum wraps around as int arithmetic does. */
    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> number) {
        return ofValues(number, new WholeSum(Total.INT, true));
    }

    public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> number) {
        return ofValues(number, new WholeSum(Total.LONG, false));
    }

    public static <T> Collector<T, ?, Double> summingDouble(ToDoubleFunction<? super T> number) {
        return ofValues(number, new RealSum(false));
    }

    /** Sums a field of decimals exactly; 0 if there are no elements. A null decimal is an error. */
    public static <T> Collector<T, ?, BigDecimal> summingDecimal(ReferenceField<T, ?, BigDecimal> field) {
        return ofValues(field, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /** Sums an expression of decimals exactly; 0 if there are no elements. A null decimal is an error. */
    public static <T> Collector<T, ?, BigDecimal> summingDecimal(ToBigDecimal<T> number) {
        return ofValues(number, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /** Sums an expression of decimals exactly; 0 if there are no elements. A null decimal is an error. */
    public static <T> Collector<T, ?, BigDecimal> summingDecimal(ToBigDecimalNullable<T> number) {
        return ofValues(number, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /**
     * Averages a field of decimals, rounded half up to a scale; null if there are no elements. A null decimal is an
     * error.
     */
    public static <T> Collector<T, ?, @Nullable BigDecimal> averagingDecimal(
            ReferenceField<T, ?, BigDecimal> field, int scale) {
        return ofValues(field, new ValueAggregate.DecimalSum(OptionalInt.of(scale)));
    }

    /** Averages an expression of decimals, rounded half up to a scale; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> averagingDecimal(ToBigDecimal<T> number, int scale) {
        return ofValues(number, new ValueAggregate.DecimalSum(OptionalInt.of(scale)));
    }

    /**
     * Sums the decimals that a function returns, such as a lambda or a method reference; 0 if there are no elements:
     * {@code summingValue(payment -> payment.amount().add(payment.tax()))}. A null decimal is an error.
     */
    public static <T> Collector<T, ?, BigDecimal> summingValue(Function<? super T, BigDecimal> decimal) {
        return ofValues(decimal, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /**
     * Averages the decimals that a function returns, rounded half up to a scale; null if there are no elements. A null
     * decimal is an error.
     */
    public static <T> Collector<T, ?, @Nullable BigDecimal> averagingValue(
            Function<? super T, BigDecimal> decimal, int scale) {
        return ofValues(decimal, new ValueAggregate.DecimalSum(OptionalInt.of(scale)));
    }

    /** Averages numbers; 0 if there are no elements. */
    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> number) {
        return ofValues(number, new WholeSum(Total.AVERAGE, true));
    }

    /** Averages numbers; 0 if there are no elements. */
    public static <T> Collector<T, ?, Double> averagingLong(ToLongFunction<? super T> number) {
        return ofValues(number, new WholeSum(Total.AVERAGE, false));
    }

    /** Averages numbers; 0 if there are no elements. */
    public static <T> Collector<T, ?, Double> averagingDouble(ToDoubleFunction<? super T> number) {
        return ofValues(number, new RealSum(true));
    }

    /** Computes the count, sum, minimum and maximum. */
    public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> number) {
        return ofValues(number, new WholeSummary(true));
    }

    /** Computes the count, sum, minimum and maximum. */
    public static <T> Collector<T, ?, LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> number) {
        return ofValues(number, new WholeSummary(false));
    }

    /** Computes the count, sum, minimum and maximum. */
    public static <T> Collector<T, ?, DoubleSummaryStatistics> summarizingDouble(ToDoubleFunction<? super T> number) {
        return ofValues(number, new RealSummary());
    }

    /** Finds the smallest value of a field; null if all values are null. */
    public static <T, V extends Comparable<? super V>> Collector<T, ?, @Nullable V> minimum(
            ReferenceField<T, ?, V> field) {
        return ofValues(field, new ValueAggregate.Extreme<>(false));
    }

    /** Finds the smallest value of an expression, or a field of numbers; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable Integer> minimum(ToInt<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(false));
    }

    /** Finds the smallest value of an expression, or a field of numbers; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable Long> minimum(ToLong<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(false));
    }

    /** Finds the smallest value of an expression, or a field of numbers; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable Double> minimum(ToDouble<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(false));
    }

    /** Finds the smallest value of an expression; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> minimum(ToBigDecimal<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(false));
    }

    /** Finds the greatest value of a field; null if all values are null. */
    public static <T, V extends Comparable<? super V>> Collector<T, ?, @Nullable V> maximum(
            ReferenceField<T, ?, V> field) {
        return ofValues(field, new ValueAggregate.Extreme<>(true));
    }

    /** Finds the greatest value of an expression, or a field of numbers; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable Integer> maximum(ToInt<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(true));
    }

    /** Finds the greatest value of an expression, or a field of numbers; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable Long> maximum(ToLong<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(true));
    }

    /** Finds the greatest value of an expression, or a field of numbers; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable Double> maximum(ToDouble<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(true));
    }

    /** Finds the greatest value of an expression; null if there are no elements. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> maximum(ToBigDecimal<T> number) {
        return ofValues(number, new ValueAggregate.Extreme<>(true));
    }

    /** Counts the distinct values of a field, without null. */
    public static <T> Collector<T, ?, Long> countingDistinct(ReferenceField<T, ?, ?> field) {
        return ofValues(field, new ValueAggregate.DistinctCount());
    }

    /** Counts the distinct values of an expression, or a field of numbers, without null. */
    public static <T> Collector<T, ?, Long> countingDistinct(Expression<T> expression) {
        return ofValues(expression, new ValueAggregate.DistinctCount());
    }

    /** Counts the distinct values of a field of texts or enums, without null. */
    @SuppressWarnings("ExtendsObject") // gives it an erasure of its own
    public static <T, F extends Object & ReferenceField<T, ?, ?> & Expression<T>>
            Collector<T, ?, Long> countingDistinct(F field) {
        return countingDistinct((ReferenceField<T, ?, ?>) field);
    }

    /** Counts the distinct results of a function, such as a lambda or a method reference, without null. */
    public static <T> Collector<T, ?, Long> countingDistinctValue(Function<? super T, ?> value) {
        return ofValues(value, new ValueAggregate.DistinctCount());
    }

    /**
     * Finds the most frequent value of a field, the smallest one if there are several; null if all values are null.
     */
    public static <T, V extends Comparable<? super V>> Collector<T, ?, @Nullable V> mode(
            ReferenceField<T, ?, V> field) {
        return ofValues(field, new ValueAggregate.Mode<>());
    }

    /**
     * Finds the most frequent value of an expression, the smallest one if there are several; null if there are no
     * elements.
     */
    public static <T> Collector<T, ?, @Nullable Integer> mode(ToInt<T> number) {
        return ofValues(number, new ValueAggregate.Mode<>());
    }

    /**
     * Finds the most frequent value of an expression, the smallest one if there are several; null if there are no
     * elements.
     */
    public static <T> Collector<T, ?, @Nullable Long> mode(ToLong<T> number) {
        return ofValues(number, new ValueAggregate.Mode<>());
    }

    /**
     * Finds the exact median of numbers; null if there are no elements. With an even count it is the mean of the middle
     * two.
     */
    public static <T> Collector<T, ?, @Nullable Double> median(ToDoubleFunction<? super T> number) {
        return percentile(number, 0.5);
    }

    /**
     * Finds the exact number below which a share of all numbers lies, as SQL's {@code PERCENTILE_CONT}. It interpolates
     * linearly between two numbers. It keeps all numbers until the end. Null if there are no elements.
     *
     * @param share a number from 0 to 1
     * @throws IllegalArgumentException if {@code share} is not from 0 to 1
     */
    public static <T> Collector<T, ?, @Nullable Double> percentile(ToDoubleFunction<? super T> number, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("The share must be from 0 to 1, but is " + share + ".");
        }
        return ofValues(number, new ValueAggregate.Percentile(share));
    }

    /**
     * Computes the variance of numbers that are the whole population, as SQL's {@code VAR_POP}; null if there are no
     * elements.
     */
    public static <T> Collector<T, ?, @Nullable Double> populationVariance(ToDoubleFunction<? super T> number) {
        return ofValues(number, new ValueAggregate.Variance(false));
    }

    /**
     * Computes the variance of numbers that are a sample, as SQL's {@code VAR_SAMP}; null if there are fewer than two.
     */
    public static <T> Collector<T, ?, @Nullable Double> sampleVariance(ToDoubleFunction<? super T> number) {
        return ofValues(number, new ValueAggregate.Variance(true));
    }

    /** Passes the values of a field, also null, to any collector: {@code mapping(Film.TITLE, Collectors.toSet())}. */
    public static <T, V, R> Collector<T, ?, R> mapping(
            ReferenceField<T, ?, V> field, Collector<? super V, ?, R> downstream) {
        return mapped(field, downstream);
    }

    /** Passes the values of an expression to any collector. */
    public static <T, R> Collector<T, ?, R> mapping(ToInt<T> number, Collector<? super Integer, ?, R> downstream) {
        return mapped(number, downstream);
    }

    /** Passes the values of an expression to any collector. */
    public static <T, R> Collector<T, ?, R> mapping(ToLong<T> number, Collector<? super Long, ?, R> downstream) {
        return mapped(number, downstream);
    }

    /** Passes the values of an expression to any collector. */
    public static <T, R> Collector<T, ?, R> mapping(ToString<T> text, Collector<? super String, ?, R> downstream) {
        return mapped(text, downstream);
    }

    /** Passes the results of a function, such as a lambda or a method reference, to any collector. */
    public static <T, V, R> Collector<T, ?, R> mappingValue(
            Function<? super T, ? extends V> value, Collector<? super V, ?, R> downstream) {
        return mapped(value, downstream);
    }

    /** Collects the elements that match a predicate. */
    public static <T, R> Collector<T, ?, R> filtering(
            Predicate<? super T> predicate, Collector<? super T, ?, R> downstream) {
        recognize(predicate);
        return new ColumnCollector<>(new CollectorShape.Filtering(predicate, CollectorShape.of(downstream)));
    }

    /** Collects the elements that match a predicate, and separately the elements that do not. */
    public static <T, D> Collector<T, ?, Map<Boolean, D>> partitioningBy(
            Predicate<? super T> predicate, Collector<? super T, ?, D> downstream) {
        recognize(predicate);
        return new ColumnCollector<>(new CollectorShape.Partitioning(predicate, CollectorShape.of(downstream)));
    }

    /** Groups by the values of a field. */
    public static <T, K, D> Collector<T, ?, Map<K, D>> groupingBy(
            ReferenceField<T, ?, K> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field, into a map of your choice. */
    public static <T, K, D, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            ReferenceField<T, ?, K> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Integer, D>> groupingBy(
            ToInt<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Integer, D>> Collector<T, ?, M> groupingBy(
            ToInt<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Long, D>> groupingBy(
            ToLong<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Long, D>> Collector<T, ?, M> groupingBy(
            ToLong<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Short, D>> groupingBy(
            ToShort<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Short, D>> Collector<T, ?, M> groupingBy(
            ToShort<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Byte, D>> groupingBy(
            ToByte<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Byte, D>> Collector<T, ?, M> groupingBy(
            ToByte<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Boolean, D>> groupingBy(
            ToBoolean<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Boolean, D>> Collector<T, ?, M> groupingBy(
            ToBoolean<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /** Groups by an expression. */
    public static <T, D> Collector<T, ?, Map<String, D>> groupingBy(
            ToString<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by an expression, into a map of your choice. */
    public static <T, D, M extends Map<String, D>> Collector<T, ?, M> groupingBy(
            ToString<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /**
     * Groups by the results of a function, such as a lambda or a method reference: {@code groupingByKey(film ->
     * film.getFilmId() / 100, counting())}. A result must not be null.
     */
    public static <T, K, D> Collector<T, ?, Map<K, D>> groupingByKey(
            Function<? super T, ? extends K> key, Collector<? super T, ?, D> downstream) {
        return groupingByKey(key, HashMap::new, downstream);
    }

    /** Groups by the results of a function, into a map of your choice. */
    public static <T, K, D, M extends Map<K, D>> Collector<T, ?, M> groupingByKey(
            Function<? super T, ? extends K> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return grouping(key, mapFactory, downstream);
    }

    /**
     * Selects the groups with the greatest values, the greatest first. Groups of equal value are in the order of their
     * keys.
     *
     * {@snippet :
     * List<Map.Entry<Integer, BigDecimal>> best = payments.stream()
     *     .collect(greatest(10, groupingBy(Payment.RENTAL_ID, summingDecimal(Payment.AMOUNT))));
     * }
     *
     * In memory it selects the groups by their totals, and makes no object of the others.
     *
     * @param limit the maximum number of groups
     * @throws IllegalArgumentException if {@code limit} is negative
     */
    public static <T, K extends Comparable<? super K>, D extends Comparable<? super D>>
            Collector<T, ?, List<Map.Entry<K, D>>> greatest(int limit, Collector<T, ?, ? extends Map<K, D>> groups) {
        if (limit < 0) {
            throw new IllegalArgumentException("The number of groups must not be negative, but is " + limit + ".");
        }
        Comparator<Map.Entry<K, D>> order =
                Map.Entry.<K, D>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey());
        Function<Map<K, D>, List<Map.Entry<K, D>>> choice = all -> all.entrySet().stream()
                .sorted(order)
                .limit(limit)
                .map(group -> Map.entry(group.getKey(), group.getValue()))
                .toList();
        return greatest(limit, CollectorShape.of(groups), choice);
    }

    @SuppressWarnings("unchecked") // the groups are a map of the keys and values that are compared
    private static <T, K, D, R> Collector<T, ?, R> greatest(
            int limit, CollectorShape groups, Function<Map<K, D>, R> choice) {
        return new ColumnCollector<>(new CollectorShape.Greatest(limit, groups, all -> choice.apply((Map<K, D>) all)));
    }

    private static <T, R> Collector<T, ?, R> ofValues(Object function, ValueAggregate aggregate) {
        recognize(function);
        return new ColumnCollector<>(new CollectorShape.OfValues(function, aggregate));
    }

    private static <T, R> Collector<T, ?, R> mapped(Object function, Collector<?, ?, R> downstream) {
        return ofValues(function, new ValueAggregate.Collected(downstream));
    }

    private static <T, M extends Map<?, ?>> Collector<T, ?, M> grouping(
            Object key, Supplier<M> mapFactory, Collector<? super T, ?, ?> downstream) {
        recognize(key);
        return new ColumnCollector<>(new CollectorShape.Grouping(key, mapFactory, CollectorShape.of(downstream)));
    }

    /** Analyzes a lambda when a method of this class receives it first. */
    private static void recognize(Object function) {
        Functions.recognizeFirst(function, type -> type == ColumnCollectors.class);
    }
}
