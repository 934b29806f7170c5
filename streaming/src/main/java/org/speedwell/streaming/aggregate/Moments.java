package org.speedwell.streaming.aggregate;

/**
 * The count, mean and variance of numbers.
 *
 * @param variance the variance of the numbers as a whole population: the mean square of their distances from the mean
 */
public record Moments(long count, double mean, double variance) {

    /** Returns the variance of the population that the numbers are a sample of; NaN for fewer than two numbers. */
    public double sampleVariance() {
        return count < 2 ? Double.NaN : variance * count / (count - 1);
    }

    /** Returns the square root of the variance. */
    public double standardDeviation() {
        return Math.sqrt(variance);
    }
}
