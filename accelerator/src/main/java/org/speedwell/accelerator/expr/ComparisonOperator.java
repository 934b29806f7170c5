package org.speedwell.accelerator.expr;

/**
 * An operator that compares two values. Only this class knows which keys an operator selects.
 *
 * <p>The hot path inlines {@link #low} and {@link #high}. Their pieces have at most 35 bytes of bytecode, so that the
 * JIT compiler inlines them even where they seldom run.
 */
public enum ComparisonOperator {
    EQUAL("==", "="),
    NOT_EQUAL("!=", "<>"),
    LESS_THAN("<", "<"),
    LESS_OR_EQUAL("<=", "<="),
    GREATER_THAN(">", ">"),
    GREATER_OR_EQUAL(">=", ">=");

    private final String java;
    private final String sql;

    ComparisonOperator(String java, String sql) {
        this.java = java;
        this.sql = sql;
    }

    /** Returns the operator in Java's notation. */
    public String java() {
        return java;
    }

    /** Returns the operator in SQL's notation. */
    public String sql() {
        return sql;
    }

    /**
     * Returns whether the operator holds for two values.
     *
     * @param compared the result of comparing the first value with the second
     */
    public boolean holds(int compared) {
        return switch (this) {
            case EQUAL -> compared == 0;
            case NOT_EQUAL -> compared != 0;
            case LESS_THAN -> compared < 0;
            case LESS_OR_EQUAL -> compared <= 0;
            case GREATER_THAN -> compared > 0;
            case GREATER_OR_EQUAL -> compared >= 0;
        };
    }

    /**
     * Returns whether the operator holds for two whole numbers. Without this overload Java would compare them as
     * doubles, inexactly.
     */
    public boolean holds(long first, long second) {
        return holds(Long.compare(first, second));
    }

    /** Returns whether the operator holds for two doubles, as Java's operators compare them. */
    public boolean holds(double first, double second) {
        return switch (this) {
            case EQUAL -> first == second;
            case NOT_EQUAL -> first != second;
            case LESS_THAN -> first < second;
            case LESS_OR_EQUAL -> first <= second;
            case GREATER_THAN -> first > second;
            case GREATER_OR_EQUAL -> first >= second;
        };
    }

    /** Returns the opposite operator. */
    public ComparisonOperator negated() {
        return switch (this) {
            case EQUAL -> NOT_EQUAL;
            case NOT_EQUAL -> EQUAL;
            case LESS_THAN -> GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> GREATER_THAN;
            case GREATER_THAN -> LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> LESS_THAN;
        };
    }

    /** Returns the operator for the same two values in the opposite order. */
    public ComparisonOperator mirrored() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS_THAN -> GREATER_THAN;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER_THAN -> LESS_THAN;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        };
    }

    /** Returns whether the operator tests equality or inequality, which needs no order of the values. */
    public boolean isEquality() {
        return this == EQUAL || this == NOT_EQUAL;
    }

    /** Returns whether the operator selects the keys outside the range of {@link #low} and {@link #high}. */
    public boolean isInverted() {
        return this == NOT_EQUAL;
    }

    /**
     * Returns the smallest key that the operator selects. It exceeds {@link #high} if the operator selects no key.
     *
     * @param key the right operand
     */
    public long low(long key) {
        if (this == GREATER_THAN) {
            return key == Long.MAX_VALUE ? key : key + 1;
        }
        return isUpperBound() ? leastBelow(key) : key;
    }

    /**
     * Returns the largest key that the operator selects. {@link #low} describes the empty range.
     *
     * @param key the right operand
     */
    public long high(long key) {
        if (this == LESS_THAN) {
            return key == Long.MIN_VALUE ? key : key - 1;
        }
        return isLowerBound() ? greatestAbove(key) : key;
    }

    private boolean isUpperBound() {
        return this == LESS_THAN || this == LESS_OR_EQUAL;
    }

    private boolean isLowerBound() {
        return this == GREATER_THAN || this == GREATER_OR_EQUAL;
    }

    /**
     * Returns the smallest key that {@code <} or {@code <=} selects. No key is less than the smallest {@code long}. The
     * range is empty then.
     */
    private long leastBelow(long key) {
        return this == LESS_THAN && key == Long.MIN_VALUE ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /**
     * Returns the largest key that {@code >} or {@code >=} selects. No key is greater than the largest {@code long}.
     * The range is empty then.
     */
    private long greatestAbove(long key) {
        return this == GREATER_THAN && key == Long.MAX_VALUE ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
