package org.speedwell.accelerator.expr;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is computed of a row, or of the rows of a join's tuple, as a tree. All forms of a query come to it: Speedment's predicates and
 * expressions, our own expressions, and lambdas. Immutable.
 *
 * <p>Semantics are Java's. Operators need values: an operand that is null is an exception, as unboxing it would be. Only
 * {@link IsNull}, {@link Equal}, {@link Choice}, {@link In}, {@link Optional} and {@link Call} take null. Operands are computed from
 * left to right; {@link And}, {@link Or} and {@link Choice} compute no more than they need. Which exception is thrown is not part of
 * the tree: whoever runs it and must throw what the user's function throws calls that function.
 */
public sealed interface Expr {
    /** An expression without operands. */
    sealed interface Leaf extends Expr {}

    /** A condition on other expressions. */
    sealed interface Condition extends Expr {}

    /** A value that is computed from other expressions. */
    sealed interface Operation extends Expr {}

    Constant TRUE = new Constant(true);
    Constant FALSE = new Constant(false);
    Constant NULL = new Constant(null);

    /** Returns what the expression gives. */
    default Kind kind() {
        return switch (this) {
            case Column column -> Kind.of(column.type);
            case Given given -> given.kind;
            case Parameter parameter -> Kind.of(parameter.type);
            case Constant constant -> constant.value == null ? Kind.OBJECT : Kind.of(constant.value.getClass());
            case Convert convert -> convert.kind;
            case Unary unary -> unary.kind;
            case Binary binary -> binary.kind;
            case Sign _ -> Kind.INT;
            case Exists _, Condition _ -> Kind.BOOLEAN;
            case Require require -> require.value.kind();
            case Choice choice -> (choice.then == NULL ? choice.otherwise : choice.then).kind();
            case DecimalCase _ -> Kind.DECIMAL;
            case Call call -> call.callee.kind();
            case Optional _ -> Kind.OBJECT;
        };
    }

    /** Returns the direct operands, in the order in which they are computed. */
    default List<Expr> operands() {
        return switch (this) {
            case Leaf _ -> List.of();
            case Convert convert -> List.of(convert.value);
            case Unary unary -> List.of(unary.value);
            case Binary binary -> List.of(binary.first, binary.second);
            case Sign sign -> List.of(sign.first, sign.second);
            case Compare compare -> List.of(compare.first, compare.second);
            case Equal equal -> List.of(equal.first, equal.second);
            case In in -> List.of(in.value);
            case IsNull isNull -> List.of(isNull.value);
            case Require require -> List.of(require.value);
            case Not not -> List.of(not.value);
            case Optional optional -> List.of(optional.value);
            case Choice choice -> List.of(choice.condition, choice.then, choice.otherwise);
            case And and -> and.conditions;
            case Or or -> or.conditions;
            case Call call -> call.arguments;
            case DecimalCase of ->
                Stream.concat(of.tests.stream(), of.values.stream()).toList();
        };
    }

    /** Returns the same operation on other operands, as many as it has; those are in the order of {@link #operands}. */
    default Expr with(List<Expr> operands) {
        return switch (this) {
            case Leaf _ -> this;
            case Convert convert -> new Convert(convert.kind, operands.getFirst());
            case Unary unary -> new Unary(unary.operation, unary.kind, operands.getFirst());
            case Binary binary -> new Binary(binary.operation, binary.kind, operands.getFirst(), operands.getLast());
            case Compare compare ->
                new Compare(compare.operator, compare.order, operands.getFirst(), operands.getLast());
            case Sign sign -> new Sign(sign.order, operands.getFirst(), operands.getLast(), sign.ofNaN);
            case Equal _ -> new Equal(operands.getFirst(), operands.getLast());
            case In in -> new In(operands.getFirst(), in.set);
            case IsNull _ -> new IsNull(operands.getFirst());
            case Require _ -> new Require(operands.getFirst());
            case Choice _ -> Logic.choice(operands.getFirst(), operands.get(1), operands.getLast());
            case And _ -> Logic.and(operands);
            case Or _ -> Logic.or(operands);
            case Not _ -> Logic.not(operands.getFirst());
            case Call call -> new Call(call.callee, operands);
            case Optional optional -> new Optional(optional.type, operands.getFirst());
            case DecimalCase of ->
                new DecimalCase(
                        operands.subList(0, of.tests.size()), operands.subList(of.tests.size(), operands.size()));
        };
    }

    /** Returns the expression with the values in place of its parameters. */
    default Expr bound(List<? extends @Nullable Object> values) {
        if (this instanceof Parameter parameter) {
            Object value = values.get(parameter.index);
            return value == null ? NULL : new Constant(value);
        }
        List<Expr> operands = operands();
        return operands.isEmpty() || values.isEmpty()
                ? this
                : with(operands.stream().map(operand -> operand.bound(values)).toList());
    }

    /** Returns the row of which a leaf reads something; null if it is no leaf, or reads no row. */
    default @Nullable Row row() {
        return switch (this) {
            case Column column -> column.row;
            case Given given -> given.row;
            case Exists exists -> exists.row;
            case Constant _, Parameter _, Operation _, Condition _ -> null;
        };
    }

    /** Returns the same expression of other rows. */
    default Expr of(UnaryOperator<Row> rows) {
        return switch (this) {
            case Column column -> new Column(rows.apply(column.row), column.id, column.type);
            case Given given -> new Given(rows.apply(given.row), given.function, given.kind);
            case Exists exists -> new Exists(rows.apply(exists.row));
            case Constant _, Parameter _, Operation _, Condition _ ->
                with(operands().stream().map(operand -> operand.of(rows)).toList());
        };
    }

    /**
     * The value of a column.
     *
     * @param row whose column it is
     * @param id by which the row's table finds the column: an identifier, or the name of an entity's instance field
     * @param type the declared class of the value. A primitive reads NULL as the default value of a Java field.
     */
    record Column(Row row, Object id, Class<?> type) implements Leaf {}

    /**
     * A function of a row in another form: its reader reads it, or somebody calls it. Its result is of the kind, or null.
     *
     * @param row of which it is a function
     * @param function equal to itself alone
     */
    record Given(Row row, Object function, Kind kind) implements Leaf {}

    /** The existence of a row: an outer join may have found none, or a foreign key names none. */
    record Exists(Row row) implements Leaf {}

    /** The same value for every row; not changed by anybody. */
    record Constant(@Nullable Object value) implements Leaf {}

    /**
     * A value that the function was made with: a lambda captures it. It is the same for every row of one query.
     *
     * @param index its place among the values that the function was made with
     * @param type the declared class of the value
     */
    record Parameter(int index, Class<?> type) implements Leaf {}

    /** A number as another kind, as Java's casts do it; a decimal as a whole number only if it is one that fits. */
    record Convert(Kind kind, Expr value) implements Operation {}

    /** Operations on one number. */
    enum UnaryOperation {
        NEGATE,
        /** The number without its sign; of −0.0 itself. */
        ABS,
        /** −1, 0 or 1; 0 of NaN. */
        SIGN,
        SQRT
    }

    record Unary(UnaryOperation operation, Kind kind, Expr value) implements Operation {}

    /** Operations on two numbers. */
    enum BinaryOperation {
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE("/"),
        REMAINDER("%"),
        AND("&"),
        OR("|"),
        XOR("^"),
        SHIFT_LEFT("<<"),
        SHIFT_RIGHT(">>"),
        SHIFT_RIGHT_UNSIGNED(">>>");

        private final String sign;

        BinaryOperation(String sign) {
            this.sign = sign;
        }

        /** Returns the operator as Java writes it. */
        @Override
        public String toString() {
            return sign;
        }

        /** Returns the result for ints, which wraps. */
        public int of(int a, int b) {
            return switch (this) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case DIVIDE -> a / b;
                case REMAINDER -> a % b;
                case AND -> a & b;
                case OR -> a | b;
                case XOR -> a ^ b;
                case SHIFT_LEFT -> a << b;
                case SHIFT_RIGHT -> a >> b;
                case SHIFT_RIGHT_UNSIGNED -> a >>> b;
            };
        }

        /** Returns the result for longs, which wraps; a shift counts by the lower bits of its second operand. */
        public long of(long a, long b) {
            return switch (this) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case DIVIDE -> a / b;
                case REMAINDER -> a % b;
                case AND -> a & b;
                case OR -> a | b;
                case XOR -> a ^ b;
                case SHIFT_LEFT -> a << b;
                case SHIFT_RIGHT -> a >> b;
                case SHIFT_RIGHT_UNSIGNED -> a >>> b;
            };
        }

        /** Returns the result for floats. */
        public float of(float a, float b) {
            return switch (this) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case DIVIDE -> a / b;
                case REMAINDER -> a % b;
                case AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> throw ofBits();
            };
        }

        /** Returns the result for doubles. */
        public double of(double a, double b) {
            return switch (this) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case DIVIDE -> a / b;
                case REMAINDER -> a % b;
                case AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> throw ofBits();
            };
        }

        /** Returns the exact result for decimals, which are only added, subtracted and multiplied. */
        public BigDecimal of(BigDecimal a, BigDecimal b) {
            return switch (this) {
                case ADD -> a.add(b);
                case SUBTRACT -> a.subtract(b);
                case MULTIPLY -> a.multiply(b);
                case DIVIDE, REMAINDER, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED ->
                    throw new IllegalArgumentException("Decimals have no operator " + this);
            };
        }

        private IllegalArgumentException ofBits() {
            return new IllegalArgumentException("Only whole numbers have the operator " + this);
        }
    }

    /**
     * An operation on two numbers, each first converted to the kind of the result, as Java does it: whole numbers wrap. Decimals are
     * exact; they are only added, subtracted and multiplied.
     */
    record Binary(BinaryOperation operation, Kind kind, Expr first, Expr second) implements Operation {}

    /** How values compare. */
    enum Order {
        /** As Java's operators compare numbers: −0.0 equals 0.0, and NaN compares with nothing. */
        OPERATORS,
        /** As {@link Comparable#compareTo} tells. */
        NATURAL
    }

    /** Whether two values that are not null compare so. */
    record Compare(ComparisonOperator operator, Order order, Expr first, Expr second) implements Condition {}

    /** The sign of the comparison of two values that are not null; of NaN as {@code ofNaN} says. */
    record Sign(Order order, Expr first, Expr second, int ofNaN) implements Operation {}

    /** Whether two values are equal, as {@link java.util.Objects#equals} tells; null equals null. */
    record Equal(Expr first, Expr second) implements Condition {}

    /** Whether a value is in a set, as the set tells; a set that refuses null does not contain it. */
    record In(Expr value, Set<?> set) implements Condition {}

    record IsNull(Expr value) implements Condition {}

    /** The value, which must not be null. */
    record Require(Expr value) implements Operation {}

    /** One value where a condition holds, and another where it does not. */
    record Choice(Expr condition, Expr then, Expr otherwise) implements Operation {}

    /** Whether all conditions hold; of none they do. */
    record And(List<Expr> conditions) implements Condition {}

    /** Whether any condition holds; of none it does not. */
    record Or(List<Expr> conditions) implements Condition {}

    record Not(Expr value) implements Condition {}

    /** What a function gives for arguments, which may be null. */
    record Call(Callee callee, List<Expr> arguments) implements Operation {}

    /** An {@code Optional}, or one of its primitive kin, of a value; empty where that is null. */
    record Optional(Class<?> type, Expr value) implements Operation {}

    /**
     * The decimal of the first test that holds, with the greatest scale of all those that can be computed and are not null.
     *
     * @param values one for each test, and behind them the one where none holds
     */
    record DecimalCase(List<Expr> tests, List<Expr> values) implements Operation {}
}
