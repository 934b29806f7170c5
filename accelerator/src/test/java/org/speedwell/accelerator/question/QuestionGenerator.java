package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Join;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Order;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Question.ValueStep;
import org.speedwell.accelerator.question.Value.Cell;
import org.speedwell.accelerator.question.Value.Constant;

/**
 * A generator of random questions. One source of random numbers decides the code alone. Another source decides the
 * tables and the values that the code receives. One code therefore serves many questions.
 */
final class QuestionGenerator {
    /** The maximum number of rows of a table in a join. */
    private static final int JOINED_ROWS = 300;

    private final List<RowTable> tables;
    private final RandomGenerator random;
    private final RandomGenerator choices;

    private List<Integer> chosen = List.of();
    private List<Join> joins = List.of();
    private boolean mayThrow;

    private QuestionGenerator(List<RowTable> tables, RandomGenerator random, RandomGenerator choices) {
        this.tables = tables;
        this.random = random;
        this.choices = choices;
    }

    /** Returns {@code count} questions that have the same code. */
    static List<Question> alike(int count, List<RowTable> tables, SplittableRandom random) {
        long seed = random.nextLong();
        return Stream.generate(() -> new QuestionGenerator(tables, new SplittableRandom(seed), random).next())
                .limit(count)
                .toList();
    }

    private int chance(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    private <T> T pick(T... from) {
        return from[random.nextInt(from.length)];
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private Question next() {
        int places = chance(4) > 0 ? 1 : chance(4) > 0 ? 2 : 3;
        boolean isParallel = chance(5) == 0;
        mayThrow = !isParallel && chance(4) == 0;
        chooseTables(places);
        List<Step> steps = new ArrayList<>();
        for (int i = chance(2) == 0 ? chance(2) : chance(5); i > 0; i--) {
            steps.add(step());
        }
        Optional<Mapping> mapping = chance(5) < 2 ? Optional.of(mapping()) : Optional.empty();
        List<ValueStep> values = new ArrayList<>();
        if (mapping.isPresent()) {
            for (int i = chance(2) == 0 ? 0 : chance(4); i > 0; i--) {
                values.add(valueStep(mapping.get()));
            }
        }
        Terminal terminal = mapping.isPresent() ? terminal(mapping.get(), isParallel) : terminal(isParallel);
        return new Question(chosen, joins, steps, mapping, values, terminal, isParallel);
    }

    private void chooseTables(int places) {
        List<Integer> numbers = new ArrayList<>();
        List<Join> joined = new ArrayList<>();
        for (int place = 0; place < places; place++) {
            int most = places == 1 ? Integer.MAX_VALUE : places == 2 ? JOINED_ROWS : JOINED_ROWS / 4;
            List<Integer> fit = new ArrayList<>();
            for (int i = 0; i < tables.size(); i++) {
                if (tables.get(i).rows().size() <= most) {
                    fit.add(i);
                }
            }
            numbers.add(fit.get(choices.nextInt(fit.size())));
            if (place > 0) {
                joined.add(join(place));
            }
        }
        chosen = List.copyOf(numbers);
        joins = List.copyOf(joined);
    }

    private static boolean isWhole(Type type) {
        return switch (type) {
            case BYTE, SHORT, INT, LONG, BIG_INTEGER -> true;
            default -> false;
        };
    }

    private Join join(int place) {
        RowColumn column = column(of -> of.type != Type.BYTES);
        RowColumn other = chance(4) == 0
                ? column
                : column(of -> of.type == column.type || chance(3) == 0 && isWhole(of.type) && isWhole(column.type));
        int kind = chance(12);
        return new Join(
                kind < 7 ? Join.Kind.INNER : kind < 9 ? Join.Kind.LEFT : kind < 11 ? Join.Kind.RIGHT : Join.Kind.CROSS,
                column,
                chance(4) > 0 ? ComparisonOperator.EQUAL : pick(ComparisonOperator.values()),
                chance(place),
                other);
    }

    private RowColumn column(Predicate<RowColumn> which) {
        return pick(RowColumn.ALL.stream().filter(which).toList());
    }

    private long window() {
        return chance(pick(3, 20, 20, 80, 5_000));
    }

    /** Returns a place whose row is never missing. */
    private int place() {
        Question question =
                new Question(chosen, joins, List.of(), Optional.empty(), List.of(), new Terminal.Count(), false);
        List<Integer> there = new ArrayList<>();
        for (int place = 0; place < chosen.size(); place++) {
            if (!question.isOuter(place)) {
                there.add(place);
            }
        }
        return pick(there);
    }

    private Cell cell(Predicate<RowColumn> which) {
        return new Cell(place(), column(which), 0);
    }

    private Constant constant(Cell like) {
        return constant(like.place(), like.column());
    }

    private Constant constant(int place, RowColumn column) {
        List<Object> inline = switch (column.type) {
            case INT -> List.of(-1, 0, 1, 5, 50, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> List.of(-1L, 0L, 1L, 50L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32);
            case DOUBLE -> List.of(-0.5, 0.0, 1.0, 3.25, 1e300);
            case BYTE -> List.of((byte) -1, (byte) 5, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SHORT -> List.of((short) -1, (short) 5, Short.MIN_VALUE, Short.MAX_VALUE);
            case SHADE -> List.of((Object[]) Shade.values());
            default -> List.of();
        };
        if (!inline.isEmpty() && chance(3) == 0) {
            return new Constant(column.type, pick(inline), true);
        }
        List<Object> pool = tables.get(chosen.get(place)).pool(column);
        return new Constant(column.type, pool.get(choices.nextInt(pool.size())), false);
    }

    private Step step() {
        return switch (chance(14)) {
            case 0 -> new Step.TakeWhile(condition(1));
            case 1 -> new Step.DropWhile(condition(1));
            case 2, 3, 4 -> new Step.Sorted(orders());
            case 5 -> new Step.Skip(window());
            case 6 -> new Step.Limit(window());
            case 7 -> new Step.Distinct();
            default -> new Step.Filter(condition(2));
        };
    }

    private List<Order> orders() {
        List<Order> orders = new ArrayList<>();
        do {
            Value value = chance(3) == 0 ? pick(number(1), text()) : cell(column -> column.type.isComparable());
            orders.add(new Order(value, chance(3) == 0, chance(2) == 0));
        } while (chance(3) == 0);
        return orders;
    }

    private Condition condition(int depth) {
        if (depth > 0 && chance(5) < 2) {
            return switch (chance(5)) {
                case 0, 1 -> new Condition.And(condition(depth - 1), condition(depth - 1));
                case 2, 3 -> new Condition.Or(condition(depth - 1), condition(depth - 1));
                default -> new Condition.Not(condition(depth - 1));
            };
        }
        Condition leaf = leaf();
        return chance(5) == 0 ? new Condition.Not(leaf) : leaf;
    }

    private Condition leaf() {
        if (chosen.size() == 1 && chance(12) == 0) {
            return new Condition.OfParent(place(), comparison(0));
        }
        return comparison(3);
    }

    private Condition comparison(int depth) {
        return switch (chance(depth > 0 ? 12 : 8)) {
            case 0 -> new Condition.IsNull(cell(RowColumn::isNullable));
            case 1 -> new Condition.Flag(cell(column -> column.type == Type.BOOLEAN));
            case 2 -> {
                // Speedment turns comparisons of enums into sets; the negation of an empty set accepts NULL
                Cell cell = cell(column ->
                        column.type.isComparable() && column.type != Type.BOOLEAN && column.type != Type.SHADE);
                yield new Condition.Between(cell, constant(cell), constant(cell), chance(2) == 0, chance(2) == 0);
            }
            case 3 -> {
                Cell cell = cell(column -> column.type.isComparable() && column.type != Type.BOOLEAN);
                List<Constant> constants = new ArrayList<>();
                for (int i = 1 + chance(4); i > 0; i--) { // Speedment accepts NULL for the negation of an empty set
                    constants.add(constant(cell));
                }
                yield new Condition.In(cell, constants);
            }
            case 4 -> {
                Cell cell = cell(column -> column.type == Type.TEXT);
                if (chance(6) == 0) {
                    yield new Condition.Like(cell, pick("%", "a%", "%b", "_", "%a%", "A_%", "\\%%", "\\_", "a", ""));
                }
                String value = (String) constant(cell).value();
                String part = value.substring(Math.min(value.length(), choices.nextInt(2)));
                yield new Condition.Text(
                        cell, pick(Condition.Text.Test.values()), new Constant(Type.TEXT, part, false));
            }
            case 8 -> { // two columns
                Cell cell = cell(column -> column.type.isComparable());
                yield new Condition.Compare(
                        cell,
                        operator(cell.type()),
                        cell(column -> column.type == cell.type()
                                && column.isPrimitive() == cell.column().isPrimitive()));
            }
            case 9, 10 -> {
                Value value = chance(3) > 0 ? number(2) : pick(text(), decimal(2));
                yield switch (chance(5)) {
                    case 0 -> new Condition.Among(value, List.of(constantOf(value.type()), constantOf(value.type())));
                    case 1 -> new Condition.Within(value, constantOf(value.type()), constantOf(value.type()));
                    default ->
                        new Condition.Compare(value, pick(ComparisonOperator.values()), constantOf(value.type()));
                };
            }
            default -> {
                Cell cell = cell(column -> column.type.isComparable() && column.type != Type.BOOLEAN);
                yield new Condition.Compare(cell, pick(ComparisonOperator.values()), constant(cell));
            }
        };
    }

    private ComparisonOperator operator(Type type) {
        return type == Type.BOOLEAN
                ? pick(ComparisonOperator.EQUAL, ComparisonOperator.NOT_EQUAL)
                : pick(ComparisonOperator.values());
    }

    private Constant constantOf(Type type) {
        return switch (type) {
            case INT -> constant(0, pick(RowColumn.INT, RowColumn.INT_N));
            case LONG -> constant(0, RowColumn.LONG);
            case DOUBLE -> constant(0, RowColumn.DOUBLE);
            case DECIMAL -> constant(0, RowColumn.DECIMAL);
            default -> constant(0, RowColumn.TEXT);
        };
    }

    /** Returns an int, a long or a double that is not null. */
    private Value number(int depth) {
        return number(pick(Type.INT, Type.INT, Type.LONG, Type.DOUBLE), depth);
    }

    private Value number(Type type, int depth) {
        if (depth > 0 && chance(5) < 3) {
            Value inner = number(type, depth - 1);
            return switch (chance(10)) {
                case 0 ->
                    new Value.Unary( // Speedment's abs keeps the sign of a double's −0
                            type == Type.DOUBLE ? Value.Unary.Operation.NEGATE : pick(Value.Unary.Operation.values()),
                            inner);
                case 1 -> new Value.Choice(condition(0), inner, chance(2) == 0 ? constantOf(type) : number(type, 0));
                case 2 ->
                    type == Type.INT
                            ? new Value.Length(text())
                            : new Value.Binary(
                                    type == Type.DOUBLE ? Value.Binary.Operation.DIVIDE : Value.Binary.Operation.PLUS,
                                    inner,
                                    number(type, 0));
                case 3 ->
                    mayThrow && type != Type.DOUBLE
                            ? new Value.Binary(
                                    pick(Value.Binary.Operation.QUOTIENT, Value.Binary.Operation.REMAINDER),
                                    inner,
                                    number(type, 0))
                            : inner;
                case 4 ->
                    type == Type.INT
                            ? new Value.Binary(Value.Binary.Operation.MINUS, inner, number(Type.INT, 0))
                            : new Value.Binary(Value.Binary.Operation.TIMES, inner, number(Type.INT, 0));
                default ->
                    new Value.Binary(
                            pick(
                                    Value.Binary.Operation.PLUS,
                                    Value.Binary.Operation.MINUS,
                                    Value.Binary.Operation.TIMES),
                            inner,
                            chance(2) == 0 ? constantOf(type) : number(type, depth - 1));
            };
        }
        if (type == Type.INT && chance(10) == 0) {
            Cell stamp = cell(column -> column.type == Type.TIMESTAMP);
            return present(new Value.TimePart(stamp, pick(Value.TimePart.Field.values())), constantOf(type));
        }
        if (chance(15) == 0) {
            Value either = new Value.Coalesced(
                    new Value.Convert(type, cell(column -> column.isNullable() && column.type.isNumber())),
                    new Value.Convert(type, cell(column -> column.isNullable() && column.type.isNumber())));
            return present(either, constantOf(type));
        }
        boolean isOfParent = chosen.size() == 1 && chance(12) == 0;
        // Speedment throws for a missing number of a referenced row
        Cell cell = new Cell(
                place(),
                column(column -> column.type.isNumber() && !(isOfParent && column.isNullable())),
                isOfParent ? 1 + chance(2) : 0);
        return present(new Value.Convert(type, cell), constantOf(type));
    }

    /** Returns the value. A value that may be null gets a replacement, or must not be null. */
    private Value present(Value value, Constant other) {
        return !value.isNullable()
                ? value
                : mayThrow && chance(3) == 0 ? new Value.Required(value) : new Value.OrElse(value, other);
    }

    private Value text() {
        Cell cell = cell(column -> column.type == Type.TEXT);
        Value text = present(cell, constantOf(Type.TEXT));
        return switch (chance(6)) {
            case 0, 1 -> new Value.InCase(chance(2) == 0, text);
            case 2 -> {
                int from = chance(3);
                yield new Value.Part(text, from, from + chance(4));
            }
            default -> text;
        };
    }

    /** Returns a decimal that is not null. */
    private Value decimal(int depth) {
        Value cell = present(cell(column -> column.type == Type.DECIMAL), constantOf(Type.DECIMAL));
        return depth == 0 || chance(3) == 0
                ? cell
                : new Value.Binary(
                        pick(Value.Binary.Operation.PLUS, Value.Binary.Operation.MINUS, Value.Binary.Operation.TIMES),
                        cell,
                        chance(2) == 0 ? constantOf(Type.DECIMAL) : decimal(depth - 1));
    }

    private Mapping mapping() {
        return switch (chance(8)) {
            case 0, 1 -> {
                Cell cell = cell(_ -> true);
                yield new Mapping(Mapping.Target.OBJECTS, cell);
            }
            case 2 -> {
                Value value = chance(2) == 0
                        ? text()
                        : new Value.Convert(
                                pick(Type.INT, Type.LONG, Type.DOUBLE), cell(column -> column.type.isNumber()));
                yield new Mapping(Mapping.Target.OBJECTS, value);
            }
            case 3 ->
                new Mapping(
                        Mapping.Target.OBJECTS,
                        chosen.size() == 1
                                ? new Cell(0, column(column -> !column.isPrimitive()), 1 + chance(2))
                                : cell(_ -> true));
            case 4, 5 -> new Mapping(Mapping.Target.INTS, number(Type.INT, 3));
            case 6 -> new Mapping(Mapping.Target.LONGS, number(Type.LONG, 3));
            default -> new Mapping(Mapping.Target.DOUBLES, number(Type.DOUBLE, 3));
        };
    }

    private ValueStep valueStep(Mapping mapping) {
        boolean isObject = mapping.target() == Mapping.Target.OBJECTS;
        boolean isSortable = mapping.value().type().isComparable()
                && (mayThrow || !mapping.value().isNullable());
        Type type = mapping.value().type();
        boolean isWhole = type == Type.INT || type == Type.LONG;
        return switch (chance(9)) {
            case 6 ->
                type.isArithmetic() || type == Type.TEXT
                        ? new ValueStep.Filter(constantOf(type))
                        : new ValueStep.Skip(window());
            case 7 ->
                isWhole && (!isObject || mayThrow || !mapping.value().isNullable())
                        ? new ValueStep.Triple()
                        : new ValueStep.Limit(window());
            case 0 -> isObject ? new ValueStep.NonNull() : new ValueStep.Distinct();
            case 1 -> new ValueStep.Skip(window());
            case 2 -> new ValueStep.Limit(window());
            case 3 -> isSortable ? new ValueStep.Sorted(isObject && chance(2) == 0) : new ValueStep.Limit(window());
            default -> mapping.value().type() == Type.BYTES ? new ValueStep.Skip(window()) : new ValueStep.Distinct();
        };
    }

    private Terminal terminal(Mapping mapping, boolean isParallel) {
        Type type = mapping.value().type();
        boolean mayBeNull = mapping.value().isNullable();
        boolean isInexact = isParallel && mapping.target() == Mapping.Target.DOUBLES;
        Terminal simple = pick(new Terminal.Count(), new Terminal.ToList());
        return switch (chance(10)) {
            case 0 -> new Terminal.Count();
            case 1 -> mayBeNull && !mayThrow ? simple : new Terminal.First();
            case 2 -> new Terminal.Iterate(chance(30));
            case 3 ->
                !type.isComparable() || mayBeNull && !mayThrow ? simple : new Terminal.ValueExtreme(chance(2) == 0);
            case 4 ->
                mapping.target() == Mapping.Target.OBJECTS || isInexact
                        ? simple
                        : pick(new Terminal.Sum(), new Terminal.Average(), new Terminal.Statistics());
            case 5 ->
                isInexact || mayBeNull && !mayThrow || !(type == Type.INT || type == Type.LONG || type == Type.DECIMAL)
                        ? simple
                        : new Terminal.Reduce();
            case 6 -> mapping.target() == Mapping.Target.OBJECTS || isInexact ? simple : new Terminal.Sum();
            case 7 -> type == Type.BYTES || mayBeNull && !mayThrow ? simple : new Terminal.Frequencies();
            default -> new Terminal.ToList();
        };
    }

    private Terminal terminal(boolean isParallel) {
        return switch (chance(13)) {
            case 12 -> new Terminal.Windows(1 + chance(5), chance(2) == 0);
            case 0, 1, 2 -> new Terminal.Count();
            case 3 -> new Terminal.ToList();
            case 4 -> new Terminal.First();
            case 5 -> new Terminal.Iterate(chance(10));
            case 6 -> new Terminal.Extreme(chance(2) == 0, orders());
            case 7 -> new Terminal.Match(pick(Terminal.Match.Kind.values()), condition(1));
            default -> new Terminal.Collect(grouping(isParallel));
        };
    }

    private Grouping grouping(boolean isParallel) {
        return switch (chance(5)) {
            case 0 -> new Grouping.Whole(aggregate(2, isParallel));
            case 1 -> new Grouping.ByValue(key(false), aggregate(1, isParallel));
            case 2 -> new Grouping.ByCondition(condition(1), aggregate(1, isParallel));
            default -> {
                List<Value> keys = new ArrayList<>();
                for (int i = chance(4); i > 0; i--) {
                    keys.add(key(true));
                }
                List<Aggregate> aggregates = new ArrayList<>(List.of(new Aggregate.Count()));
                for (int i = 1 + chance(2); i > 0; i--) {
                    aggregates.add(aggregate(1, isParallel));
                }
                yield new Grouping.ByKeys(keys, aggregates, chance(4) == 0 ? 1 + chance(4) : 0, chance(4) == 0);
            }
        };
    }

    private Value key(boolean mayBeNull) {
        return switch (chance(4)) {
            case 0 -> number(pick(Type.INT, Type.LONG), 1);
            case 1 -> text();
            default ->
                mayBeNull || mayThrow
                        ? cell(column -> !column.isPrimitive() && column.type != Type.BYTES
                                || mayBeNull && column.type == Type.BYTES)
                        : cell(column -> column.style == RowColumn.Style.PRESENT);
        };
    }

    private Aggregate aggregate(int depth, boolean isParallel) {
        Type exact = pick(Type.INT, Type.LONG);
        Type any = isParallel ? exact : pick(Type.INT, Type.LONG, Type.DOUBLE);
        Cell decimal =
                mayThrow ? cell(column -> column.type == Type.DECIMAL) : cell(column -> column == RowColumn.DECIMAL);
        return switch (chance(depth > 0 ? 13 : 12)) {
            case 0 -> new Aggregate.Count();
            case 1 -> new Aggregate.Sum(number(any, 2));
            case 2 -> new Aggregate.Sum(chance(2) == 0 ? decimal : decimal(2));
            case 3 -> new Aggregate.Average(number(any, 1), 0);
            case 4 -> new Aggregate.Average(chance(2) == 0 ? decimal : decimal(1), chance(4));
            case 5 -> new Aggregate.Summary(number(any, 1));
            case 6 ->
                new Aggregate.Extreme(
                        chance(2) == 0,
                        chance(2) == 0
                                ? number(pick(Type.INT, Type.LONG, Type.DOUBLE), 1)
                                : cell(column -> !column.isPrimitive() && column.type.isComparable()));
            case 7 ->
                new Aggregate.DistinctCount(
                        chance(2) == 0
                                ? number(pick(Type.INT, Type.LONG), 1)
                                : cell(column -> !column.isPrimitive() && column.type.isComparable()));
            case 8 -> new Aggregate.Percentile(number(Type.DOUBLE, 1), chance(5) / 4.0);
            case 9 -> new Aggregate.Variance(number(Type.DOUBLE, 1), chance(2) == 0);
            case 10, 11 ->
                new Aggregate.Listed(
                        chance(2) == 0
                                ? pick(number(Type.INT, 1), text())
                                : cell(column -> !column.isPrimitive() && column.type != Type.BYTES));
            default -> new Aggregate.Filtered(condition(1), aggregate(depth - 1, isParallel));
        };
    }
}
