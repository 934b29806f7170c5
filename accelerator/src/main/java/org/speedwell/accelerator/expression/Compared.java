package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.util.SortedSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A predicate that tests whether the value of an expression is in a set or range. If the value is null, neither the
 * predicate nor its negation holds.
 *
 * @param negated true if the predicate holds for values outside the set or range
 */
public record Compared<T, V extends Comparable<? super V>>(Expression<T> value, Values<V> values, boolean negated)
        implements SpeedmentPredicate<T> {

    /** A set or range of values, by their natural order. */
    public sealed interface Values<V extends Comparable<? super V>> {
        boolean contains(V value);
    }

    /**
     * A range of values. A null bound is open.
     *
     * @param hasLow true if the range includes {@code low}
     * @param hasHigh true if the range includes {@code high}
     */
    public record Range<V extends Comparable<? super V>>(
            @Nullable V low, boolean hasLow, @Nullable V high, boolean hasHigh) implements Values<V> {
        @Override
        public boolean contains(V value) {
            return (low == null || isBehind(value.compareTo(low), hasLow))
                    && (high == null || isBehind(high.compareTo(value), hasHigh));
        }

        private static boolean isBehind(int compared, boolean orEqual) {
            return compared > 0 || orEqual && compared == 0;
        }
    }

    /** The texts that a regular expression matches as a whole. */
    public record Matching(Pattern pattern) implements Values<String> {
        @Override
        public boolean contains(String value) {
            return pattern.matcher(value).matches();
        }

        @Override
        public String toString() {
            return "texts that match \"" + pattern + '"';
        }
    }

    /** The values of a sorted set. */
    public record Some<V extends Comparable<? super V>>(SortedSet<V> values) implements Values<V> {
        @Override
        public boolean contains(V value) {
            return values.contains(value);
        }
    }

    @Override
    public boolean applyAsBoolean(T entity) {
        return holds(new ExpressionValue<>(value).apply(entity));
    }

    /** Returns whether the predicate holds for a value of the expression, which may be null. */
    @SuppressWarnings("unchecked") // the expression returns such values
    boolean holds(@Nullable Object of) {
        return of != null && values.contains((V) of) != negated;
    }

    @Override
    public SpeedmentPredicate<T> negate() {
        return new Compared<>(value, values, !negated);
    }

    @Override
    public String toString() {
        return value + (negated ? " not in " : " in ") + values;
    }
}
