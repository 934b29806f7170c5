package org.speedwell.accelerator.collect;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.expression.ExpressionValue;

/** Makes collectors of the shapes that {@link PartialCollection} has for parts: they compute the same of elements one by one. */
final class PlainCollectors {
    private PlainCollectors() {}

    @SuppressWarnings("unchecked") // the elements are what the functions take
    static Collector<Object, ?, ?> of(CollectorShape shape) {
        return switch (shape) {
            case CollectorShape.Unknown _, CollectorShape.Grouping _, CollectorShape.Greatest _ ->
                throw new IllegalArgumentException("a collector that is no part: " + shape);
            case CollectorShape.Counting _ -> Collectors.counting();
            case CollectorShape.OfValues(Object function, ValueAggregate aggregate) ->
                Collectors.mapping(ExpressionValue.of(function), ofValues(aggregate));
            case CollectorShape.ToMap(Object key, Object value) ->
                Collectors.toMap(ExpressionValue.of(key), ExpressionValue.of(value));
            case CollectorShape.Filtering(Object predicate, CollectorShape downstream) ->
                Collectors.filtering((Predicate<Object>) predicate, of(downstream));
            case CollectorShape.Partitioning(Object predicate, CollectorShape downstream) ->
                Collectors.partitioningBy((Predicate<Object>) predicate, of(downstream));
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

    @SuppressWarnings("unchecked") // the values are what the collector takes
    private static Collector<@Nullable Object, ?, ?> ofValues(ValueAggregate of) {
        return switch (of) {
            case ValueAggregate.WholeSum(ValueAggregate.Total _, boolean isInt) ->
                Collectors.summingLong(value -> isInt ? ((Number) value).intValue() : ((Number) value).longValue());
            case ValueAggregate.RealSum _ -> Collectors.summingDouble(value -> ((Number) value).doubleValue());
            case ValueAggregate.WholeSummary(boolean isInt) ->
                isInt
                        ? Collectors.summarizingInt(value -> ((Number) value).intValue())
                        : Collectors.summarizingLong(value -> ((Number) value).longValue());
            case ValueAggregate.RealSummary _ -> Collectors.summarizingDouble(value -> ((Number) value).doubleValue());
            case ValueAggregate.Collected(Collector<?, ?, ?> collector) ->
                (Collector<@Nullable Object, ?, ?>) collector;
            case ValueAggregate.Own<?, ?> own -> (Collector<@Nullable Object, ?, ?>) own.plain();
        };
    }
}
