package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.question.Evaluation.Tuple;
import org.speedwell.accelerator.question.Question.Join;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Question.ValueStep;

/** An evaluator of questions that uses nested loops over lists and a stream of the JDK over their tuples. */
final class Oracle {
    /** The number of tuples from which on the nested loops take too long. */
    private static final long MAX_TUPLES = 200_000;

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

    /** Returns the answer in a form that {@link Answers} compares, or the class of the exception. */
    static @Nullable Object answer(Question question, List<RowTable> tables) {
        return answer(question, tables, tuples(question, tables).stream());
    }

    /** Returns the answer over a source of unknown size. The JDK then runs the pipeline to count its elements. */
    static @Nullable Object answerOfUnknownSize(Question question, List<RowTable> tables) {
        return answer(question, tables, ofUnknownSize(tuples(question, tables)));
    }

    /** Returns the elements of a list as a stream of unknown size. */
    static <E> Stream<E> ofUnknownSize(List<E> list) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(list.iterator(), Spliterator.ORDERED), false);
    }

    /**
     * Returns the answer of a lazy iterator, which computes an element only when the user reads it. After a sort, the
     * JDK's iterator computes all elements for the first one. It therefore throws exceptions that a lazy iterator
     * throws later or never.
     */
    static @Nullable Object lazyAnswer(Question question, List<RowTable> tables) {
        return thrown(() -> {
            Stream<Tuple> stream = tuples(question, tables).stream();
            for (Step step : question.steps()) {
                Stream<Tuple> next = step(stream, step);
                stream = step instanceof Step.Sorted
                        ? StreamSupport.stream(() -> next.toList().spliterator(), Spliterator.ORDERED, false)
                        : next;
            }
            return new Oracle(question, tables).mapped(stream);
        });
    }

    private static @Nullable Object answer(Question question, List<RowTable> tables, Stream<Tuple> tuples) {
        return thrown(() -> new Oracle(question, tables).answer(tuples));
    }

    private static @Nullable Object thrown(Supplier<@Nullable Object> answer) {
        try {
            return Answers.plain(answer.get());
        } catch (NullPointerException | ArithmeticException | IllegalStateException e) {
            return e.getClass();
        }
    }

    /** Returns the tuples after all steps. */
    static List<Tuple> result(Question question, List<RowTable> tables) {
        Stream<Tuple> stream = tuples(question, tables).stream();
        for (Step step : question.steps()) {
            stream = step(stream, step);
        }
        return stream.toList();
    }

    /**
     * Returns the tuples in the documented order: in the order of nested loops, followed by the rows that right joins
     * add.
     */
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
        if ((long) before.size() * rows.size() > 20 * MAX_TUPLES) {
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
            if (after.size() > MAX_TUPLES) {
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

    static boolean test(Condition condition, Tuple tuple) {
        return Evaluation.holds(condition, false, tuple);
    }

    private @Nullable Object answer(Stream<Tuple> tuples) {
        Stream<Tuple> stream = tuples;
        for (Step step : question.steps()) {
            stream = step(stream, step);
        }
        return mapped(stream);
    }

    private @Nullable Object mapped(Stream<Tuple> stream) {
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
            case Terminal.Collect collect -> Groups.of(collect.grouping(), stream);
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

    /** Returns whether a number is at least the limit, as Java compares primitive numbers. */
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
}
