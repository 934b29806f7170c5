package org.speedwell.accelerator.lambda;

import java.lang.classfile.Opcode;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Existence;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.FixedElements;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Matching;
import org.speedwell.accelerator.expr.PureMethod;

/**
 * A translator from the code of a function to an expression. JVM stack values become values of their source types: a
 * boolean, 1 or 0 on the stack, becomes a condition. Captured values become parameters.
 */
final class ExprReader {
    private static final Expr.Constant ZERO = new Expr.Constant(0);

    private ExprReader() {}

    /**
     * Returns the expression of a function.
     *
     * @param code the code of the function
     * @param result the type of its result: a primitive, or a class
     */
    static Expr read(Code code, Class<?> result) {
        if (result == boolean.class) {
            return condition(code);
        }
        Kind kind = Kind.of(result);
        Expr value = value(code);
        return result.isPrimitive() ? number(value, kind) : value;
    }

    /** Returns a boolean stack value as a condition. */
    private static Expr condition(Code code) {
        return switch (code) {
            case Code.Literal literal -> Integer.valueOf(0).equals(literal.value()) ? Expr.FALSE : Expr.TRUE;
            case Code.Choice choice ->
                choice(condition(choice.condition()), condition(choice.then()), condition(choice.otherwise()));
            case Code.Require require when Code.THROW.equals(require) -> Expr.THROW;
            case Code.NonValue _,
                    Code.Read _,
                    Code.Captured _,
                    Code.Require _,
                    Code.Compare _,
                    Code.IsNull _,
                    Code.Same _,
                    Code.Operator _,
                    Code.Invoke _ -> {
                Expr value = value(code);
                yield value.kind() == Kind.BOOLEAN
                        ? value
                        : new Expr.Compare(ComparisonOperator.NOT_EQUAL, Expr.Order.OPERATORS, value, ZERO);
            }
        };
    }

    private static Expr value(Code code) {
        return switch (code) {
            case Code.Read read -> new Expr.Column(read.row(), read.id(), read.type());
            case Code.Captured of -> new Expr.Parameter(of.index(), of.type());
            case Code.Literal literal -> new Expr.Constant(literal.value());
            case Code.Maybe maybe -> new Expr.Optional(maybe.kind(), value(maybe.value()));
            case Code.Require require -> new Expr.Require(value(require.value()));
            case Code.Choice choice -> choice(choice);
            case Code.Compare compare -> comparison(compare);
            case Code.IsNull isNull when isNull.value() instanceof Code.Entity entity -> isNull(entity);
            case Code.IsNull isNull -> new Expr.IsNull(value(isNull.value()));
            case Code.Same same -> new Expr.Equal(value(same.first()), value(same.second()));
            case Code.Operator operator -> operator(operator);
            case Code.Invoke invoke -> call(invoke);
            case Code.Entity _, Code.Tuple _, Code.Function _, Code.Call _, Code.Static _, Code.Unknown _ ->
                throw new IllegalStateException("not a value: " + code);
        };
    }

    /** Returns the condition that an object is null: its row does not exist, or all its columns are NULL. */
    private static Expr isNull(Code.Entity of) {
        return of.isWhole()
                ? Logic.not(new Expr.Exists(of.row()))
                : Logic.and(of.code()
                        .reads(of)
                        .<Expr>map(read -> new Expr.IsNull(value(read)))
                        .toList());
    }

    /** Returns a choice. A failure becomes its last part, which {@link Existence} expects. */
    private static Expr choice(Expr condition, Expr then, Expr otherwise) {
        return then.equals(Expr.THROW)
                ? Logic.choice(Logic.not(condition), otherwise, then)
                : Logic.choice(condition, then, otherwise);
    }

    private static Expr choice(Code.Choice choice) {
        Expr condition = condition(choice.condition());
        if (choice.isBoolean()) {
            return choice(condition, condition(choice.then()), condition(choice.otherwise()));
        }
        if (Code.THROW.equals(choice.then()) || Code.THROW.equals(choice.otherwise())) {
            return choice(condition, value(choice.then()), value(choice.otherwise()));
        }
        Expr then = value(choice.then());
        Expr otherwise = value(choice.otherwise());
        boolean isMixed = then.kind() != otherwise.kind() && then != Expr.NULL && otherwise != Expr.NULL;
        return isMixed && then.kind().isWhole() && otherwise.kind().isWhole()
                ? Logic.choice(
                        condition, number(then, Kind.INT), number(otherwise, Kind.INT)) // both are ints on the stack
                : Logic.choice(condition, then, otherwise);
    }

    /** Returns a numeric stack value as a number of a kind. A value that already has the kind must not be null. */
    private static Expr number(Expr value, Kind kind) {
        return value.kind() == kind ? value : new Expr.Convert(kind, value);
    }

    private static Expr number(Code code) {
        Expr value = value(code);
        return value.kind() == Kind.BOOLEAN ? new Expr.Convert(Kind.INT, value) : value;
    }

    private static Expr comparison(Code.Compare compare) {
        Expr first = number(compare.first());
        if (first instanceof Expr.Sign sign
                && compare.second() instanceof Code.Literal literal
                && Integer.valueOf(0).equals(literal.value())) {
            return Logic.compare(compare.operator(), sign);
        }
        return new Expr.Compare(compare.operator(), Expr.Order.OPERATORS, first, number(compare.second()));
    }

    private static Expr operator(Code.Operator operator) {
        Opcode opcode = operator.opcode();
        Expr first = number(operator.operands().getFirst());
        if (operator.operands().size() == 1) {
            return switch (opcode) {
                case INEG -> new Expr.Unary(Expr.UnaryOperation.NEGATE, Kind.INT, first);
                case LNEG -> new Expr.Unary(Expr.UnaryOperation.NEGATE, Kind.LONG, first);
                case FNEG -> new Expr.Unary(Expr.UnaryOperation.NEGATE, Kind.FLOAT, first);
                case DNEG -> new Expr.Unary(Expr.UnaryOperation.NEGATE, Kind.DOUBLE, first);
                default -> new Expr.Convert(converted(opcode), first);
            };
        }
        Expr second = number(operator.operands().getLast());
        return switch (opcode) {
            case LCMP -> new Expr.Sign(Expr.Order.OPERATORS, first, second, 0);
            case FCMPL, DCMPL -> new Expr.Sign(Expr.Order.OPERATORS, first, second, -1);
            case FCMPG, DCMPG -> new Expr.Sign(Expr.Order.OPERATORS, first, second, 1);
            default -> new Expr.Binary(operation(opcode), kind(opcode), first, second);
        };
    }

    private static Kind converted(Opcode opcode) {
        return switch (opcode) {
            case I2B -> Kind.BYTE;
            case I2S -> Kind.SHORT;
            case I2C -> Kind.CHAR;
            case L2I, F2I, D2I -> Kind.INT;
            case I2L, F2L, D2L -> Kind.LONG;
            case I2F, L2F, D2F -> Kind.FLOAT;
            case I2D, L2D, F2D -> Kind.DOUBLE;
            default -> throw new IllegalStateException("not a conversion: " + opcode);
        };
    }

    /** Returns whether an arithmetic instruction is supported. */
    static boolean isKnown(Opcode opcode) {
        return switch (opcode) {
            case INEG, LNEG, FNEG, DNEG, LCMP, FCMPL, FCMPG, DCMPL, DCMPG -> true;
            default -> "ILFD".indexOf(opcode.name().charAt(0)) >= 0 && find(opcode) != null;
        };
    }

    private static Expr.BinaryOperation operation(Opcode opcode) {
        return Objects.requireNonNull(find(opcode));
    }

    private static Expr.@Nullable BinaryOperation find(Opcode opcode) {
        return switch (opcode.name().substring(1)) {
            case "ADD" -> Expr.BinaryOperation.ADD;
            case "SUB" -> Expr.BinaryOperation.SUBTRACT;
            case "MUL" -> Expr.BinaryOperation.MULTIPLY;
            case "DIV" -> Expr.BinaryOperation.DIVIDE;
            case "REM" -> Expr.BinaryOperation.REMAINDER;
            case "AND" -> Expr.BinaryOperation.AND;
            case "OR" -> Expr.BinaryOperation.OR;
            case "XOR" -> Expr.BinaryOperation.XOR;
            case "SHL" -> Expr.BinaryOperation.SHIFT_LEFT;
            case "SHR" -> Expr.BinaryOperation.SHIFT_RIGHT;
            case "USHR" -> Expr.BinaryOperation.SHIFT_RIGHT_UNSIGNED;
            default -> null;
        };
    }

    private static Kind kind(Opcode opcode) {
        return switch (opcode.name().charAt(0)) {
            case 'L' -> Kind.LONG;
            case 'F' -> Kind.FLOAT;
            case 'D' -> Kind.DOUBLE;
            default -> Kind.INT;
        };
    }

    private static Expr call(Code.Invoke invoke) {
        PureMethod method = invoke.method();
        List<Expr> arguments = new java.util.ArrayList<>();
        for (int i = 0; i < invoke.arguments().size(); i++) {
            Class<?> parameter = method.type().parameterType(i);
            Code argument = invoke.arguments().get(i);
            arguments.add(
                    parameter == boolean.class
                            ? condition(argument)
                            : parameter.isPrimitive() ? number(number(argument), Kind.of(parameter)) : value(argument));
        }
        Expr known = known(method, arguments);
        return known == null ? new Expr.Call(method, List.copyOf(arguments)) : known;
    }

    /** Returns the expression of a method that has its own operator in the tree; null for other methods. */
    private static @Nullable Expr known(PureMethod method, List<Expr> arguments) {
        Expr first = arguments.getFirst();
        if (method.isBoxing()) {
            return first;
        }
        if (arguments.size() == 1) {
            return ofOne(method, first);
        }
        return arguments.size() == 2 ? ofTwo(method, first, arguments.getLast()) : null;
    }

    private static @Nullable Expr ofOne(PureMethod method, Expr value) {
        Class<?> owner = method.owner();
        if (isNumber(owner) && !method.isStatic()) {
            Kind kind = Kind.of(method.type().returnType());
            return method.name().endsWith("Value")
                    ? kind == value.kind() ? new Expr.Require(value) : new Expr.Convert(kind, value)
                    : null;
        }
        return switch (method.name()) {
            case "Objects.isNull" -> new Expr.IsNull(value);
            case "Objects.nonNull" -> Logic.not(new Expr.IsNull(value));
            case "Objects.requireNonNull" -> new Expr.Require(value);
            case "BigDecimal.valueOf" ->
                method.type().parameterType(0) == long.class ? new Expr.Convert(Kind.DECIMAL, value) : null;
            case "BigDecimal.negate" -> new Expr.Unary(Expr.UnaryOperation.NEGATE, Kind.DECIMAL, value);
            case "BigDecimal.abs" -> new Expr.Unary(Expr.UnaryOperation.ABS, Kind.DECIMAL, value);
            case "BigDecimal.signum" -> new Expr.Unary(Expr.UnaryOperation.SIGN, Kind.INT, value);
            case "BigDecimal.doubleValue" -> new Expr.Convert(Kind.DOUBLE, value);
            default -> null;
        };
    }

    private static boolean isNumber(Class<?> owner) {
        return owner != BigDecimal.class && Kind.of(owner) != Kind.OBJECT;
    }

    private static @Nullable Expr ofTwo(PureMethod method, Expr first, Expr second) {
        String name = method.name();
        if (name.equals("Objects.equals")) {
            return new Expr.Equal(first, second);
        }
        if (method.isStatic()) {
            boolean isOfWhole = method.owner() == Integer.class || method.owner() == Long.class;
            return name.endsWith(".compare")
                    ? new Expr.Sign(isOfWhole ? Expr.Order.OPERATORS : Expr.Order.NATURAL, first, second, 0)
                    : null;
        }
        return switch (name.substring(name.indexOf('.') + 1)) {
            case "equals" -> new Expr.Equal(new Expr.Require(first), second);
            case "compareTo" -> new Expr.Sign(Expr.Order.NATURAL, first, second, 0);
            case "isBefore" -> natural(ComparisonOperator.LESS_THAN, first, second);
            case "isAfter" -> natural(ComparisonOperator.GREATER_THAN, first, second);
            case "before" -> isByMillis(method, first) ? null : natural(ComparisonOperator.LESS_THAN, first, second);
            case "after" -> isByMillis(method, first) ? null : natural(ComparisonOperator.GREATER_THAN, first, second);
            case "add" -> decimals(method, Expr.BinaryOperation.ADD, first, second);
            case "subtract" -> decimals(method, Expr.BinaryOperation.SUBTRACT, first, second);
            case "contains" ->
                method.owner() == String.class || first instanceof Expr.Column // a list in a JSON column
                        ? null
                        : new Expr.Call(new FixedElements.Contains(), List.of(first, second));
            case "matches" ->
                second instanceof Expr.Constant(String regex) && Matching.of(regex) instanceof Matching known
                        ? new Expr.Call(known, List.of(first))
                        : null;
            case "multiply" -> decimals(method, Expr.BinaryOperation.MULTIPLY, first, second);
            default -> null;
        };
    }

    private static Expr natural(ComparisonOperator operator, Expr first, Expr second) {
        return new Expr.Compare(operator, Expr.Order.NATURAL, first, second);
    }

    /**
     * Returns whether the method may compare a timestamp like a plain date, without the fractions of its milliseconds.
     */
    private static boolean isByMillis(PureMethod method, Expr first) {
        boolean isOfAnyDate = method.type().parameterType(1) == Date.class;
        return isOfAnyDate
                && !(first instanceof Expr.Column column && !column.type().isAssignableFrom(Timestamp.class));
    }

    private static @Nullable Expr decimals(PureMethod method, Expr.BinaryOperation operation, Expr first, Expr second) {
        return method.owner() == BigDecimal.class ? new Expr.Binary(operation, Kind.DECIMAL, first, second) : null;
    }
}
