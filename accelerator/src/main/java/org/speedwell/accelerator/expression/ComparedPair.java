package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * A comparison of the values of two expressions, by their natural order. If either value is null, neither the predicate
 * nor its negation holds.
 */
public record ComparedPair<T>(Expression<T> first, ComparisonOperator operator, Expression<? super T> second)
        implements SpeedmentPredicate<T> {
    @Override
    public boolean applyAsBoolean(T entity) {
        return holds(new ExpressionValue<>(first).apply(entity), valueOf(second, entity));
    }

    private static <S> @Nullable Object valueOf(Expression<S> of, S entity) {
        return new ExpressionValue<>(of).apply(entity);
    }

    /** Returns whether the predicate holds for the two values, which may be null. */
    @SuppressWarnings("unchecked") // both expressions return values of one class
    boolean holds(@Nullable Object one, @Nullable Object other) {
        return one != null && other != null && operator.holds(((Comparable<Object>) one).compareTo(other));
    }

    @Override
    public SpeedmentPredicate<T> negate() {
        return new ComparedPair<>(first, operator.negated(), second);
    }

    @Override
    public String toString() {
        return first + " " + operator.java() + " " + second;
    }
}
