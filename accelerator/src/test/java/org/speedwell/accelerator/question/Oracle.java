package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.question.Evaluation.Tuple;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Join;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Question.ValueStep;

/** Answers a question by nested loops over lists, and a stream of the JDK over their tuples. */
final class Oracle {
    /** Tuples in nested loops, more of which nobody wants to wait for. */
    private static final long MOST_TUPLES = 200_000;

    private final Question question;
    private final List<RowTable> tables;

    private Oracle(Question question, List<RowTable> tables) {
        this.question = question;
        this.tables = tables;
    }

    /** A question that has too many tuples. */
    static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Returns the answer in a form that {@link Answers} compares; where it throws, the class of what it throws. */
    static @Nullable Object answer(Question question, List<RowTable> tables) {
        List<Tuple> tuples = tuples(question, tables);
        try {
            return Answers.plain(new Oracle(question, tables).answer(tuples.stream()));
        } catch (NullPointerException | ArithmeticException | IllegalStateException e) {
            return e.getClass();
        }
    }

    /** Returns the tuples that are left after all steps. */
    static List<Tuple> result(Question question, List<RowTable> tables) {
        Stream<Tuple> stream = tuples(question, tables).stream();
        for (Step step : question.steps()) {
            stream = step(stream, step);
        }
        return stream.toList();
    }

    /** Returns the tuples in the documented order: as nested loops find them, and behind them what right joins add. */
    static List<Tuple> tuples(Question question, List<RowTable> tables) {
        return new Oracle(question, tables).tuples();
    }

    private List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        tables.getFirst().rows().forEach(row -> tuples.add(new Tuple(List.<@Nullable Object @Nullable []>of(row))));
        List<Tuple> joined = tuples;
        for (int place = 1; place < tables.size(); place++) {
            joined = joined(joined, place);
        }
        return joined;
    }

    private List<Tuple> joined(List<Tuple> before, int place) {
        Join join = question.joins().get(place - 1);
        List<@Nullable Object[]> rows = tables.get(place).rows();
        if ((long) before.size() * rows.size() > 20 * MOST_TUPLES) {
            throw new TooManyException();
        }
        List<Tuple> after = new ArrayList<>();
        boolean[] isMatched = new boolean[rows.size()];
        for (Tuple tuple : before) {
            boolean any = false;
            for (int row = 0; row < rows.size(); row++) {
                if (matches(join, tuple, rows.get(row))) {
                    after.add(with(tuple, rows.get(row)));
                    isMatched[row] = true;
                    any = true;
                }
            }
            if (!any && join.kind() == Join.Kind.LEFT) {
                after.add(with(tuple, null));
            }
            if (after.size() > MOST_TUPLES) {
                throw new TooManyException();
            }
        }
        for (int row = 0; row < rows.size() && join.kind() == Join.Kind.RIGHT; row++) {
            if (!isMatched[row]) {
                List<@Nullable Object @Nullable []> none = new ArrayList<>();
                for (int i = 0; i < place; i++) {
                    none.add(null);
                }
                after.add(with(new Tuple(none), rows.get(row)));
            }
        }
        return after;
    }

    private static boolean matches(Join join, Tuple tuple, @Nullable Object[] row) {
        if (join.kind() == Join.Kind.CROSS) {
            return true;
        }
        @Nullable Object[] other = tuple.rows().get(join.other());
        return other != null
                && Evaluation.joins(
                        join.operator(),
                        row[join.column().ordinal()],
                        other[join.otherColumn().ordinal()]);
    }

    private static Tuple with(Tuple tuple, @Nullable Object @Nullable [] row) {
        List<@Nullable Object @Nullable []> longer = new ArrayList<>(tuple.rows());
        longer.add(row);
        return new Tuple(longer);
    }

    private static boolean test(Condition condition, Tuple tuple) {
        return Evaluation.holds(condition, false, tuple);
    }

    private @Nullable Object answer(Stream<Tuple> tuples) {
        Stream<Tuple> stream = tuples;
        for (Step step : question.steps()) {
            stream = step(stream, step);
        }
        if (question.mapping().isEmpty()) {
            return ofTuples(stream, question.terminal());
        }
        Mapping mapping = question.mapping().get();
        return switch (mapping.target()) {
            case OBJECTS -> ofObjects(stream.map(tuple -> Evaluation.value(mapping.value(), tuple)));
            case INTS ->
                ofInts(stream.mapToInt(
                        tuple -> ((Number) requireNonNull(Evaluation.value(mapping.value(), tuple))).intValue()));
            case LONGS ->
                ofLongs(stream.mapToLong(
                        tuple -> ((Number) requireNonNull(Evaluation.value(mapping.value(), tuple))).longValue()));
            case DOUBLES ->
                ofDoubles(stream.mapToDouble(
                        tuple -> ((Number) requireNonNull(Evaluation.value(mapping.value(), tuple))).doubleValue()));
        };
    }

    private static Stream<Tuple> step(Stream<Tuple> stream, Step step) {
        return switch (step) {
            case Step.Filter filter -> stream.filter(tuple -> test(filter.condition(), tuple));
            case Step.TakeWhile take -> stream.takeWhile(tuple -> test(take.condition(), tuple));
            case Step.DropWhile drop -> stream.dropWhile(tuple -> test(drop.condition(), tuple));
            case Step.Sorted sorted -> stream.sorted(Evaluation.order(sorted.orders()));
            case Step.Skip skip -> stream.skip(skip.count());
            case Step.Limit limit -> stream.limit(limit.count());
            case Step.Distinct _ -> stream.distinct();
        };
    }

    private @Nullable Object ofTuples(Stream<Tuple> stream, Terminal terminal) {
        return switch (terminal) {
            case Terminal.Count _ -> stream.count();
            case Terminal.ToList _ -> stream.toList();
            case Terminal.First _ -> stream.findFirst();
            case Terminal.Iterate iterate -> first(stream, iterate.count());
            case Terminal.Extreme extreme -> {
                Comparator<Tuple> order = Evaluation.order(extreme.orders());
                yield extreme.isGreatest() ? stream.max(order) : stream.min(order);
            }
            case Terminal.Match match ->
                switch (match.kind()) {
                    case ANY -> stream.anyMatch(tuple -> test(match.condition(), tuple));
                    case ALL -> stream.allMatch(tuple -> test(match.condition(), tuple));
                    case NONE -> stream.noneMatch(tuple -> test(match.condition(), tuple));
                };
            case Terminal.Collect collect -> grouped(collect.grouping(), stream);
            case Terminal.Windows windows ->
                stream.gather(
                                windows.isSliding()
                                        ? Gatherers.windowSliding(windows.size())
                                        : Gatherers.windowFixed(windows.size()))
                        .toList();
            default -> throw new AssertionError(terminal);
        };
    }

    private static List<@Nullable Object> first(BaseStream<?, ?> stream, int count) {
        List<@Nullable Object> first = new ArrayList<>();
        Iterator<?> iterator = stream.iterator();
        while (first.size() < count && iterator.hasNext()) {
            first.add(iterator.next());
        }
        return first;
    }

    private static Object tripled(Object number) {
        return number instanceof Integer whole ? (Object) (whole * 3) : (Object) ((Long) number * 3);
    }

    /** As Java compares primitive numbers. */
    private static boolean isAtLeast(Object number, Object limit) {
        return number instanceof Double real
                ? real.doubleValue() >= (Double) limit
                : ((Number) number).longValue() >= ((Number) limit).longValue();
    }

    @SuppressWarnings("unchecked") // values are comparable with each other
    private @Nullable Object ofObjects(Stream<@Nullable Object> values) {
        Comparator<@Nullable Object> natural = (Comparator<@Nullable Object>) (Comparator<?>) Comparator.naturalOrder();
        Stream<@Nullable Object> stream = values;
        for (ValueStep step : question.values()) {
            stream = switch (step) {
                case ValueStep.NonNull _ -> stream.filter(Objects::nonNull);
                case ValueStep.Distinct _ -> stream.distinct();
                case ValueStep.Sorted sorted ->
                    sorted.isReversed() ? stream.sorted(natural.reversed()) : stream.sorted();
                case ValueStep.Skip skip -> stream.skip(skip.count());
                case ValueStep.Limit limit -> stream.limit(limit.count());
                case ValueStep.Triple _ -> stream.map(value -> tripled(requireNonNull(value)));
                case ValueStep.Filter filter -> {
                    Object constant = filter.constant().value();
                    boolean isNumber = filter.constant().type().isArithmetic();
                    yield stream.filter(
                            value -> value != null && (isNumber ? isAtLeast(value, constant) : value.equals(constant)));
                }
            };
        }
        Type type = question.mapping().orElseThrow().value().type();
        return switch (question.terminal()) {
            case Terminal.Count _ -> stream.count();
            case Terminal.ToList _ -> stream.toList();
            case Terminal.Frequencies _ ->
                stream.collect(Collectors.groupingBy(value -> requireNonNull(value), Collectors.counting()));
            case Terminal.First _ -> stream.findFirst();
            case Terminal.Iterate iterate -> first(stream, iterate.count());
            case Terminal.ValueExtreme extreme -> extreme.isGreatest() ? stream.max(natural) : stream.min(natural);
            case Terminal.Reduce _ ->
                switch (type) {
                    case INT -> stream.reduce(0, (a, b) -> (Integer) requireNonNull(a) + (Integer) requireNonNull(b));
                    case LONG -> stream.reduce(0L, (a, b) -> (Long) requireNonNull(a) + (Long) requireNonNull(b));
                    default ->
                        stream.reduce(
                                BigDecimal.ZERO,
                                (a, b) -> ((BigDecimal) requireNonNull(a)).add((BigDecimal) requireNonNull(b)));
                };
            default -> throw new AssertionError(question.terminal());
        };
    }

    private @Nullable Object ofInts(IntStream ints) {
        IntStream stream = ints;
        for (ValueStep step : question.values()) {
            stream = switch (step) {
                case ValueStep.Distinct _ -> stream.distinct();
                case ValueStep.Skip skip -> stream.skip(skip.count());
                case ValueStep.Limit limit -> stream.limit(limit.count());
                case ValueStep.Triple _ -> stream.map(value -> value * 3);
                case ValueStep.Filter filter -> {
                    var constant = ((Number) filter.constant().value()).intValue();
                    yield stream.filter(value -> value >= constant);
                }
                case ValueStep.Sorted _, ValueStep.NonNull _ -> stream.sorted();
            };
        }
        return switch (question.terminal()) {
            case Terminal.Count _ -> stream.count();
            case Terminal.ToList _ -> stream.toArray();
            case Terminal.Frequencies _ ->
                stream.boxed().collect(Collectors.groupingBy(value -> value, Collectors.counting()));
            case Terminal.First _ -> stream.findFirst();
            case Terminal.Iterate iterate -> first(stream, iterate.count());
            case Terminal.ValueExtreme extreme -> extreme.isGreatest() ? stream.max() : stream.min();
            case Terminal.Sum _ -> stream.sum();
            case Terminal.Average _ -> stream.average();
            case Terminal.Statistics _ -> stream.summaryStatistics();
            case Terminal.Reduce _ -> stream.reduce(0, (a, b) -> a + b);
            default -> throw new AssertionError(question.terminal());
        };
    }

    private @Nullable Object ofLongs(LongStream longs) {
        LongStream stream = longs;
        for (ValueStep step : question.values()) {
            stream = switch (step) {
                case ValueStep.Distinct _ -> stream.distinct();
                case ValueStep.Skip skip -> stream.skip(skip.count());
                case ValueStep.Limit limit -> stream.limit(limit.count());
                case ValueStep.Triple _ -> stream.map(value -> value * 3);
                case ValueStep.Filter filter -> {
                    var constant = ((Number) filter.constant().value()).longValue();
                    yield stream.filter(value -> value >= constant);
                }
                case ValueStep.Sorted _, ValueStep.NonNull _ -> stream.sorted();
            };
        }
        return switch (question.terminal()) {
            case Terminal.Count _ -> stream.count();
            case Terminal.ToList _ -> stream.toArray();
            case Terminal.Frequencies _ ->
                stream.boxed().collect(Collectors.groupingBy(value -> value, Collectors.counting()));
            case Terminal.First _ -> stream.findFirst();
            case Terminal.Iterate iterate -> first(stream, iterate.count());
            case Terminal.ValueExtreme extreme -> extreme.isGreatest() ? stream.max() : stream.min();
            case Terminal.Sum _ -> stream.sum();
            case Terminal.Average _ -> stream.average();
            case Terminal.Statistics _ -> stream.summaryStatistics();
            case Terminal.Reduce _ -> stream.reduce(0, (a, b) -> a + b);
            default -> throw new AssertionError(question.terminal());
        };
    }

    private @Nullable Object ofDoubles(DoubleStream doubles) {
        DoubleStream stream = doubles;
        for (ValueStep step : question.values()) {
            stream = switch (step) {
                case ValueStep.Distinct _ -> stream.distinct();
                case ValueStep.Skip skip -> stream.skip(skip.count());
                case ValueStep.Limit limit -> stream.limit(limit.count());
                case ValueStep.Triple _ -> stream.map(value -> value * 3);
                case ValueStep.Filter filter -> {
                    var constant = ((Number) filter.constant().value()).doubleValue();
                    yield stream.filter(value -> value >= constant);
                }
                case ValueStep.Sorted _, ValueStep.NonNull _ -> stream.sorted();
            };
        }
        return switch (question.terminal()) {
            case Terminal.Count _ -> stream.count();
            case Terminal.ToList _ -> stream.toArray();
            case Terminal.Frequencies _ ->
                stream.boxed().collect(Collectors.groupingBy(value -> value, Collectors.counting()));
            case Terminal.First _ -> stream.findFirst();
            case Terminal.Iterate iterate -> first(stream, iterate.count());
            case Terminal.ValueExtreme extreme -> extreme.isGreatest() ? stream.max() : stream.min();
            case Terminal.Sum _ -> stream.sum();
            case Terminal.Average _ -> stream.average();
            case Terminal.Statistics _ -> stream.summaryStatistics();
            case Terminal.Reduce _ -> stream.reduce(0, (a, b) -> a + b);
            default -> throw new AssertionError(question.terminal());
        };
    }

    private static @Nullable Object grouped(Grouping grouping, Stream<Tuple> stream) {
        List<Tuple> tuples = new ArrayList<>();
        stream.forEachOrdered(
                tuple -> { // what throws first, throws here
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
                tuples.forEach(tuple ->
                        requireNonNull(groups.get(test(by.condition(), tuple))).add(tuple));
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

    /** Computes what is read of an element, in the order in which that is done. */
    private static void compute(Grouping grouping, Tuple tuple) {
        switch (grouping) {
            case Grouping.Whole whole -> compute(whole.aggregate(), tuple);
            case Grouping.ByValue by -> {
                requireNonNull(Evaluation.value(by.key(), tuple));
                compute(by.aggregate(), tuple);
            }
            case Grouping.ByCondition by -> {
                test(by.condition(), tuple);
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
                if (test(filtered.condition(), tuple)) {
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
                                .filter(tuple -> test(filtered.condition(), tuple))
                                .toList());
            case Aggregate.Listed listed -> {
                List<@Nullable Object> all = new ArrayList<>();
                group.forEach(tuple -> all.add(Evaluation.value(listed.value(), tuple)));
                yield all;
            }
        };
    }

    /** The values that are not null. */
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
