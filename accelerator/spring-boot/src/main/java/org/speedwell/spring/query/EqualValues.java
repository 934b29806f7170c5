package org.speedwell.spring.query;

import java.math.BigDecimal;

/**
 * The range of a column's values that equal the value of a filter. SQL and JSON treat 0 and 0.00, or 0.0 and -0.0, as
 * equal. The {@code equals} of Java does not.
 *
 * @param least the smallest value of the column's type that is not below the filter's value
 * @param greatest the greatest value of the column's type that is not above it; smaller than {@code least} if no value
 * of the type equals it
 */
record EqualValues(Comparable<?> least, Comparable<?> greatest) {
    static EqualValues decimal(BigDecimal number) {
        return new EqualValues(number, number);
    }

    /**
     * Returns the range of a number. It compares with the JSON form of the column, the shortest decimal of each
     * {@code double}.
     */
    static EqualValues real(BigDecimal number) {
        double nearest = Math.clamp(number.doubleValue(), -Double.MAX_VALUE, Double.MAX_VALUE);
        int order = new BigDecimal(Double.toString(nearest)).compareTo(number);
        if (order == 0) {
            return nearest == 0 ? new EqualValues(-0.0, 0.0) : new EqualValues(nearest, nearest);
        }
        return order < 0
                ? new EqualValues(Math.nextUp(nearest), nearest)
                : new EqualValues(nearest, Math.nextDown(nearest));
    }

    /**
     * Returns the range of a number. It compares with the JSON form of the column, the shortest decimal of each
     * {@code float}.
     */
    static EqualValues narrow(BigDecimal number) {
        float nearest = Math.clamp(number.floatValue(), -Float.MAX_VALUE, Float.MAX_VALUE);
        int order = new BigDecimal(Float.toString(nearest)).compareTo(number);
        if (order == 0) {
            return nearest == 0 ? new EqualValues(-0.0f, 0.0f) : new EqualValues(nearest, nearest);
        }
        return order < 0
                ? new EqualValues(Math.nextUp(nearest), nearest)
                : new EqualValues(nearest, Math.nextDown(nearest));
    }
}
