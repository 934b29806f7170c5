package org.speedwell.accelerator.expr;

/** The keys from {@code low} to {@code high}, both inclusive. The range is empty if {@code low > high}. */
public record KeyRange(long low, long high) {
    /** The empty range. */
    public static final KeyRange NONE = new KeyRange(1, 0);

    /** The range of all keys. */
    public static final KeyRange ALL = new KeyRange(Long.MIN_VALUE, Long.MAX_VALUE);

    /**
     * Returns the keys that an operator selects. For {@code NOT_EQUAL} it returns the keys that the operator does not
     * select.
     *
     * @param key the right operand
     */
    public static KeyRange of(ComparisonOperator operator, long key) {
        return new KeyRange(operator.low(key), operator.high(key));
    }

    /** Returns whether the range has no key. */
    public boolean isEmpty() {
        return low > high;
    }

    /** Returns the keys that are in both ranges. */
    public KeyRange and(KeyRange other) {
        return new KeyRange(Math.max(low, other.low), Math.min(high, other.high));
    }
}
