package org.speedwell.accelerator.expr;

/**
 * An operator that compares two values. This is the only place that knows which keys an operator selects.
 *
 * <p>The hot path inlines {@link #low} and {@link #high}. Their pieces have at most 35 bytes of code, so that the compiler inlines
 * them where they are seldom reached, too.
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

    /** Returns the operator as Java writes it. */
    public String java() {
        return java;
    }

    /** Returns the operator as SQL writes it. */
    public String sql() {
        return sql;
    }

    /** Tells whether the operator holds for two values, given the result of comparing the first with the second. */
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

    /** Tells whether the operator holds for two whole numbers. Without this overload they would be compared as doubles, inexactly. */
    public boolean holds(long first, long second) {
        return holds(Long.compare(first, second));
    }

    /** Tells whether the operator holds for two doubles, as Java's operators compare them. */
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

    /** Returns the operator that holds where this one does not. */
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

    /** Returns the operator that holds for the same two values in the opposite order. */
    public ComparisonOperator mirrored() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS_THAN -> GREATER_THAN;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER_THAN -> LESS_THAN;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        };
    }

    /** Tells whether the operator asks for equality, or its opposite, which needs no order of the values. */
    public boolean isEquality() {
        return this == EQUAL || this == NOT_EQUAL;
    }

    /** Tells whether the operator selects the keys outside the range of {@link #low} and {@link #high}. */
    public boolean isInverted() {
        return this == NOT_EQUAL;
    }

    /** Returns the least key that the operator selects, given the key on its right; it exceeds {@link #high} if there is none. */
    public long low(long key) {
        if (this == GREATER_THAN) {
            return key == Long.MAX_VALUE ? key : key + 1;
        }
        return isUpperBound() ? leastBelow(key) : key;
    }

    /** Returns the greatest key that the operator selects, given the key on its right; see {@link #low}. */
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

    /** No key is less than the least one. */
    private long leastBelow(long key) {
        return this == LESS_THAN && key == Long.MIN_VALUE ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** No key is greater than the greatest one. */
    private long greatestAbove(long key) {
        return this == GREATER_THAN && key == Long.MAX_VALUE ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
