package org.speedwell.streaming.aggregate;

import java.io.Serializable;

/**
 * An accumulator of the mean and the sum of squared distances that avoids cancellation. It adds single numbers after
 * Welford (1962) and combines accumulators after Chan, Golub and LeVeque (1979).
 */
final class MomentsAccumulator implements Serializable {
    private long count;
    private double mean;
    private double squares;

    void add(double number) {
        count++;
        if (!Double.isFinite(mean) || !Double.isFinite(number)) {
            addInfinite(number);
            return;
        }
        double distance = number - mean;
        mean += Double.isFinite(distance) ? distance / count : number / count - mean / count;
        squares += distance * (number - mean);
    }

    void addAll(MomentsAccumulator other) {
        if (other.count == 0) {
            return;
        }
        long sum = count + other.count;
        if (!Double.isFinite(mean) || !Double.isFinite(other.mean)) {
            count = sum;
            addInfinite(other.mean);
            return;
        }
        double distance = other.mean - mean;
        squares += other.squares + distance * distance * count * other.count / sum;
        double share = (double) other.count / sum;
        mean += Double.isFinite(distance) ? distance * other.count / sum : other.mean * share - mean * share;
        count = sum;
    }

    /**
     * Adds a number when the mean or the number is not finite. The mean is then infinite, or NaN after NaN or both
     * infinities, like the sum of the numbers.
     */
    private void addInfinite(double number) {
        mean += number;
        squares = Double.NaN;
    }

    Moments moments() {
        return new Moments(count, mean, squares / count);
    }
}
