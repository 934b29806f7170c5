package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.Compared;
import org.speedwell.accelerator.expression.ComparedPair;

/**
 * A builder of predicates on the value of an expression, like the predicates of fields: see {@link
 * Expressions#compare(com.speedment.runtime.compute.ToInt)}. It compares the value with constants or with the value of
 * another expression, by {@code compareTo}. For a null value, neither a predicate nor its negation holds. Operands
 * must not be null. Immutable.
 *
 * {@snippet :
 * films.stream().filter(compare(Film.FILM_ID.asInt()).greaterThan(compare(Film.RENTAL_DURATION.asInt()))).count();
 * }
 *
 * @param <T> the entity
 * @param <V> the type of the expression's values
 */
public final class Comparison<T, V extends Comparable<? super V>> {
    private final Expression<T> expression;

    Comparison(Expression<T> expression) {
        this.expression = requireNonNull(expression);
    }

    public SpeedmentPredicate<T> equal(V value) {
        return range(requireNonNull(value), true, value, true);
    }

    /** Returns a predicate that holds if both values are equal. */
    public SpeedmentPredicate<T> equal(Comparison<? super T, V> other) {
        return pair(ComparisonOperator.EQUAL, other);
    }

    public SpeedmentPredicate<T> notEqual(V value) {
        return equal(value).negate();
    }

    /** Returns a predicate that holds if the values differ. */
    public SpeedmentPredicate<T> notEqual(Comparison<? super T, V> other) {
        return pair(ComparisonOperator.NOT_EQUAL, other);
    }

    public SpeedmentPredicate<T> lessThan(V value) {
        return range(null, false, requireNonNull(value), false);
    }

    /** Returns a predicate that holds if this value is less than the other. */
    public SpeedmentPredicate<T> lessThan(Comparison<? super T, V> other) {
        return pair(ComparisonOperator.LESS_THAN, other);
    }

    public SpeedmentPredicate<T> lessOrEqual(V value) {
        return range(null, false, requireNonNull(value), true);
    }

    /** Returns a predicate that holds if this value is less than or equal to the other. */
    public SpeedmentPredicate<T> lessOrEqual(Comparison<? super T, V> other) {
        return pair(ComparisonOperator.LESS_OR_EQUAL, other);
    }

    public SpeedmentPredicate<T> greaterThan(V value) {
        return range(requireNonNull(value), false, null, false);
    }

    /** Returns a predicate that holds if this value is greater than the other. */
    public SpeedmentPredicate<T> greaterThan(Comparison<? super T, V> other) {
        return pair(ComparisonOperator.GREATER_THAN, other);
    }

    public SpeedmentPredicate<T> greaterOrEqual(V value) {
        return range(requireNonNull(value), true, null, false);
    }

    /** Returns a predicate that holds if this value is greater than or equal to the other. */
    public SpeedmentPredicate<T> greaterOrEqual(Comparison<? super T, V> other) {
        return pair(ComparisonOperator.GREATER_OR_EQUAL, other);
    }

    /** Returns a predicate for values {@code >= from} and {@code < to}, like the method {@code between} of fields. */
    public SpeedmentPredicate<T> between(V from, V to) {
        return range(requireNonNull(from), true, requireNonNull(to), false);
    }

    @SafeVarargs
    public final SpeedmentPredicate<T> in(V... values) {
        return in(List.of(values));
    }

    public SpeedmentPredicate<T> in(Collection<? extends V> values) {
        return new Compared<>(expression, new Compared.Some<>(new TreeSet<V>(values)), false);
    }

    private SpeedmentPredicate<T> pair(ComparisonOperator operator, Comparison<? super T, V> other) {
        return new ComparedPair<>(expression, operator, other.expression);
    }

    private SpeedmentPredicate<T> range(@Nullable V low, boolean hasLow, @Nullable V high, boolean hasHigh) {
        return new Compared<>(expression, new Compared.Range<>(low, hasLow, high, hasHigh), false);
    }
}
