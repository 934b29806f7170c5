package org.speedwell.streaming.aggregate;

/**
 * Count, mean and variance of numbers.
 *
 * @param variance of the numbers as the whole population: the mean square of their distances from the mean
 */
public record Moments(long count, double mean, double variance) {

    /** The variance of the population that the numbers are a sample of; NaN for fewer than two. */
    public double sampleVariance() {
        return count < 2 ? Double.NaN : variance * count / (count - 1);
    }

    /** The square root of the variance. */
    public double standardDeviation() {
        return Math.sqrt(variance);
    }
}
