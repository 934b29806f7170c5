package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.util.SortedSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/**
 * Whether the value of an expression is among some; of a value that is null neither that nor the opposite holds.
 *
 * @param negated whether it is to be none of them
 */
public record Compared<T, V extends Comparable<? super V>>(Expression<T> value, Values<V> values, boolean negated)
        implements SpeedmentPredicate<T> {

    /** Values by their natural order. */
    public sealed interface Values<V extends Comparable<? super V>> {
        boolean contains(V value);
    }

    /**
     * All from one to another, as far as these are given.
     *
     * @param hasLow whether the least is one of them
     * @param hasHigh whether the greatest is one of them
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

    /** Some. */
    public record Some<V extends Comparable<? super V>>(SortedSet<V> values) implements Values<V> {
        @Override
        public boolean contains(V value) {
            return values.contains(value);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the expression gives such values
    public boolean applyAsBoolean(T entity) {
        return holds((V) new ExpressionValue<>(value).apply(entity));
    }

    private boolean holds(@Nullable V of) {
        return of != null && values.contains(of) != negated;
    }

    @Override
    public SpeedmentPredicate<T> negate() {
        return new Compared<>(value, values, !negated);
    }

    /** The test of a row. */
    @SuppressWarnings("unchecked") // as above
    IntPredicate on(RowExpression expression) {
        if (expression instanceof Whole whole
                && values instanceof Range<V> range
                && (range.low == null || range.low instanceof Number)
                && (range.high == null || range.high instanceof Number)) {
            return onLongs(whole, range);
        }
        IntFunction<@Nullable Object> of = expression.boxed();
        return row -> holds((V) of.apply(row));
    }

    private IntPredicate onLongs(Whole whole, Range<V> range) {
        RowLongs number = whole.value();
        IntPredicate nulls = whole.nulls();
        long low = range.low == null ? Long.MIN_VALUE : ((Number) range.low).longValue();
        long high = range.high == null ? Long.MAX_VALUE : ((Number) range.high).longValue();
        boolean hasLow = range.low == null || range.hasLow;
        boolean hasHigh = range.high == null || range.hasHigh;
        return row -> {
            if (nulls.test(row)) {
                return false;
            }
            long of = number.applyAsLong(row);
            boolean isInside = (of > low || hasLow && of == low) && (of < high || hasHigh && of == high);
            return isInside != negated;
        };
    }

    @Override
    public String toString() {
        return value + (negated ? " not in " : " in ") + values;
    }
}
