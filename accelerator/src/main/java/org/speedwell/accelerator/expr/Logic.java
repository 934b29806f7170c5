package org.speedwell.accelerator.expr;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A factory of conditions and choices in their simplest form. Simplifying changes neither their results nor the order
 * of computation.
 */
public final class Logic {
    private Logic() {}

    /** Returns the negation of a condition. */
    public static Expr not(Expr condition) {
        return switch (condition) {
            case Expr.Constant constant -> constant.equals(Expr.TRUE) ? Expr.FALSE : Expr.TRUE;
            case Expr.Not not -> not.value();
            case Expr.And and -> or(and.conditions().stream().map(Logic::not).toList());
            case Expr.Or or -> and(or.conditions().stream().map(Logic::not).toList());
            case Expr.Compare compare
            when isTotalOrder(compare) ->
                new Expr.Compare(compare.operator().negated(), compare.order(), compare.first(), compare.second());
            case Expr.Compare _,
                    Expr.Equal _,
                    Expr.In _,
                    Expr.IsNull _,
                    Expr.Column _,
                    Expr.Given _,
                    Expr.Exists _,
                    Expr.Parameter _,
                    Expr.Operation _ -> new Expr.Not(condition);
        };
    }

    /**
     * Returns whether the order is total: of any two values one is less, or both are equal. Java's operators on NaN are
     * not total.
     */
    private static boolean isTotalOrder(Expr.Compare compare) {
        return compare.order() == Expr.Order.NATURAL
                || compare.first().kind().isWhole() && compare.second().kind().isWhole();
    }

    /** Returns the conjunction of conditions. */
    public static Expr and(List<Expr> conditions) {
        List<Expr> parts = new ArrayList<>();
        for (Expr condition : conditions) {
            if (condition instanceof Expr.And and) {
                parts.addAll(and.conditions());
            } else if (!condition.equals(Expr.TRUE)) {
                parts.add(condition);
            }
            if (condition.equals(Expr.FALSE)) {
                break; // the later conditions are not computed
            }
        }
        return parts.isEmpty() ? Expr.TRUE : parts.size() == 1 ? parts.getFirst() : new Expr.And(List.copyOf(parts));
    }

    /** Returns the disjunction of conditions. */
    public static Expr or(List<Expr> conditions) {
        List<Expr> parts = new ArrayList<>();
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Or or) {
                parts.addAll(or.conditions());
            } else if (!condition.equals(Expr.FALSE)) {
                parts.add(condition);
            }
            if (condition.equals(Expr.TRUE)) {
                break; // the later conditions are not computed
            }
        }
        return parts.isEmpty() ? Expr.FALSE : parts.size() == 1 ? parts.getFirst() : new Expr.Or(List.copyOf(parts));
    }

    /**
     * Returns the choice between two values by a condition. The choice becomes a condition only if it is never null.
     */
    public static Expr choice(Expr condition, Expr then, Expr otherwise) {
        if (condition.equals(Expr.TRUE)) {
            return then;
        }
        if (condition.equals(Expr.FALSE)) {
            return otherwise;
        }
        if (!isBoolean(then) || !isBoolean(otherwise)) {
            return new Expr.Choice(condition, then, otherwise);
        }
        if (then.equals(Expr.TRUE)) {
            return or(List.of(condition, otherwise));
        }
        if (otherwise.equals(Expr.FALSE)) {
            return and(List.of(condition, then));
        }
        if (then.equals(Expr.FALSE)) {
            return and(List.of(not(condition), otherwise));
        }
        if (otherwise.equals(Expr.TRUE)) {
            return or(List.of(not(condition), then));
        }
        Expr shared = shared(condition, then, otherwise);
        Expr inverted = shared == null ? shared(not(condition), otherwise, then) : shared;
        return inverted == null ? new Expr.Choice(condition, then, otherwise) : inverted;
    }

    /**
     * Returns a choice between two conditions that share their end; null if they share none. Java code of {@code a && b
     * || c} is such a choice, because it computes {@code c} in two places.
     */
    private static @Nullable Expr shared(Expr condition, Expr then, Expr otherwise) {
        if (then instanceof Expr.Or or) {
            List<Expr> end = parts(otherwise, Expr.Or.class);
            if (endsWith(or.conditions(), end)) {
                return or(List.of(and(List.of(condition, or(start(or.conditions(), end)))), otherwise));
            }
        }
        if (otherwise instanceof Expr.And and) { // (a || b) && c
            List<Expr> end = parts(then, Expr.And.class);
            if (endsWith(and.conditions(), end)) {
                return and(List.of(or(List.of(condition, and(start(and.conditions(), end)))), then));
            }
        }
        return null;
    }

    private static List<Expr> parts(Expr of, Class<?> type) {
        return type.isInstance(of) ? of.operands() : List.of(of);
    }

    private static boolean endsWith(List<Expr> all, List<Expr> end) {
        return all.size() > end.size()
                && all.subList(all.size() - end.size(), all.size()).equals(end);
    }

    private static List<Expr> start(List<Expr> all, List<Expr> end) {
        return all.subList(0, all.size() - end.size());
    }

    /**
     * Returns the condition that an expression is null. The caller computes the expression next if it is not null. The
     * condition therefore omits parts that would only throw.
     */
    public static Expr isNull(Expr of) {
        return switch (of) {
            case Expr.Constant constant -> constant.value() == null ? Expr.TRUE : Expr.FALSE;
            case Expr.Choice choice
            when choice.then() == Expr.NULL -> or(List.of(choice.condition(), isNull(choice.otherwise())));
            case Expr.Call call when call.callee().isNeverNull() -> Expr.FALSE;
            case Expr.Column _, Expr.Given _, Expr.Parameter _, Expr.Choice _, Expr.Call _, Expr.Optional _ ->
                new Expr.IsNull(of);
            case Expr.Exists _,
                    Expr.Convert _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Sign _,
                    Expr.Require _,
                    Expr.Condition _,
                    Expr.DecimalCase _ -> Expr.FALSE;
        };
    }

    /** Returns the simplest expression with the same value wherever the expression is not null. */
    public static Expr ifPresent(Expr of) {
        return of instanceof Expr.Choice choice && choice.then() == Expr.NULL ? ifPresent(choice.otherwise()) : of;
    }

    /** Returns whether an expression is true or false, and never null, if it does not throw. */
    private static boolean isBoolean(Expr of) {
        return of.kind() == Kind.BOOLEAN
                && switch (of) {
                    case Expr.Column column -> column.type().isPrimitive();
                    case Expr.Parameter parameter -> parameter.type().isPrimitive();
                    case Expr.Choice choice -> isBoolean(choice.then()) && isBoolean(choice.otherwise());
                    case Expr.Call call -> call.callee().isPure();
                    case Expr.Constant _,
                            Expr.Given _,
                            Expr.Exists _,
                            Expr.Convert _,
                            Expr.Unary _,
                            Expr.Binary _,
                            Expr.Sign _,
                            Expr.Require _,
                            Expr.Condition _ -> true;
                    case Expr.Optional _, Expr.DecimalCase _ -> false;
                };
    }

    /** Returns the condition that an operator holds for the sign of a comparison. */
    public static Expr compare(ComparisonOperator operator, Expr.Sign sign) {
        boolean isWithoutNaN = sign.order() == Expr.Order.NATURAL
                || sign.first().kind().isWhole() && sign.second().kind().isWhole();
        if (isWithoutNaN || operator.holds(sign.ofNaN()) == operator.holds(Double.NaN, Double.NaN)) {
            return new Expr.Compare(operator, sign.order(), sign.first(), sign.second());
        }
        return new Expr.Not(new Expr.Compare(operator.negated(), sign.order(), sign.first(), sign.second()));
    }
}
