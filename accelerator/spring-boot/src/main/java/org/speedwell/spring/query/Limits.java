package org.speedwell.spring.query;

/**
 * How much one query may ask for.
 *
 * @param rows given where a query does not say how many
 * @param maxRows given at most, whatever it says
 * @param conditions in its filter at most
 */
public record Limits(int rows, int maxRows, int conditions) {
    /** How deep conditions may lie in one another. */
    static final int DEPTH = 8;

    /** @throws IllegalArgumentException if a number is negative, or more rows are given by default than at most */
    public Limits {
        if (rows < 0 || maxRows < rows || conditions < 1) {
            throw new IllegalArgumentException(
                    "A query gives %d rows, %d at most, of %d conditions: none of these is negative, the first not above the second"
                            .formatted(rows, maxRows, conditions));
        }
    }
}
