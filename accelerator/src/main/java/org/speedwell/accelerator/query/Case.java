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
 * Values that depend on predicates, the first of which that holds decides, as SQL's {@code CASE}: see
 * {@link Expressions#when(Predicate, int)}. Immutable.
 *
 * @param <T> the entity
 * @param <X> the expression that it becomes
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

    /** The value where the predicate holds, and none before it. */
    public Case<T, X, V> when(Predicate<? super T> predicate, X value) {
        Functions.lookAtFirst(requireNonNull(predicate), type -> type == Case.class || type == Expressions.class);
        return new Case<>(with(tests, predicate), with(values, value), made, constant);
    }

    /** The value where the predicate holds, and none before it. */
    public Case<T, X, V> when(Predicate<? super T> predicate, V value) {
        return when(predicate, constant.apply(value));
    }

    /** The value where no predicate holds. Decimals get the greatest scale of all values that are not null. */
    public X orElse(X value) {
        return made.apply(Formulas.choice(tests, with(values, value)));
    }

    /** The value where no predicate holds. Decimals get the greatest scale of all values that are not null. */
    public X orElse(V value) {
        return orElse(constant.apply(value));
    }

    private static <E> List<E> with(List<E> list, E further) {
        List<E> longer = new ArrayList<>(list);
        longer.add(further);
        return List.copyOf(longer);
    }
}
