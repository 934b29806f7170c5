package org.speedwell.accelerator.filter;

import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.KeyRange;

/**
 * A translator from comparisons with a value to ranges of a column's keys.
 *
 * @param asOperators true if values compare like primitive floating-point numbers, by operators: 0.0 equals −0.0, and
 * NaN is not greater than any number. False if they compare by {@code compareTo}.
 */
public record KeyOrder(KeyCodec codec, boolean asOperators) {

    /** Returns the keys of values that equal the given one, by {@code equals}. */
    public KeyRange equal(Object value) {
        if (!codec.canEqual(value)) {
            return KeyRange.NONE;
        }
        long low = codec.floor(lowest(value));
        return new KeyRange(low, asOperators ? codec.floor(highest(value)) : low);
    }

    /**
     * Returns the keys of values for which the comparison with the given value holds. For {@code NOT_EQUAL} it returns
     * the keys for which the comparison fails.
     */
    public KeyRange range(ComparisonOperator operator, Object value) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL -> atLeast(value).and(atMost(value));
            case LESS_THAN -> below(value);
            case LESS_OR_EQUAL -> atMost(value);
            case GREATER_THAN -> above(value);
            case GREATER_OR_EQUAL -> atLeast(value);
        };
    }

    public KeyRange between(Object first, Object second, boolean hasFirst, boolean hasSecond) {
        KeyRange low = hasFirst ? atLeast(first) : above(first);
        return low.and(hasSecond ? atMost(second) : below(second));
    }

    private KeyRange above(Object value) {
        if (codec.isBelowAll(value)) {
            return KeyRange.ALL;
        }
        return upToGreatest(value, ComparisonOperator.GREATER_THAN, codec.floor(highest(value)));
    }

    private KeyRange atLeast(Object value) {
        if (codec.isBelowAll(value) || !codec.isExact(value)) {
            return above(value);
        }
        return upToGreatest(value, ComparisonOperator.GREATER_OR_EQUAL, codec.floor(lowest(value)));
    }

    private KeyRange below(Object value) {
        if (codec.isBelowAll(value) || !codec.isExact(value)) {
            return atMost(value);
        }
        return KeyRange.of(ComparisonOperator.LESS_THAN, codec.floor(lowest(value)));
    }

    private KeyRange atMost(Object value) {
        return codec.isBelowAll(value)
                ? KeyRange.NONE
                : KeyRange.of(ComparisonOperator.LESS_OR_EQUAL, codec.floor(highest(value)));
    }

    private KeyRange upToGreatest(Object value, ComparisonOperator operator, long key) {
        return KeyRange.of(operator, key).and(new KeyRange(Long.MIN_VALUE, greatest(value)));
    }

    /** Returns the greatest key of a number. The keys of NaN are greater than the key of infinity. */
    private long greatest(Object value) {
        if (!asOperators) {
            return Long.MAX_VALUE;
        }
        return switch (value) {
            case Double _ -> codec.floor(Double.POSITIVE_INFINITY);
            case Float _ -> codec.floor(Float.POSITIVE_INFINITY);
            default -> Long.MAX_VALUE;
        };
    }

    private Object lowest(Object value) {
        return asOperators ? zero(value, -0.0) : value;
    }

    private Object highest(Object value) {
        return asOperators ? zero(value, 0.0) : value;
    }

    private static Object zero(Object value, double zero) {
        return switch (value) {
            case Double number when number == 0 -> zero;
            case Float number when number == 0 -> (float) zero;
            default -> value;
        };
    }
}
