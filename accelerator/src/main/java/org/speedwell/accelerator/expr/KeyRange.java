package org.speedwell.accelerator.expr;

/** The keys from {@code low} to {@code high}, both inclusive; none where {@code low > high}. */
public record KeyRange(long low, long high) {
    /** No key. */
    public static final KeyRange NONE = new KeyRange(1, 0);

    /** Every key. */
    public static final KeyRange ALL = new KeyRange(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Returns the keys that an operator selects, given the key on its right; for {@code NOT_EQUAL}, those that it does not select. */
    public static KeyRange of(ComparisonOperator operator, long key) {
        return new KeyRange(operator.low(key), operator.high(key));
    }

    /** Tells whether the range has no key. */
    public boolean isEmpty() {
        return low > high;
    }

    /** Returns the keys that are in both ranges. */
    public KeyRange and(KeyRange other) {
        return new KeyRange(Math.max(low, other.low), Math.min(high, other.high));
    }
}
