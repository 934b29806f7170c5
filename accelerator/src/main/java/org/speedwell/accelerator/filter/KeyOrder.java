package org.speedwell.accelerator.filter;

import com.speedment.runtime.field.predicate.Inclusion;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * The translation of comparisons with a value into ranges of keys.
 *
 * @param asOperators whether values compare like primitive floating-point numbers, by operators: 0.0 equals −0.0, and NaN is
 *     greater than nothing; otherwise they compare by {@code compareTo}
 */
public record KeyOrder(KeyCodec codec, boolean asOperators) {

    /** Keys from {@code low} to {@code high}, both inclusive; none where {@code low > high}. */
    public record Range(long low, long high) {
        /** No key. */
        public static final Range NONE = new Range(1, 0);

        private static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

        /** Returns the keys greater than the given one: none above the greatest. */
        public static Range above(long key) {
            return key == Long.MAX_VALUE ? NONE : new Range(key + 1, Long.MAX_VALUE);
        }

        /** Returns the given key and all greater ones. */
        public static Range atLeast(long key) {
            return new Range(key, Long.MAX_VALUE);
        }

        /** Returns the keys less than the given one: none below the least. */
        public static Range below(long key) {
            return key == Long.MIN_VALUE ? NONE : new Range(Long.MIN_VALUE, key - 1);
        }

        /** Returns the given key and all lesser ones. */
        public static Range atMost(long key) {
            return new Range(Long.MIN_VALUE, key);
        }

        /** Tells whether the range has no key. */
        public boolean isEmpty() {
            return low > high;
        }

        /** Returns the keys that are in both ranges. */
        public Range and(Range other) {
            return new Range(Math.max(low, other.low), Math.min(high, other.high));
        }

        Filter filter(ColumnRef.Ordered column, boolean inverted) {
            if (isEmpty()) {
                return inverted ? Filter.valid(column) : Filter.Constant.NONE;
            }
            return new Filter.KeyRange(column, low, high, inverted);
        }
    }

    /** Returns the keys of values equal to the given one. */
    Range equal(Object value) {
        if (!codec.canEqual(value)) {
            return Range.NONE;
        }
        long low = codec.floor(lowest(value));
        return new Range(low, asOperators ? codec.floor(highest(value)) : low);
    }

    /** Returns the keys of values greater than the given one. */
    public Range above(Object value) {
        if (codec.isBelowAll(value)) {
            return Range.ALL;
        }
        return Range.above(codec.floor(highest(value))).and(Range.atMost(greatest(value)));
    }

    /** Returns the keys of values equal to the given one or greater. */
    public Range atLeast(Object value) {
        if (codec.isBelowAll(value) || !codec.isExact(value)) {
            return above(value);
        }
        return new Range(codec.floor(lowest(value)), greatest(value));
    }

    /** Returns the greatest key of a number: the keys of NaN lie beyond that of infinity. */
    private long greatest(Object value) {
        if (!asOperators) {
            return Long.MAX_VALUE;
        }
        return switch (value) {
            case Double number -> codec.floor(Double.POSITIVE_INFINITY);
            case Float number -> codec.floor(Float.POSITIVE_INFINITY);
            default -> Long.MAX_VALUE;
        };
    }

    /** Returns the keys of values less than the given one. */
    public Range below(Object value) {
        if (codec.isBelowAll(value) || !codec.isExact(value)) {
            return atMost(value);
        }
        return Range.below(codec.floor(lowest(value)));
    }

    /** Returns the keys of values equal to the given one or less. */
    public Range atMost(Object value) {
        return codec.isBelowAll(value) ? Range.NONE : Range.atMost(codec.floor(highest(value)));
    }

    Range between(Object first, Object second, Inclusion inclusion) {
        Range low = inclusion.isStartInclusive() ? atLeast(first) : above(first);
        return low.and(inclusion.isEndInclusive() ? atMost(second) : below(second));
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
