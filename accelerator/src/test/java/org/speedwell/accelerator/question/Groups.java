package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.question.Evaluation.Tuple;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;

/** A simple grouping of plain tuples: lists in maps, whose values are aggregated one by one. */
final class Groups {
    private Groups() {}

    /**
     * Returns the collected result of a stream. Throws the exception of the first element with a value that cannot be
     * computed.
     */
    static @Nullable Object of(Grouping grouping, Stream<Tuple> stream) {
        List<Tuple> tuples = new ArrayList<>();
        stream.forEachOrdered(
                tuple -> { // throws at the first failing element
                    compute(grouping, tuple);
                    tuples.add(tuple);
                });
        return switch (grouping) {
            case Grouping.Whole whole -> aggregated(whole.aggregate(), tuples);
            case Grouping.ByValue by -> {
                Map<Object, List<Tuple>> groups = new HashMap<>();
                tuples.forEach(tuple -> groups.computeIfAbsent(
                                requireNonNull(Evaluation.value(by.key(), tuple)), _ -> new ArrayList<>())
                        .add(tuple));
                yield aggregated(groups, by.aggregate());
            }
            case Grouping.ByCondition by -> {
                Map<Object, List<Tuple>> groups =
                        new HashMap<>(Map.of(true, new ArrayList<>(), false, new ArrayList<>()));
                tuples.forEach(tuple -> requireNonNull(groups.get(Oracle.test(by.condition(), tuple)))
                        .add(tuple));
                yield aggregated(groups, by.aggregate());
            }
            case Grouping.ByKeys by -> byKeys(by, tuples);
        };
    }

    private static Map<Object, @Nullable Object> aggregated(Map<Object, List<Tuple>> groups, Aggregate aggregate) {
        Map<Object, @Nullable Object> all = new HashMap<>();
        groups.forEach((key, group) -> all.put(key, aggregated(aggregate, group)));
        return all;
    }

    private static List<Object> byKeys(Grouping.ByKeys by, List<Tuple> tuples) {
        List<Object> records = new ArrayList<>();
        int all = by.keys().size();
        for (int level = all; level >= (by.hasSubtotals() ? 0 : all); level--) {
            Map<List<@Nullable Object>, List<Tuple>> groups = new LinkedHashMap<>();
            if (level == 0) {
                groups.put(List.of(), new ArrayList<>());
            }
            for (Tuple tuple : tuples) {
                List<@Nullable Object> keys = new ArrayList<>();
                for (Value key : by.keys().subList(0, level)) {
                    keys.add(Answers.plain(Evaluation.value(key, tuple)));
                }
                groups.computeIfAbsent(keys, _ -> new ArrayList<>()).add(tuple);
            }
            groups.forEach((keys, group) -> {
                if (by.least() > 0 && group.size() < by.least()) {
                    return;
                }
                List<@Nullable Object> parts = new ArrayList<>(keys);
                while (parts.size() < all) {
                    parts.add(null);
                }
                by.aggregates().forEach(aggregate -> parts.add(aggregated(aggregate, group)));
                records.add(parts);
            });
        }
        return records;
    }

    /** Computes the values that a collector reads from an element, in the same order. */
    private static void compute(Grouping grouping, Tuple tuple) {
        switch (grouping) {
            case Grouping.Whole whole -> compute(whole.aggregate(), tuple);
            case Grouping.ByValue by -> {
                requireNonNull(Evaluation.value(by.key(), tuple));
                compute(by.aggregate(), tuple);
            }
            case Grouping.ByCondition by -> {
                Oracle.test(by.condition(), tuple);
                compute(by.aggregate(), tuple);
            }
            case Grouping.ByKeys by -> {
                by.keys().forEach(key -> Evaluation.value(key, tuple));
                by.aggregates().forEach(aggregate -> compute(aggregate, tuple));
            }
        }
    }

    private static void compute(Aggregate aggregate, Tuple tuple) {
        switch (aggregate) {
            case Aggregate.Count _ -> {}
            case Aggregate.Sum sum -> requireNonNull(Evaluation.value(sum.value(), tuple));
            case Aggregate.Average average -> requireNonNull(Evaluation.value(average.value(), tuple));
            case Aggregate.Summary summary -> requireNonNull(Evaluation.value(summary.value(), tuple));
            case Aggregate.Extreme extreme -> Evaluation.value(extreme.value(), tuple);
            case Aggregate.DistinctCount count -> Evaluation.value(count.value(), tuple);
            case Aggregate.Percentile percentile -> requireNonNull(Evaluation.value(percentile.value(), tuple));
            case Aggregate.Variance variance -> requireNonNull(Evaluation.value(variance.value(), tuple));
            case Aggregate.Filtered filtered -> {
                if (Oracle.test(filtered.condition(), tuple)) {
                    compute(filtered.aggregate(), tuple);
                }
            }
            case Aggregate.Listed listed -> Evaluation.value(listed.value(), tuple);
        }
    }

    private static @Nullable Object aggregated(Aggregate aggregate, List<Tuple> group) {
        return switch (aggregate) {
            case Aggregate.Count _ -> (long) group.size();
            case Aggregate.Sum sum ->
                switch (sum.value().type()) {
                    case INT ->
                        numbers(sum.value(), group).stream()
                                .mapToInt(Number::intValue)
                                .sum();
                    case LONG ->
                        numbers(sum.value(), group).stream()
                                .mapToLong(Number::longValue)
                                .sum();
                    case DOUBLE ->
                        numbers(sum.value(), group).stream()
                                .mapToDouble(Number::doubleValue)
                                .sum();
                    default -> decimalSum(sum.value(), group);
                };
            case Aggregate.Average average ->
                switch (average.value().type()) {
                    case INT ->
                        numbers(average.value(), group).stream().collect(Collectors.averagingInt(Number::intValue));
                    case LONG ->
                        numbers(average.value(), group).stream().collect(Collectors.averagingLong(Number::longValue));
                    case DOUBLE ->
                        numbers(average.value(), group).stream()
                                .collect(Collectors.averagingDouble(Number::doubleValue));
                    default ->
                        group.isEmpty()
                                ? null
                                : decimalSum(average.value(), group)
                                        .divide(
                                                BigDecimal.valueOf(group.size()),
                                                average.scale(),
                                                RoundingMode.HALF_UP);
                };
            case Aggregate.Summary summary ->
                switch (summary.value().type()) {
                    case INT ->
                        numbers(summary.value(), group).stream()
                                .mapToInt(Number::intValue)
                                .summaryStatistics();
                    case LONG ->
                        numbers(summary.value(), group).stream()
                                .mapToLong(Number::longValue)
                                .summaryStatistics();
                    default ->
                        numbers(summary.value(), group).stream()
                                .mapToDouble(Number::doubleValue)
                                .summaryStatistics();
                };
            case Aggregate.Extreme extreme ->
                values(extreme.value(), group).stream()
                        .reduce((a, b) -> {
                            int order = Evaluation.compare(a, b);
                            return (extreme.isGreatest() ? order >= 0 : order <= 0) ? a : b;
                        })
                        .orElse(null);
            case Aggregate.DistinctCount count -> {
                Set<@Nullable Object> different = new HashSet<>();
                values(count.value(), group).forEach(value -> different.add(Answers.plain(value)));
                yield (long) different.size();
            }
            case Aggregate.Percentile percentile -> percentile(percentile, group);
            case Aggregate.Variance variance -> variance(variance, group);
            case Aggregate.Filtered filtered ->
                aggregated(
                        filtered.aggregate(),
                        group.stream()
                                .filter(tuple -> Oracle.test(filtered.condition(), tuple))
                                .toList());
            case Aggregate.Listed listed -> {
                List<@Nullable Object> all = new ArrayList<>();
                group.forEach(tuple -> all.add(Evaluation.value(listed.value(), tuple)));
                yield all;
            }
        };
    }

    /** Returns the values that are not null. */
    private static Collection<Object> values(Value value, List<Tuple> group) {
        List<Object> values = new ArrayList<>();
        for (Tuple tuple : group) {
            Object of = Evaluation.value(value, tuple);
            if (of != null) {
                values.add(of);
            }
        }
        return values;
    }

    private static List<Number> numbers(Value value, List<Tuple> group) {
        return values(value, group).stream().map(Number.class::cast).toList();
    }

    private static BigDecimal decimalSum(Value value, List<Tuple> group) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Object of : values(value, group)) {
            sum = sum.add((BigDecimal) of);
        }
        return sum;
    }

    private static @Nullable Object percentile(Aggregate.Percentile of, List<Tuple> group) {
        double[] sorted = numbers(of.value(), group).stream()
                .mapToDouble(Number::doubleValue)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return null;
        }
        double place = of.share() * (sorted.length - 1);
        double low = sorted[(int) Math.floor(place)];
        double high = sorted[(int) Math.ceil(place)];
        double part = place - Math.floor(place);
        return new Answers.About(low * (1 - part) + high * part, Math.abs(low) + Math.abs(high));
    }

    private static @Nullable Object variance(Aggregate.Variance of, List<Tuple> group) {
        double[] numbers = numbers(of.value(), group).stream()
                .mapToDouble(Number::doubleValue)
                .toArray();
        int divisor = of.isOfSample() ? numbers.length - 1 : numbers.length;
        if (divisor <= 0) {
            return null;
        }
        double mean = Arrays.stream(numbers).average().orElseThrow();
        double squares = Arrays.stream(numbers)
                .map(number -> (number - mean) * (number - mean))
                .sum();
        double most = Arrays.stream(numbers).map(Math::abs).max().orElseThrow();
        return new Answers.About(squares / divisor, most * most);
    }
}
