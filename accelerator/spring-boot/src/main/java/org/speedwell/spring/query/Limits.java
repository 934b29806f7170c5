package org.speedwell.spring.query;

/**
 * The limits of one query.
 *
 * @param rows the number of rows of an answer if the query does not set a limit
 * @param maxRows the maximum number of rows of an answer
 * @param conditions the maximum number of conditions of a filter
 */
public record Limits(int rows, int maxRows, int conditions) {
    /** The maximum depth of nested conditions. */
    static final int DEPTH = 8;

    /**
     * @throws IllegalArgumentException if {@code rows} is negative or above {@code maxRows}, or {@code conditions} is
     * below 1
     */
    public Limits {
        if (rows < 0 || maxRows < rows || conditions < 1) {
            throw new IllegalArgumentException(
                    ("Limits of %d rows by default, %d rows at most and %d conditions are not valid."
                                    + " Require 0 <= rows <= maxRows and conditions >= 1.")
                            .formatted(rows, maxRows, conditions));
        }
    }
}
