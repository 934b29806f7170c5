package org.speedwell.accelerator.collect;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregate;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.aggregate.ValueAggregate.Total;

/**
 * A way to compute a collector in parts, for example on several machines. Each part of the elements yields a
 * serializable object, and the result comes from all these objects. Immutable and thread-safe.
 *
 * @param part the shape that collects one part
 * @param out converts the result of {@code part} into a serializable object
 * @param merge merges two such objects, and may modify both
 * @param finish converts the merged object into the result, and may modify it
 */
public record PartialCollection(
        CollectorShape part,
        UnaryOperator<@Nullable Object> out,
        BinaryOperator<@Nullable Object> merge,
        UnaryOperator<@Nullable Object> finish) {

    /**
     * Returns the way to compute a collector in parts.
     *
     * @throws IllegalArgumentException if the computation of the collector, or of a part of it, is unknown
     */
    public static PartialCollection of(CollectorShape shape) {
        return switch (shape) {
            case CollectorShape.Unknown unknown ->
                throw new IllegalArgumentException(
                        "Speedwell cannot collect in parts by %s. Use ColumnCollectors, or an Aggregation."
                                .formatted(unknown.type()));
            case CollectorShape.Counting _ -> asIs(shape, PartialCollection::sumOfLongs);
            case CollectorShape.OfValues(Object function, ValueAggregate aggregate) -> ofValues(function, aggregate);
            case CollectorShape.ToMap _ -> asIs(shape, PartialCollection::disjoint);
            case CollectorShape.Filtering(Object predicate, CollectorShape downstream) -> {
                PartialCollection of = of(downstream);
                yield new PartialCollection(
                        new CollectorShape.Filtering(predicate, of.part), of.out, of.merge, of.finish);
            }
            case CollectorShape.Partitioning partitioning -> partitioned(partitioning);
            case CollectorShape.Grouping grouping -> grouped(grouping);
            case CollectorShape.Greatest greatest -> {
                PartialCollection of = of(greatest.groups());
                yield of.then(all -> greatest.choice().apply(map(all)));
            }
            case CollectorShape.Aggregating aggregating -> aggregated(aggregating);
        };
    }

    /** Collects one part of the elements. The result is serializable. */
    public @Nullable Object collect(Stream<?> elements) {
        return out.apply(elements.collect(new ColumnCollector<>(part)));
    }

    private static PartialCollection asIs(CollectorShape shape, BinaryOperator<@Nullable Object> merge) {
        return new PartialCollection(shape, UnaryOperator.identity(), merge, UnaryOperator.identity());
    }

    /** Returns a collection that applies a function to the result of this one. */
    private PartialCollection then(UnaryOperator<@Nullable Object> next) {
        return new PartialCollection(part, out, merge, merged -> next.apply(finish.apply(merged)));
    }

    private static PartialCollection ofValues(Object function, ValueAggregate aggregate) {
        return switch (aggregate) {
            case ValueAggregate.WholeSum(Total total, boolean isInt) -> {
                PartialCollection sum = asIs(
                        new CollectorShape.OfValues(function, new ValueAggregate.WholeSum(Total.LONG, isInt)),
                        PartialCollection::sumOfLongs);
                yield withRows(sum).then(both -> total.of((Long) at(both, 0), (Long) at(both, 1)));
            }
            case ValueAggregate.RealSum(boolean isAverage) -> {
                PartialCollection sum = asIs(
                        new CollectorShape.OfValues(function, new ValueAggregate.RealSum(false)),
                        (one, other) -> (Double) present(one) + (Double) present(other));
                yield withRows(sum).then(both -> {
                    long rows = (Long) at(both, 0);
                    double all = (Double) at(both, 1);
                    return isAverage ? rows == 0 ? 0.0 : all / rows : all;
                });
            }
            case ValueAggregate.WholeSummary(boolean isInt) -> wholeSummary(function, isInt);
            case ValueAggregate.RealSummary _ -> realSummary(function);
            case ValueAggregate.Collected(Collector<?, ?, ?> collector) -> collected(function, collector);
            case ValueAggregate.DecimalSum decimals -> {
                PartialCollection sum = asIs(
                        new CollectorShape.OfValues(function, new ValueAggregate.DecimalSum(OptionalInt.empty())),
                        (one, other) -> ((BigDecimal) present(one)).add((BigDecimal) present(other)));
                yield withRows(sum).then(both -> decimals.of((Long) at(both, 0), (BigDecimal) at(both, 1)));
            }
            case ValueAggregate.Extreme<?> extreme -> extreme(function, extreme);
            case ValueAggregate.DistinctCount _ ->
                counts(function).then(counts -> (long) map(counts).size());
            case ValueAggregate.Mode<?> _ -> counts(function).then(PartialCollection::mode);
            case ValueAggregate.ValueCounts _ -> counts(function);
            case ValueAggregate.Percentile percentile ->
                numbers(function).then(all -> {
                    double[] of = (double[]) present(all);
                    return percentile.of(i -> of[i], of.length);
                });
            case ValueAggregate.Numbers _ -> numbers(function);
            case ValueAggregate.Variance variance ->
                spread(function).then(all -> {
                    double[] of = (double[]) present(all);
                    return variance.of((long) of[0], of[1], of[2]);
                });
            case ValueAggregate.Spread _ -> spread(function);
        };
    }

    private static PartialCollection wholeSummary(Object function, boolean isInt) {
        return new PartialCollection(
                new CollectorShape.OfValues(function, new ValueAggregate.WholeSummary(isInt)),
                summary -> switch (present(summary)) {
                    case IntSummaryStatistics of -> new long[] {of.getCount(), of.getMin(), of.getMax(), of.getSum()};
                    case LongSummaryStatistics of -> new long[] {of.getCount(), of.getMin(), of.getMax(), of.getSum()};
                    default -> throw new IllegalStateException("Not a summary of whole numbers: " + summary);
                },
                (a, b) -> {
                    long[] one = (long[]) present(a);
                    long[] other = (long[]) present(b);
                    return new long[] {
                        one[0] + other[0], Math.min(one[1], other[1]), Math.max(one[2], other[2]), one[3] + other[3]
                    };
                },
                all -> {
                    long[] of = (long[]) present(all);
                    return isInt
                            ? new IntSummaryStatistics(of[0], (int) of[1], (int) of[2], of[3])
                            : new LongSummaryStatistics(of[0], of[1], of[2], of[3]);
                });
    }

    private static PartialCollection realSummary(Object function) {
        return new PartialCollection(
                new CollectorShape.OfValues(function, new ValueAggregate.RealSummary()),
                summary -> {
                    DoubleSummaryStatistics of = (DoubleSummaryStatistics) present(summary);
                    return new double[] {of.getCount(), of.getMin(), of.getMax(), of.getSum()};
                },
                (a, b) -> {
                    double[] one = (double[]) present(a);
                    double[] other = (double[]) present(b);
                    return new double[] {
                        one[0] + other[0], Math.min(one[1], other[1]), Math.max(one[2], other[2]), one[3] + other[3]
                    };
                },
                all -> statistics((double[]) present(all)));
    }

    private static DoubleSummaryStatistics statistics(double[] of) {
        if (!Double.isNaN(of[3]) || Double.isNaN(of[1])) {
            return new DoubleSummaryStatistics((long) of[0], of[1], of[2], of[3]);
        }
        // The elements contain both infinities. Their sum is NaN, which the constructor rejects.
        DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
        statistics.accept(of[1]);
        for (long count = 1; count < (long) of[0]; count++) {
            statistics.accept(of[2]);
        }
        return statistics;
    }

    /** Returns a collection that transfers the containers of any collector. The containers must be serializable. */
    @SuppressWarnings("unchecked") // a collector's functions accept its own containers
    private static PartialCollection collected(Object function, Collector<?, ?, ?> of) {
        Collector<Object, Object, @Nullable Object> collector = (Collector<Object, Object, @Nullable Object>) of;
        Collector<Object, Object, Object> contained =
                Collector.of(collector.supplier(), collector.accumulator(), collector.combiner());
        return new PartialCollection(
                new CollectorShape.OfValues(function, new ValueAggregate.Collected(contained)),
                container -> {
                    if (!(container instanceof Serializable)) {
                        throw new IllegalArgumentException(
                                "Speedwell cannot collect in parts, because a container is not serializable: %s."
                                                .formatted(container == null ? "null" : container.getClass())
                                        + " Collect into a list or set, and process the result.");
                    }
                    return container;
                },
                (one, other) -> collector.combiner().apply(present(one), present(other)),
                container -> collector.finisher().apply(present(container)));
    }

    @SuppressWarnings("unchecked") // the values are those that the aggregate compares
    private static PartialCollection extreme(Object function, ValueAggregate.Extreme<?> of) {
        ValueAggregate.Extreme<Comparable<Object>> extreme = (ValueAggregate.Extreme<Comparable<Object>>) (Object) of;
        return asIs(
                new CollectorShape.OfValues(function, of),
                (one, other) ->
                        extreme.better((@Nullable Comparable<Object>) one, (@Nullable Comparable<Object>) other));
    }

    private static PartialCollection counts(Object function) {
        return asIs(new CollectorShape.OfValues(function, new ValueAggregate.ValueCounts()), (one, other) -> {
            Map<Object, Object> all = map(one);
            map(other).forEach((value, count) -> all.merge(value, count, PartialCollection::sumOfLongs));
            return all;
        });
    }

    @SuppressWarnings("unchecked") // values that have a mode are comparable
    private static @Nullable Object mode(@Nullable Object counts) {
        return ValueAggregate.Mode.of((Map<Comparable<Object>, Long>) (Object) map(counts));
    }

    private static PartialCollection numbers(Object function) {
        return asIs(new CollectorShape.OfValues(function, new ValueAggregate.Numbers()), (a, b) -> {
            double[] one = (double[]) present(a);
            double[] other = (double[]) present(b);
            double[] all = Arrays.copyOf(one, one.length + other.length);
            System.arraycopy(other, 0, all, one.length, other.length);
            Arrays.sort(all);
            return all;
        });
    }

    private static PartialCollection spread(Object function) {
        return asIs(
                new CollectorShape.OfValues(function, new ValueAggregate.Spread()),
                (one, other) -> ValueAggregate.Spread.merged((double[]) present(one), (double[]) present(other)));
    }

    private static PartialCollection partitioned(CollectorShape.Partitioning of) {
        PartialCollection each = of(of.downstream());
        return new PartialCollection(
                new CollectorShape.Partitioning(of.predicate(), each.part),
                partitions -> {
                    Map<?, ?> both = (Map<?, ?>) present(partitions);
                    return new @Nullable Object[] {each.out.apply(both.get(false)), each.out.apply(both.get(true))};
                },
                (one, other) -> merged(List.of(each, each), one, other),
                both -> Aggregate.Partitioned.partitions(finished(List.of(each, each), both)));
    }

    /** Returns a collection that also counts the elements. Its result is an array of the count and the other result. */
    private static PartialCollection withRows(PartialCollection of) {
        return combineAll(List.of(of(new CollectorShape.Counting()), of));
    }

    /**
     * Returns a collection that runs several collections over the same elements. Its result is an array of all results.
     */
    private static PartialCollection combineAll(List<PartialCollection> all) {
        PartialCollection groups = groups(List.of(), all);
        return new PartialCollection(
                groups.part,
                groups.out.andThen(PartialCollection::only)::apply,
                (one, other) -> merged(all, one, other),
                parts -> finished(all, parts));
    }

    private static @Nullable Object only(@Nullable Object groups) {
        return map(groups).values().iterator().next();
    }

    /** Returns a collection into a map from {@link GroupMaker.Key} to an array of the aggregates. */
    private static PartialCollection groups(List<Object> keys, List<PartialCollection> aggregates) {
        GroupMaker<@Nullable Object[]> maker = new GroupMaker<>(keys.size(), List.of(), false, parts -> parts.clone());
        return new PartialCollection(
                new CollectorShape.Aggregating(
                        keys, aggregates.stream().map(PartialCollection::part).toList(), maker),
                groups -> {
                    Map<GroupMaker.Key, @Nullable Object[]> all = new LinkedHashMap<>();
                    for (Object group : (List<?>) present(groups)) {
                        @Nullable Object[] parts = (@Nullable Object[]) group;
                        @Nullable Object[] results = Arrays.copyOfRange(parts, keys.size(), parts.length);
                        Arrays.setAll(results, i -> aggregates.get(i).out.apply(results[i]));
                        all.put(new GroupMaker.Key(Arrays.copyOf(parts, keys.size())), results);
                    }
                    return all;
                },
                (one, other) -> {
                    Map<Object, Object> all = map(one);
                    map(other)
                            .forEach(
                                    (key, group) -> all.merge(key, group, (a, b) -> present(merged(aggregates, a, b))));
                    return all;
                },
                groups -> {
                    map(groups).values().forEach(group -> finished(aggregates, group));
                    return groups;
                });
    }

    private static PartialCollection grouped(CollectorShape.Grouping of) {
        PartialCollection each = of(of.downstream());
        PartialCollection groups = groups(List.of(of.key()), List.of(each));
        return new PartialCollection(groups.part, groups.out, groups.merge, all -> {
            Map<Object, @Nullable Object> result = map(of.map().get());
            map(all).forEach((key, group) -> {
                Object value = ((GroupMaker.Key) key).values()[0];
                if (value == null) {
                    throw new NullPointerException("element cannot be mapped to a null key");
                }
                Object next = ((@Nullable Object[]) group)[0];
                // The map may treat unequal keys as the same key, as a TreeMap with a comparator does.
                result.put(value, result.containsKey(value) ? each.merge.apply(result.get(value), next) : next);
            });
            result.replaceAll((_, next) -> each.finish.apply(next));
            return result;
        });
    }

    private static PartialCollection aggregated(CollectorShape.Aggregating of) {
        List<PartialCollection> aggregates =
                of.aggregates().stream().map(PartialCollection::of).toList();
        List<PartialCollection> levels = of.maker().levels().stream()
                .map(keys -> groups(of.keys().subList(0, keys), aggregates))
                .toList();
        return combineAll(levels)
                .then(groups -> of.maker().records(Arrays.asList((@Nullable Object[]) present(groups))));
    }

    private static @Nullable Object[] merged(List<PartialCollection> of, @Nullable Object one, @Nullable Object other) {
        @Nullable Object[] all = (@Nullable Object[]) present(one);
        @Nullable Object[] more = (@Nullable Object[]) present(other);
        Arrays.setAll(all, i -> of.get(i).merge.apply(all[i], more[i]));
        return all;
    }

    private static @Nullable Object[] finished(List<PartialCollection> of, @Nullable Object parts) {
        @Nullable Object[] all = (@Nullable Object[]) present(parts);
        Arrays.setAll(all, i -> of.get(i).finish.apply(all[i]));
        return all;
    }

    private static Object at(@Nullable Object parts, int place) {
        return present(((@Nullable Object[]) present(parts))[place]);
    }

    private static Object present(@Nullable Object of) {
        return requireNonNull(of);
    }

    @SuppressWarnings("unchecked") // every caller passes a map
    private static Map<Object, Object> map(@Nullable Object of) {
        return (Map<Object, Object>) present(of);
    }

    private static Object sumOfLongs(@Nullable Object one, @Nullable Object other) {
        return (Long) present(one) + (Long) present(other);
    }

    private static Object disjoint(@Nullable Object one, @Nullable Object other) {
        Map<Object, Object> all = new HashMap<>(map(one));
        map(other).forEach((key, value) -> {
            Object former = all.putIfAbsent(key, value);
            if (former != null) {
                throw new IllegalStateException(
                        "Duplicate key %s (attempted merging values %s and %s)".formatted(key, former, value));
            }
        });
        return all;
    }
}
