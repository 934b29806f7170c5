package org.speedwell.accelerator.expr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A simplifier of the tests whether rows exist and columns have values. Java code that follows references contains such
 * tests, either its own or those of Java: {@code exists ? column : throw}. The result has the same value, and throws for
 * the same rows.
 */
public final class Existence {
    private final Function<Expr.Exists, Expr> existence;
    private final Predicate<Expr.Column> hasValue;

    /**
     * Creates a simplifier for one version of the tables.
     *
     * @param existence returns a simpler condition for the existence of a row, or the given one
     * @param hasValue tests whether a column never is NULL, and its row always exists
     */
    public Existence(Function<Expr.Exists, Expr> existence, Predicate<Expr.Column> hasValue) {
        this.existence = existence;
        this.hasValue = hasValue;
    }

    /** Returns whether an expression contains a test that this class may simplify. */
    public static boolean isTested(Expr of) {
        return of.any(part -> part instanceof Expr.Exists || part.equals(Expr.THROW));
    }

    /** Returns a simplified expression. */
    public Expr simplified(Expr of) {
        return isTested(of) ? simplified(of, Set.of()) : of;
    }

    /**
     * Returns a simplified expression.
     *
     * @param known conditions that are true at the place of this expression
     */
    private Expr simplified(Expr of, Set<Expr> known) {
        return switch (of) {
            case Expr.Exists exists -> {
                Expr simpler = existence.apply(exists);
                yield simpler.equals(exists) ? certain(exists, known) : simplified(simpler, known);
            }
            case Expr.IsNull isNull
            when isNull.value() instanceof Expr.Column column ->
                hasValue.test(column) ? Expr.FALSE : certain(isNull, known);
            case Expr.And and -> Logic.and(parts(and.conditions(), known, true));
            case Expr.Or or -> Logic.or(parts(or.conditions(), known, false));
            case Expr.Choice choice -> {
                Expr condition = certain(simplified(choice.condition(), known), known);
                yield Logic.choice(
                        condition,
                        simplified(choice.then(), with(known, condition)),
                        simplified(choice.otherwise(), with(known, Logic.not(condition))));
            }
            case Expr.Leaf _, Expr.Operation _, Expr.Condition _ -> of.with(operands(of.operands(), known));
        };
    }

    /** Returns a condition as a constant if it follows from the known ones. */
    private static Expr certain(Expr condition, Set<Expr> known) {
        if (known.contains(condition)) {
            return Expr.TRUE;
        }
        return known.contains(Logic.not(condition)) ? Expr.FALSE : condition;
    }

    /** Returns the simplified parts of a conjunction or disjunction. Each part runs after the parts before it. */
    private List<Expr> parts(List<Expr> conditions, Set<Expr> known, boolean isAnd) {
        List<Expr> parts = new ArrayList<>();
        Set<Expr> before = known;
        for (Expr condition : conditions) {
            Expr part = simplified(condition, before);
            parts.add(part);
            before = with(before, isAnd ? part : Logic.not(part));
        }
        return parts;
    }

    /** Returns simplified operands. Each is computed after the operands before it, which did not throw. */
    private List<Expr> operands(List<Expr> of, Set<Expr> known) {
        List<Expr> operands = new ArrayList<>();
        Set<Expr> before = known;
        for (Expr operand : of) {
            Expr simplified = simplified(operand, before);
            operands.add(simplified);
            before = new HashSet<>(before);
            collectPassed(simplified, before);
        }
        return operands;
    }

    /** Returns the known conditions together with those that hold after a condition was found true. */
    private static Set<Expr> with(Set<Expr> known, Expr condition) {
        Set<Expr> more = new HashSet<>(known);
        more.add(condition);
        if (condition instanceof Expr.And and) {
            more.addAll(and.conditions());
            and.conditions().forEach(part -> collectPassed(part, more));
        }
        collectPassed(condition, more);
        return more;
    }

    /** Collects the conditions that hold after an expression was computed, because otherwise it would have thrown. */
    private static void collectPassed(Expr of, Set<Expr> into) {
        switch (of) {
            case Expr.Choice choice -> {
                collectPassed(choice.condition(), into);
                if (choice.otherwise().equals(Expr.THROW)) {
                    into.add(choice.condition());
                    if (choice.condition() instanceof Expr.And and) {
                        into.addAll(and.conditions());
                    }
                    collectPassed(choice.then(), into);
                }
            }
            case Expr.And and -> collectPassed(and.conditions().getFirst(), into);
            case Expr.Or or -> collectPassed(or.conditions().getFirst(), into);
            case Expr.DecimalCase cases ->
                cases.operands().stream().limit(1).forEach(first -> collectPassed(first, into));
            case Expr.Leaf _, Expr.Operation _, Expr.Condition _ ->
                of.operands().forEach(operand -> collectPassed(operand, into));
        }
    }
}
