package org.speedwell.accelerator.collect;

import java.util.List;
import java.util.Map;
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
import org.speedwell.accelerator.expression.ExpressionValue;

/** A factory of collectors that compute a shape element by element, over any stream. */
final class PlainCollectors {
    private PlainCollectors() {}

    @SuppressWarnings("unchecked") // the functions accept the elements
    static Collector<Object, ?, ?> of(CollectorShape shape) {
        return switch (shape) {
            case CollectorShape.Unknown(Collector<?, ?, ?> collector) -> (Collector<Object, ?, ?>) collector;
            case CollectorShape.Counting _ -> Collectors.counting();
            case CollectorShape.OfValues(Object function, ValueAggregate aggregate) -> ofValues(function, aggregate);
            case CollectorShape.ToMap(Object key, Object value) ->
                Collectors.toMap(ExpressionValue.of(key), ExpressionValue.of(value));
            case CollectorShape.Filtering(Object predicate, CollectorShape downstream) ->
                Collectors.filtering((Predicate<Object>) predicate, of(downstream));
            case CollectorShape.Partitioning(Object predicate, CollectorShape downstream) ->
                Collectors.partitioningBy((Predicate<Object>) predicate, of(downstream));
            case CollectorShape.Grouping grouping ->
                Collectors.groupingBy(
                        ExpressionValue.of(grouping.key()),
                        (Supplier<Map<Object, Object>>) grouping.map(),
                        (Collector<Object, ?, Object>) of(grouping.downstream()));
            case CollectorShape.Greatest greatest ->
                Collectors.collectingAndThen(
                        (Collector<Object, ?, Map<Object, Object>>) of(greatest.groups()), greatest.choice()::apply);
            case CollectorShape.Aggregating aggregating -> {
                List<Function<Object, ?>> keys = aggregating.keys().stream()
                        .<Function<Object, ?>>map(ExpressionValue::of)
                        .toList();
                List<Collector<Object, ?, ?>> aggregates = aggregating.aggregates().stream()
                        .<Collector<Object, ?, ?>>map(PlainCollectors::of)
                        .toList();
                yield aggregating.maker().collector(keys, aggregates);
            }
        };
    }

    /**
     * Returns the collector of an aggregate. If the aggregate is of ints, longs or doubles, the function implements the
     * functional interface that the JDK's collector accepts.
     */
    @SuppressWarnings("unchecked") // the function accepts the elements
    private static Collector<Object, ?, ?> ofValues(Object function, ValueAggregate aggregate) {
        return switch (aggregate) {
            case ValueAggregate.WholeSum(ValueAggregate.Total total, boolean isInt) ->
                isInt
                        ? ofInts((ToIntFunction<Object>) function, total)
                        : ofLongs((ToLongFunction<Object>) function, total);
            case ValueAggregate.RealSum(boolean isAverage) ->
                isAverage
                        ? Collectors.averagingDouble((ToDoubleFunction<Object>) function)
                        : Collectors.summingDouble((ToDoubleFunction<Object>) function);
            case ValueAggregate.WholeSummary(boolean isInt) ->
                isInt
                        ? Collectors.summarizingInt((ToIntFunction<Object>) function)
                        : Collectors.summarizingLong((ToLongFunction<Object>) function);
            case ValueAggregate.RealSummary _ -> Collectors.summarizingDouble((ToDoubleFunction<Object>) function);
            case ValueAggregate.Collected(Collector<?, ?, ?> collector) ->
                Collectors.mapping(ExpressionValue.of(function), (Collector<@Nullable Object, ?, ?>) collector);
            case ValueAggregate.Percentile of -> ofDoubles(function, of);
            case ValueAggregate.Numbers of -> ofDoubles(function, of);
            case ValueAggregate.Variance of -> ofDoubles(function, of);
            case ValueAggregate.Spread of -> ofDoubles(function, of);
            case ValueAggregate.DecimalSum of -> ofObjects(function, of);
            case ValueAggregate.Extreme<?> of -> ofObjects(function, of);
            case ValueAggregate.DistinctCount of -> ofObjects(function, of);
            case ValueAggregate.Mode<?> of -> ofObjects(function, of);
            case ValueAggregate.ValueCounts of -> ofObjects(function, of);
        };
    }

    private static Collector<Object, ?, ?> ofInts(ToIntFunction<Object> function, ValueAggregate.Total total) {
        return switch (total) {
            case INT -> Collectors.summingInt(function);
            case LONG -> Collectors.summingLong(function::applyAsInt);
            case AVERAGE -> Collectors.averagingInt(function);
        };
    }

    private static Collector<Object, ?, ?> ofLongs(ToLongFunction<Object> function, ValueAggregate.Total total) {
        return switch (total) {
            case INT -> throw new IllegalArgumentException("The sum of longs cannot be an int.");
            case LONG -> Collectors.summingLong(function);
            case AVERAGE -> Collectors.averagingLong(function);
        };
    }

    @SuppressWarnings("unchecked") // the function accepts the elements
    private static Collector<Object, ?, ?> ofDoubles(Object function, ValueAggregate.Own<Double, ?> of) {
        ToDoubleFunction<Object> number = (ToDoubleFunction<Object>) function;
        return Collectors.mapping(number::applyAsDouble, of.plain());
    }

    @SuppressWarnings("unchecked") // the collector accepts the values
    private static Collector<Object, ?, ?> ofObjects(Object function, ValueAggregate.Own<?, ?> of) {
        return Collectors.mapping(ExpressionValue.of(function), (Collector<@Nullable Object, ?, ?>) of.plain());
    }
}
