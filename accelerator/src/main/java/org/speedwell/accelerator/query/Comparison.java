package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.Compared;

/**
 * Predicates on the value of an expression, as fields have them: see
 * {@link Expressions#compare(com.speedment.runtime.compute.ToInt)}. Values compare by {@code compareTo}; of one that is null
 * nothing holds, and no opposite. Operands must not be null. Immutable.
 *
 * @param <T> the entity
 * @param <V> what the expression gives
 */
public final class Comparison<T, V extends Comparable<? super V>> {
    private final Expression<T> expression;

    Comparison(Expression<T> expression) {
        this.expression = requireNonNull(expression);
    }

    public SpeedmentPredicate<T> equal(V value) {
        return range(requireNonNull(value), true, value, true);
    }

    public SpeedmentPredicate<T> notEqual(V value) {
        return equal(value).negate();
    }

    public SpeedmentPredicate<T> lessThan(V value) {
        return range(null, false, requireNonNull(value), false);
    }

    public SpeedmentPredicate<T> lessOrEqual(V value) {
        return range(null, false, requireNonNull(value), true);
    }

    public SpeedmentPredicate<T> greaterThan(V value) {
        return range(requireNonNull(value), false, null, false);
    }

    public SpeedmentPredicate<T> greaterOrEqual(V value) {
        return range(requireNonNull(value), true, null, false);
    }

    /** From the one value, it included, up to the other, it excluded, as the {@code between} of fields. */
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

    private SpeedmentPredicate<T> range(@Nullable V low, boolean hasLow, @Nullable V high, boolean hasHigh) {
        return new Compared<>(expression, new Compared.Range<>(low, hasLow, high, hasHigh), false);
    }
}
