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
import org.speedwell.accelerator.expression.ExpressionValue;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.lambda.Functions;

/**
 * Collectors of fields and expressions. They are those of {@link Collectors} by the same names and give the same results
 * over any stream, from SQL as well; a stream in memory runs them on columns, with no entity made, where it could not look
 * into those of the JDK:
 *
 * {@snippet :
 * Map<Rating, Double> lengths = films.stream()
 *     .filter(Film.LENGTH.greaterThan(60))
 *     .collect(groupingBy(Film.RATING, averagingInt(Film.LENGTH.asInt().orElse(0))));
 * }
 *
 * A key that is null is an error, as it is there. A function may be a lambda, too: {@code summingLong(film -> film.getFilmId() * 3L)}. Give
 * it the type of its parameter where several methods would take it: {@code maximum((Film film) -> film.getFilmId() * 2)}. A lambda that
 * cannot be read, or a collector from elsewhere within, makes it an ordinary collector of
 * entities; {@code explain} and {@code Fallback.WARN} tell why.
 */
@SuppressWarnings("overloads") // a lambda is no expression, and would only be collected with entities
public final class ColumnCollectors {
    private ColumnCollectors() {}

    /** How many there are. */
    public static <T> Collector<T, ?, Long> counting() {
        return new ColumnCollector<>(Collectors.<T>counting(), new CollectorShape.Counting());
    }

    /** The sum; it wraps as that of ints does. */
    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> number) {
        return ofValues(Collectors.summingInt(number), new WholeSum(Total.INT, true), number);
    }

    public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> number) {
        return ofValues(Collectors.summingLong(number), new WholeSum(Total.LONG, false), number);
    }

    public static <T> Collector<T, ?, Double> summingDouble(ToDoubleFunction<? super T> number) {
        return ofValues(Collectors.summingDouble(number), new RealSum(false), number);
    }

    /** The exact sum of a field of decimals; 0 of nothing. A decimal that is null is an error. */
    public static <T> Collector<T, ?, BigDecimal> summingDecimal(ReferenceField<T, ?, BigDecimal> field) {
        return own(field, field::get, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /** The exact sum of an expression of decimals; 0 of nothing. A decimal that is null is an error. */
    public static <T> Collector<T, ?, BigDecimal> summingDecimal(ToBigDecimal<T> number) {
        return own(number, number, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /** The exact sum of an expression of decimals; 0 of nothing. A decimal that is null is an error. */
    public static <T> Collector<T, ?, BigDecimal> summingDecimal(ToBigDecimalNullable<T> number) {
        return own(number, number, new ValueAggregate.DecimalSum(OptionalInt.empty()));
    }

    /** The average of a field of decimals, rounded half up to a scale; null of nothing. A decimal that is null is an error. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> averagingDecimal(
            ReferenceField<T, ?, BigDecimal> field, int scale) {
        return own(field, field::get, new ValueAggregate.DecimalSum(OptionalInt.of(scale)));
    }

    /** The average of an expression of decimals, rounded half up to a scale; null of nothing. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> averagingDecimal(ToBigDecimal<T> number, int scale) {
        return own(number, number, new ValueAggregate.DecimalSum(OptionalInt.of(scale)));
    }

    /** The average; 0 of nothing. */
    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> number) {
        return ofValues(Collectors.averagingInt(number), new WholeSum(Total.AVERAGE, true), number);
    }

    /** The average; 0 of nothing. */
    public static <T> Collector<T, ?, Double> averagingLong(ToLongFunction<? super T> number) {
        return ofValues(Collectors.averagingLong(number), new WholeSum(Total.AVERAGE, false), number);
    }

    /** The average; 0 of nothing. */
    public static <T> Collector<T, ?, Double> averagingDouble(ToDoubleFunction<? super T> number) {
        return ofValues(Collectors.averagingDouble(number), new RealSum(true), number);
    }

    /** Count, sum, least and greatest. */
    public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> number) {
        return ofValues(Collectors.summarizingInt(number), new WholeSummary(true), number);
    }

    /** Count, sum, least and greatest. */
    public static <T> Collector<T, ?, LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> number) {
        return ofValues(Collectors.summarizingLong(number), new WholeSummary(false), number);
    }

    /** Count, sum, least and greatest. */
    public static <T> Collector<T, ?, DoubleSummaryStatistics> summarizingDouble(ToDoubleFunction<? super T> number) {
        return ofValues(Collectors.summarizingDouble(number), new RealSummary(), number);
    }

    /** The least value of a field; null where all are. */
    public static <T, V extends Comparable<? super V>> Collector<T, ?, @Nullable V> minimum(
            ReferenceField<T, ?, V> field) {
        return own(field, field::get, new ValueAggregate.Extreme<>(false));
    }

    /** The least value of an expression, or a field of numbers; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Integer> minimum(ToInt<T> number) {
        return own(number, number::applyAsInt, new ValueAggregate.Extreme<>(false));
    }

    /** The least value of an expression, or a field of numbers; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Long> minimum(ToLong<T> number) {
        return own(number, number::applyAsLong, new ValueAggregate.Extreme<>(false));
    }

    /** The least value of an expression, or a field of numbers; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Double> minimum(ToDouble<T> number) {
        return own(number, number::applyAsDouble, new ValueAggregate.Extreme<>(false));
    }

    /** The least value of an expression; null of nothing. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> minimum(ToBigDecimal<T> number) {
        return own(number, number, new ValueAggregate.Extreme<>(false));
    }

    /** The greatest value of a field; null where all are. */
    public static <T, V extends Comparable<? super V>> Collector<T, ?, @Nullable V> maximum(
            ReferenceField<T, ?, V> field) {
        return own(field, field::get, new ValueAggregate.Extreme<>(true));
    }

    /** The greatest value of an expression, or a field of numbers; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Integer> maximum(ToInt<T> number) {
        return own(number, number::applyAsInt, new ValueAggregate.Extreme<>(true));
    }

    /** The greatest value of an expression, or a field of numbers; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Long> maximum(ToLong<T> number) {
        return own(number, number::applyAsLong, new ValueAggregate.Extreme<>(true));
    }

    /** The greatest value of an expression, or a field of numbers; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Double> maximum(ToDouble<T> number) {
        return own(number, number::applyAsDouble, new ValueAggregate.Extreme<>(true));
    }

    /** The greatest value of an expression; null of nothing. */
    public static <T> Collector<T, ?, @Nullable BigDecimal> maximum(ToBigDecimal<T> number) {
        return own(number, number, new ValueAggregate.Extreme<>(true));
    }

    /** How many different values a field has; null is none. */
    public static <T> Collector<T, ?, Long> countingDistinct(ReferenceField<T, ?, ?> field) {
        return own(field, new FieldValue<T, @Nullable Object>(field), new ValueAggregate.DistinctCount());
    }

    /** How many different values an expression, or a field of numbers, has; null is none. */
    public static <T> Collector<T, ?, Long> countingDistinct(Expression<T> expression) {
        return own(expression, new ExpressionValue<>(expression), new ValueAggregate.DistinctCount());
    }

    /** How many different values a field of texts or enums has; null is none. */
    @SuppressWarnings("ExtendsObject") // so that its erasure is none of the others'
    public static <T, F extends Object & ReferenceField<T, ?, ?> & Expression<T>>
            Collector<T, ?, Long> countingDistinct(F field) {
        return countingDistinct((ReferenceField<T, ?, ?>) field);
    }

    /** Returns the value of a field that comes most often, of several the least; null where all are. */
    public static <T, V extends Comparable<? super V>> Collector<T, ?, @Nullable V> mode(
            ReferenceField<T, ?, V> field) {
        return own(field, field::get, new ValueAggregate.Mode<>());
    }

    /** Returns the value of an expression that comes most often, of several the least; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Integer> mode(ToInt<T> number) {
        return own(number, number::applyAsInt, new ValueAggregate.Mode<>());
    }

    /** Returns the value of an expression that comes most often, of several the least; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Long> mode(ToLong<T> number) {
        return own(number, number::applyAsLong, new ValueAggregate.Mode<>());
    }

    /** The exact median of numbers: of an even count, what lies midway between the two in the middle; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Double> median(ToDoubleFunction<? super T> number) {
        return percentile(number, 0.5);
    }

    /**
     * The exact number below which a share of all numbers lies, between two of them in proportion, as SQL's
     * {@code PERCENTILE_CONT}; null of nothing. It keeps all numbers until the end.
     *
     * @param share from 0 to 1
     * @throws IllegalArgumentException if it is not
     */
    public static <T> Collector<T, ?, @Nullable Double> percentile(ToDoubleFunction<? super T> number, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("The share is " + share + ", and must be from 0 to 1.");
        }
        return own(number, number::applyAsDouble, new ValueAggregate.Percentile(share));
    }

    /** The variance of numbers that are all there are, as SQL's {@code VAR_POP}; null of nothing. */
    public static <T> Collector<T, ?, @Nullable Double> populationVariance(ToDoubleFunction<? super T> number) {
        return own(number, number::applyAsDouble, new ValueAggregate.Variance(false));
    }

    /** The variance of numbers that are a sample of all, as SQL's {@code VAR_SAMP}; null of fewer than two. */
    public static <T> Collector<T, ?, @Nullable Double> sampleVariance(ToDoubleFunction<? super T> number) {
        return own(number, number::applyAsDouble, new ValueAggregate.Variance(true));
    }

    /** Hands the values of a field, null among them, to any collector: {@code mapping(Film.TITLE, Collectors.toSet())}. */
    public static <T, V, R> Collector<T, ?, R> mapping(
            ReferenceField<T, ?, V> field, Collector<? super V, ?, R> downstream) {
        return mapping(field, field::get, downstream);
    }

    /** Hands the values of an expression to any collector. */
    public static <T, R> Collector<T, ?, R> mapping(ToInt<T> number, Collector<? super Integer, ?, R> downstream) {
        return mapping(number, number::applyAsInt, downstream);
    }

    /** Hands the values of an expression to any collector. */
    public static <T, R> Collector<T, ?, R> mapping(ToLong<T> number, Collector<? super Long, ?, R> downstream) {
        return mapping(number, number::applyAsLong, downstream);
    }

    /** Hands the values of an expression to any collector. */
    public static <T, R> Collector<T, ?, R> mapping(ToString<T> text, Collector<? super String, ?, R> downstream) {
        return mapping(text, text, downstream);
    }

    /** Hands what a function gives, such as a lambda or a method reference, to any collector. */
    public static <T, V, R> Collector<T, ?, R> mappingValue(
            Function<? super T, ? extends V> value, Collector<? super V, ?, R> downstream) {
        return mapping(value, value, downstream);
    }

    /** Collects those that a predicate lets pass. */
    public static <T, R> Collector<T, ?, R> filtering(
            Predicate<? super T> predicate, Collector<? super T, ?, R> downstream) {
        return filtering(Collectors.filtering(predicate, downstream), predicate, downstream);
    }

    /** Collects those that a predicate lets pass, and those that it does not. */
    public static <T, D> Collector<T, ?, Map<Boolean, D>> partitioningBy(
            Predicate<? super T> predicate, Collector<? super T, ?, D> downstream) {
        return partitioning(Collectors.partitioningBy(predicate, downstream), predicate, downstream);
    }

    /** Groups by a field. */
    public static <T, K, D> Collector<T, ?, Map<K, D>> groupingBy(
            ReferenceField<T, ?, K> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field, into a map of your choice. */
    public static <T, K, D, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            ReferenceField<T, ?, K> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key::get, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Integer, D>> groupingBy(
            ToInt<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Integer, D>> Collector<T, ?, M> groupingBy(
            ToInt<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key::applyAsInt, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Long, D>> groupingBy(
            ToLong<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Long, D>> Collector<T, ?, M> groupingBy(
            ToLong<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key::applyAsLong, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Short, D>> groupingBy(
            ToShort<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Short, D>> Collector<T, ?, M> groupingBy(
            ToShort<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key::applyAsShort, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Byte, D>> groupingBy(
            ToByte<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Byte, D>> Collector<T, ?, M> groupingBy(
            ToByte<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key::applyAsByte, mapFactory, downstream);
    }

    /** Groups by a field or an expression. */
    public static <T, D> Collector<T, ?, Map<Boolean, D>> groupingBy(
            ToBoolean<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by a field or an expression, into a map of your choice. */
    public static <T, D, M extends Map<Boolean, D>> Collector<T, ?, M> groupingBy(
            ToBoolean<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key::applyAsBoolean, mapFactory, downstream);
    }

    /** Groups by an expression. */
    public static <T, D> Collector<T, ?, Map<String, D>> groupingBy(
            ToString<T> key, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, HashMap::new, downstream);
    }

    /** Groups by an expression, into a map of your choice. */
    public static <T, D, M extends Map<String, D>> Collector<T, ?, M> groupingBy(
            ToString<T> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key, mapFactory, downstream);
    }

    /**
     * Groups by what a function gives, such as a lambda or a method reference, which may be null for no element:
     * {@code groupingByKey(film -> film.getFilmId() / 100, counting())}.
     */
    public static <T, K, D> Collector<T, ?, Map<K, D>> groupingByKey(
            Function<? super T, ? extends K> key, Collector<? super T, ?, D> downstream) {
        return groupingByKey(key, HashMap::new, downstream);
    }

    /** Groups by what a function gives, into a map of your choice. */
    public static <T, K, D, M extends Map<K, D>> Collector<T, ?, M> groupingByKey(
            Function<? super T, ? extends K> key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        return groupingBy(key, key, mapFactory, downstream);
    }

    /**
     * Of groups, those with the greatest values: the greatest first, those of equal value in the order of their keys.
     *
     * {@snippet :
     * List<Map.Entry<Integer, BigDecimal>> best = payments.stream()
     *     .collect(greatest(10, groupingBy(Payment.RENTAL_ID, summingDecimal(Payment.AMOUNT))));
     * }
     *
     * In memory the groups are chosen by their totals, and no object is made of the others.
     *
     * @param most how many at the most
     * @throws IllegalArgumentException if {@code most} is negative
     */
    public static <T, K extends Comparable<? super K>, D extends Comparable<? super D>>
            Collector<T, ?, List<Map.Entry<K, D>>> greatest(int most, Collector<T, ?, ? extends Map<K, D>> groups) {
        if (most < 0) {
            throw new IllegalArgumentException("The number of groups is " + most + ", and must not be negative.");
        }
        Comparator<Map.Entry<K, D>> order =
                Map.Entry.<K, D>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey());
        return greatest(
                most,
                groups,
                all -> all.entrySet().stream()
                        .sorted(order)
                        .limit(most)
                        .map(group -> Map.entry(group.getKey(), group.getValue()))
                        .toList());
    }

    private static <T, A, K, D> Collector<T, ?, List<Map.Entry<K, D>>> greatest(
            int most, Collector<T, A, ? extends Map<K, D>> groups, Function<Map<K, D>, List<Map.Entry<K, D>>> choice) {
        return new ColumnCollector<>(
                Collectors.<T, A, Map<K, D>, List<Map.Entry<K, D>>>collectingAndThen(narrowed(groups), choice),
                new CollectorShape.Greatest(most, CollectorShape.of(groups), all -> choice.apply((Map<K, D>) all)));
    }

    @SuppressWarnings("unchecked") // a collector only gives its result
    private static <T, A, K, D> Collector<T, A, Map<K, D>> narrowed(Collector<T, A, ? extends Map<K, D>> collector) {
        return (Collector<T, A, Map<K, D>>) collector;
    }

    private static <T, A, R> Collector<T, A, R> ofValues(
            Collector<T, A, R> plain, ValueAggregate aggregate, Object function) {
        lookAt(function);
        return new ColumnCollector<>(plain, new CollectorShape.OfValues(function, aggregate));
    }

    private static <T, V, R> Collector<T, ?, R> own(
            Object source, Function<? super T, ? extends V> mapper, ValueAggregate.Own<V, R> aggregate) {
        return ofValues(Collectors.mapping(mapper, aggregate.plain()), aggregate, source);
    }

    private static <T, V, R> Collector<T, ?, R> mapping(
            Object source, Function<? super T, ? extends V> mapper, Collector<? super V, ?, R> downstream) {
        return mapping(Collectors.<T, V, Object, R>mapping(mapper, accumulating(downstream)), source, downstream);
    }

    private static <T, A, V, R> Collector<T, A, R> mapping(
            Collector<T, A, R> plain, Object source, Collector<? super V, ?, R> downstream) {
        return ofValues(plain, new ValueAggregate.Collected(downstream), source);
    }

    private static <T, A, R> Collector<T, A, R> filtering(
            Collector<T, A, R> plain, Predicate<? super T> predicate, Collector<? super T, ?, R> downstream) {
        lookAt(predicate);
        return new ColumnCollector<>(plain, new CollectorShape.Filtering(predicate, CollectorShape.of(downstream)));
    }

    private static <T, A, D> Collector<T, A, Map<Boolean, D>> partitioning(
            Collector<T, A, Map<Boolean, D>> plain,
            Predicate<? super T> predicate,
            Collector<? super T, ?, D> downstream) {
        lookAt(predicate);
        return new ColumnCollector<>(plain, new CollectorShape.Partitioning(predicate, CollectorShape.of(downstream)));
    }

    private static <T, K, D, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            Object source,
            Function<? super T, ? extends K> key,
            Supplier<M> mapFactory,
            Collector<? super T, ?, D> downstream) {
        return grouping(Collectors.groupingBy(key, mapFactory, downstream), source, mapFactory, downstream);
    }

    private static <T, A, K, D, M extends Map<K, D>> Collector<T, A, M> grouping(
            Collector<T, A, M> plain, Object source, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream) {
        lookAt(source);
        return new ColumnCollector<>(
                plain, new CollectorShape.Grouping(source, mapFactory, CollectorShape.of(downstream)));
    }

    /** Finds out what a lambda computes that a method of this class is given first. */
    private static void lookAt(Object function) {
        Functions.lookAtFirst(function, type -> type == ColumnCollectors.class);
    }

    @SuppressWarnings("unchecked") // what a collector accumulates in is its own affair
    private static <V, R> Collector<V, Object, R> accumulating(Collector<? super V, ?, R> collector) {
        return (Collector<V, Object, R>) collector;
    }
}
