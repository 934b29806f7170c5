package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expression.Formulas;
import org.speedwell.accelerator.lambda.Functions;

/**
 * A value that depends on predicates, as SQL's {@code CASE}: the first predicate that holds decides. See {@link
 * Expressions#when(Predicate, int)}. Immutable.
 *
 * @param <T> the entity
 * @param <X> the type of the resulting expression
 * @param <V> the class of constants
 */
public final class Case<T, X extends Expression<T>, V> {
    private final List<Predicate<? super T>> tests;
    private final List<X> values;
    private final Function<Expr, X> made;
    private final Function<V, X> constant;

    Case(Function<Expr, X> made, Function<V, X> constant) {
        this(List.of(), List.of(), made, constant);
    }

    private Case(List<Predicate<? super T>> tests, List<X> values, Function<Expr, X> made, Function<V, X> constant) {
        this.tests = tests;
        this.values = values;
        this.made = made;
        this.constant = constant;
    }

    /** Adds the value for entities that match this predicate and no earlier one. */
    public Case<T, X, V> when(Predicate<? super T> predicate, X value) {
        Functions.recognizeFirst(requireNonNull(predicate), type -> type == Case.class || type == Expressions.class);
        return new Case<>(with(tests, predicate), with(values, value), made, constant);
    }

    /** Adds the value for entities that match this predicate and no earlier one. */
    public Case<T, X, V> when(Predicate<? super T> predicate, V value) {
        return when(predicate, constant.apply(value));
    }

    /**
     * Returns the expression, with the value for entities that match no predicate. Decimals take the greatest scale of
     * all values that are not null.
     */
    public X orElse(X value) {
        return made.apply(Formulas.choice(tests, with(values, value)));
    }

    /**
     * Returns the expression, with the value for entities that match no predicate. Decimals take the greatest scale of
     * all values that are not null.
     */
    public X orElse(V value) {
        return orElse(constant.apply(value));
    }

    private static <E> List<E> with(List<E> list, E further) {
        List<E> longer = new ArrayList<>(list);
        longer.add(further);
        return List.copyOf(longer);
    }
}
