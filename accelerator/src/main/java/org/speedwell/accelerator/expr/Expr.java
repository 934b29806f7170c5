package org.speedwell.accelerator.expr;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An expression on a row, or on the rows of a join's tuple, as a tree. Every form of a query becomes such a tree:
 * Speedment's predicates and expressions, our own expressions, and lambdas. Immutable.
 *
 * <p>The semantics are Java's. Operators need values: a null operand throws, as unboxing it would. Only {@link IsNull},
 * {@link Equal}, {@link Choice}, {@link In}, {@link Optional} and {@link Call} accept null. Operands are computed from
 * left to right. {@link And}, {@link Or} and {@link Choice} compute no more operands than they need. The tree does not
 * define which exception is thrown. A caller that must throw the exception of the user's function calls that function.
 */
public sealed interface Expr {
    /** An expression without operands. */
    sealed interface Leaf extends Expr {}

    /** A condition on other expressions. */
    sealed interface Condition extends Expr {}

    /** A value computed from other expressions. */
    sealed interface Operation extends Expr {}

    Constant TRUE = new Constant(true);
    Constant FALSE = new Constant(false);
    Constant NULL = new Constant(null);

    /** The failure of Java code that uses a null object. */
    Require THROW = new Require(NULL);

    /** Returns the kind of the expression's value. */
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

    /** Returns the direct operands, in the order of their computation. */
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

    /**
     * Returns the same operation on other operands.
     *
     * @param operands as many as the operation has, in the order of {@link #operands}
     */
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

    /** Returns whether this expression or a part of it meets a condition. It is a loop, because each new query asks. */
    default boolean any(Predicate<Expr> condition) {
        if (condition.test(this)) {
            return true;
        }
        for (Expr operand : operands()) {
            if (operand.any(condition)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the expression reads or tests rows that other rows reference. */
    default boolean readsReferenced() {
        return any(part -> part.row() instanceof Row.Referenced);
    }

    /** Returns whether the expression calls a function of which only the object is given. */
    default boolean hasGiven() {
        return any(part -> part instanceof Given);
    }

    /** Returns the expression with values in place of its parameters. */
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

    /** Returns the row that a leaf reads. Returns null if this is not a leaf, or if it reads no row. */
    default @Nullable Row row() {
        return switch (this) {
            case Column column -> column.row;
            case Given given -> given.row;
            case Exists exists -> exists.row;
            case Constant _, Parameter _, Operation _, Condition _ -> null;
        };
    }

    /** Returns the same expression on other rows. */
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
     * @param row the row of the column
     * @param id the id by which the row's table finds the column: an identifier, or the name of an entity's instance
     * field
     * @param type the declared class of the value. A primitive reads NULL as the default value of a Java field.
     */
    record Column(Row row, Object id, Class<?> type) implements Leaf {}

    /**
     * A function of a row in another form. A reader translates it, or a caller calls it. Its result has the given kind,
     * or is null.
     *
     * @param row the argument of the function
     * @param function an object that is equal only to itself
     */
    record Given(Row row, Object function, Kind kind) implements Leaf {}

    /** The existence of a row. An outer join may find no row, and a foreign key may name none. */
    record Exists(Row row) implements Leaf {}

    /** A value that is the same for every row. Callers must not change it. */
    record Constant(@Nullable Object value) implements Leaf {}

    /**
     * A value that a lambda captured when it was created. It is the same for every row of one query.
     *
     * @param index the place of the value among the captured values
     * @param type the declared class of the value
     */
    record Parameter(int index, Class<?> type) implements Leaf {}

    /**
     * A number converted to another kind, as Java's casts do. A decimal becomes a whole number only if it is whole and
     * fits.
     */
    record Convert(Kind kind, Expr value) implements Operation {}

    /** An operation on one number. */
    enum UnaryOperation {
        NEGATE,
        /** The number without its sign. The result for −0.0 is −0.0. */
        ABS,
        /** −1, 0 or 1. The result for NaN is 0. */
        SIGN,
        SQRT
    }

    record Unary(UnaryOperation operation, Kind kind, Expr value) implements Operation {}

    /** An operation on two numbers. */
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

        /** Returns the operator in Java's notation. */
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

        /** Returns the result for longs, which wraps. A shift uses the lower bits of its second operand. */
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

        /** Returns the exact result for decimals. They support only addition, subtraction and multiplication. */
        public BigDecimal of(BigDecimal a, BigDecimal b) {
            return switch (this) {
                case ADD -> a.add(b);
                case SUBTRACT -> a.subtract(b);
                case MULTIPLY -> a.multiply(b);
                case DIVIDE, REMAINDER, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED ->
                    throw new IllegalArgumentException("Decimals do not support the operator " + this);
            };
        }

        private IllegalArgumentException ofBits() {
            return new IllegalArgumentException("Only whole numbers support the operator " + this);
        }
    }

    /**
     * An operation on two numbers. Each operand is first converted to the kind of the result, as Java does. Whole
     * numbers wrap. Decimals are exact, and support only addition, subtraction and multiplication.
     */
    record Binary(BinaryOperation operation, Kind kind, Expr first, Expr second) implements Operation {}

    /** A rule that compares two values. */
    enum Order {
        /** The order of Java's operators on numbers: −0.0 equals 0.0, and comparisons with NaN are false. */
        OPERATORS,
        /** The order of {@link Comparable#compareTo}. */
        NATURAL
    }

    /** A comparison of two values that are not null. */
    record Compare(ComparisonOperator operator, Order order, Expr first, Expr second) implements Condition {}

    /** The sign of the comparison of two values that are not null. It is {@code ofNaN} if a value is NaN. */
    record Sign(Order order, Expr first, Expr second, int ofNaN) implements Operation {}

    /** The equality of two values, as in {@link java.util.Objects#equals}. Null equals null. */
    record Equal(Expr first, Expr second) implements Condition {}

    /** The test of whether a set contains a value. A set that rejects null does not contain it. */
    record In(Expr value, Set<?> set) implements Condition {}

    record IsNull(Expr value) implements Condition {}

    /** A value that must not be null. */
    record Require(Expr value) implements Operation {}

    /** A choice between two values by a condition. */
    record Choice(Expr condition, Expr then, Expr otherwise) implements Operation {}

    /** A conjunction of conditions. It is true if there are no conditions. */
    record And(List<Expr> conditions) implements Condition {}

    /** A disjunction of conditions. It is false if there are no conditions. */
    record Or(List<Expr> conditions) implements Condition {}

    record Not(Expr value) implements Condition {}

    /** The result of a function for arguments, which may be null. */
    record Call(Callee callee, List<Expr> arguments) implements Operation {}

    /** An {@code Optional}, or one of its primitive variants, of a value. It is empty if the value is null. */
    record Optional(Class<?> type, Expr value) implements Operation {}

    /**
     * The decimal of the first passing test. Its scale is the largest scale of all values that can be computed and are
     * not null.
     *
     * @param values one for each test, and a last one for rows that pass no test
     */
    record DecimalCase(List<Expr> tests, List<Expr> values) implements Operation {}
}
