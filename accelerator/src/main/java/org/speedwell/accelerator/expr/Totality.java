package org.speedwell.accelerator.expr;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * A check of which expressions can neither throw nor call user code. The engine may compute such expressions for rows
 * in any order, and for more rows than the query needs.
 */
public final class Totality {
    private static final Expr.Constant ZERO = new Expr.Constant(0);

    private final BiPredicate<Expr.Column, Set<Object>> hasValue;
    private final Predicate<Expr.Given> cannotThrow;

    /**
     * Creates a check of the expressions of one scope.
     *
     * @param hasValue tests whether a column has a value in each row. Its set holds the {@link Expr.Column columns}
     * that have a value and the rows that exist at that place
     * @param cannotThrow tests whether a given condition never throws
     */
    public Totality(BiPredicate<Expr.Column, Set<Object>> hasValue, Predicate<Expr.Given> cannotThrow) {
        this.hasValue = hasValue;
        this.cannotThrow = cannotThrow;
    }

    /** Returns whether computing an expression can never throw. Its value may be null. */
    public boolean cannotThrow(Expr of) {
        return cannotThrow(of, Set.of());
    }

    /** Returns whether an expression is total and never null. */
    public boolean isPresent(Expr of) {
        return isPresent(of, Set.of());
    }

    /**
     * @param known facts at the place of this expression: expressions that have a value, rows that exist, calls that
     * are true, and divisors that are not 0
     */
    private boolean cannotThrow(Expr of, Set<Object> known) {
        return switch (of) {
            case Expr.Column _, Expr.Constant _, Expr.Exists _ -> true;
            case Expr.IsNull isNull -> cannotThrow(isNull.value(), known);
            case Expr.Equal equal -> cannotThrow(equal.first(), known) && cannotThrow(equal.second(), known);
            case Expr.Require require -> isPresent(require.value(), known);
            case Expr.Not not -> isPresent(not.value(), known);
            case Expr.Compare compare ->
                isPresent(compare.first(), known) && isPresent(compare.second(), known) && isComparable(compare);
            case Expr.Sign sign -> isPresent(sign.first(), known) && isPresent(sign.second(), known);
            case Expr.Convert convert ->
                isNumber(convert.kind()) && isNumber(convert.value().kind()) && isPresent(convert.value(), known);
            case Expr.Unary unary -> isNumber(unary.kind()) && isPresent(unary.value(), known);
            case Expr.Binary binary ->
                isNumber(binary.kind())
                        && (!binary.kind().isWhole()
                                || !isDivision(binary.operation())
                                || isNotZero(binary.second(), known))
                        && isPresent(binary.first(), known)
                        && isPresent(binary.second(), known);
            case Expr.Choice choice ->
                isPresent(choice.condition(), known)
                        && cannotThrow(choice.then(), with(known, choice.condition()))
                        && cannotThrow(choice.otherwise(), with(known, Logic.not(choice.condition())));
            case Expr.And and -> noneThrows(and.conditions(), known, true);
            case Expr.Or or -> noneThrows(or.conditions(), known, false);
            case Expr.Call call ->
                call.callee().isPure()
                        && (call.callee().isTotalOfValues() || isGuarded(call, known))
                        && call.arguments().stream().allMatch(argument -> isPresent(argument, known));
            case Expr.Given given ->
                (!(given.row() instanceof Row.Referenced) || known.contains(given.row())) && cannotThrow.test(given);
            case Expr.Parameter _, Expr.In _, Expr.Optional _, Expr.DecimalCase _ -> false;
        };
    }

    /** Returns whether the values can be compared. Raw types permit values of different classes, which cannot. */
    private static boolean isComparable(Expr.Compare compare) {
        boolean areNumbers =
                isNumber(compare.first().kind()) && isNumber(compare.second().kind());
        return areNumbers || type(compare.first()).equals(type(compare.second()));
    }

    /** Returns the class of the values of an expression, or its kind if the kind determines the class. */
    private static Object type(Expr of) {
        return switch (of) {
            case Expr.Column column when of.kind() == Kind.OBJECT -> column.type();
            case Expr.Constant(Enum<?> constant) -> constant.getDeclaringClass();
            case Expr.Constant constant
            when of.kind() == Kind.OBJECT && constant.value() != null ->
                constant.value().getClass();
            case Expr.Require require -> type(require.value());
            case Expr.Choice choice -> type(choice.then() == Expr.NULL ? choice.otherwise() : choice.then());
            case Expr.Leaf _, Expr.Operation _, Expr.Condition _ -> of.kind();
        };
    }

    private static boolean isNumber(Kind kind) {
        return kind.isWhole() || kind.isReal();
    }

    private static boolean isDivision(Expr.BinaryOperation operation) {
        return operation == Expr.BinaryOperation.DIVIDE || operation == Expr.BinaryOperation.REMAINDER;
    }

    private static boolean isNotZero(Expr of, Set<Object> known) {
        Expr number = narrowest(of);
        return number instanceof Expr.Constant(Number constant)
                ? constant.longValue() != 0
                : known.contains(differsFromZero(number));
    }

    /** Returns the whole number inside conversions that only widen it. */
    private static Expr narrowest(Expr of) {
        return of instanceof Expr.Convert convert
                        && convert.value().kind().isWhole()
                        && convert.kind().isWhole()
                        && convert.value().kind().compareTo(convert.kind()) <= 0
                ? narrowest(convert.value())
                : of;
    }

    private static Expr differsFromZero(Expr of) {
        return new Expr.Compare(ComparisonOperator.NOT_EQUAL, Expr.Order.OPERATORS, of, ZERO);
    }

    private boolean noneThrows(List<Expr> conditions, Set<Object> known, boolean isAnd) {
        Set<Object> before = known;
        for (Expr condition : conditions) {
            if (!isPresent(condition, before)) {
                return false;
            }
            before = with(before, isAnd ? condition : Logic.not(condition));
        }
        return true;
    }

    private static boolean isGuarded(Expr.Call call, Set<Object> known) {
        Callee guard = call.callee().guard();
        return guard != null && known.contains(new Expr.Call(guard, call.arguments()));
    }

    /** Returns the known facts together with those that a true condition adds. */
    private static Set<Object> with(Set<Object> known, Expr condition) {
        Set<Object> more = new HashSet<>(known);
        List<Expr> parts = condition instanceof Expr.And and ? and.conditions() : List.of(condition);
        for (Expr part : parts) {
            if (part instanceof Expr.Not not && not.value() instanceof Expr.IsNull isNull) {
                more.add(isNull.value());
                if (isNull.value() instanceof Expr.Column column) {
                    more.add(column.row());
                }
            } else if (part instanceof Expr.Call) {
                more.add(part);
            } else if (part instanceof Expr.Exists exists) {
                more.add(exists.row());
            } else if (part instanceof Expr.Compare compare
                    && (compare.operator() == ComparisonOperator.NOT_EQUAL
                            || compare.operator() == ComparisonOperator.GREATER_THAN)
                    && compare.first().kind().isWhole()
                    && compare.second() instanceof Expr.Constant(Number number)
                    && number.doubleValue() == 0) {
                more.add(differsFromZero(narrowest(compare.first())));
            }
        }
        return more;
    }

    private boolean isPresent(Expr of, Set<Object> known) {
        return cannotThrow(of, known)
                && switch (of) {
                    case Expr.Column column -> known.contains(column) || hasValue.test(column, known);
                    case Expr.Constant constant -> constant.value() != null;
                    case Expr.Choice choice ->
                        isPresent(choice.then(), with(known, choice.condition()))
                                && isPresent(choice.otherwise(), with(known, Logic.not(choice.condition())));
                    case Expr.Parameter _, Expr.Optional _ -> false;
                    case Expr.Given given -> given.kind() == Kind.BOOLEAN;
                    case Expr.Exists _,
                            Expr.Call _,
                            Expr.Convert _,
                            Expr.Unary _,
                            Expr.Binary _,
                            Expr.Condition _,
                            Expr.Sign _,
                            Expr.Require _,
                            Expr.DecimalCase _ -> true;
                };
    }
}
