package org.speedwell.accelerator.filter;

import com.speedment.runtime.field.predicate.Inclusion;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * Which keys stand to a value in an order.
 *
 * @param asOperators whether values compare as by the operators of primitive floating-point numbers, to which 0.0 and −0.0
 *     are the same and NaN is above nothing; if not, as by {@code compareTo}
 */
public record KeyOrder(KeyCodec codec, boolean asOperators) {

    /** Keys from {@code low} to {@code high}, both inclusive; none where {@code low > high}. */
    public record Range(long low, long high) {
        private static final Range NONE = new Range(1, 0);
        private static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

        public Range and(Range other) {
            return new Range(Math.max(low, other.low), Math.min(high, other.high));
        }

        Filter filter(ColumnRef.Ordered column, boolean inverted) {
            if (low > high) {
                return inverted ? Filter.valid(column) : Filter.Constant.NONE;
            }
            return new Filter.KeyRange(column, low, high, inverted);
        }
    }

    Range equal(Object value) {
        if (!codec.canEqual(value)) {
            return Range.NONE;
        }
        long low = codec.floor(lowest(value));
        return new Range(low, asOperators ? codec.floor(highest(value)) : low);
    }

    public Range above(Object value) {
        if (codec.isBelowAll(value)) {
            return Range.ALL;
        }
        long floor = codec.floor(highest(value));
        return floor == Long.MAX_VALUE ? Range.NONE : new Range(floor + 1, greatest(value));
    }

    public Range atLeast(Object value) {
        if (codec.isBelowAll(value) || !codec.isExact(value)) {
            return above(value);
        }
        return new Range(codec.floor(lowest(value)), greatest(value));
    }

    /** The key above which nothing can be greater than the value: keys of NaN lie beyond that of infinity. */
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

    public Range below(Object value) {
        if (codec.isBelowAll(value) || !codec.isExact(value)) {
            return atMost(value);
        }
        long floor = codec.floor(lowest(value));
        return floor == Long.MIN_VALUE ? Range.NONE : new Range(Long.MIN_VALUE, floor - 1);
    }

    public Range atMost(Object value) {
        return codec.isBelowAll(value) ? Range.NONE : new Range(Long.MIN_VALUE, codec.floor(highest(value)));
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
