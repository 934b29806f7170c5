package org.speedwell.streaming.aggregate;

import java.io.Serializable;

/**
 * Mean and sum of squared distances, kept without cancellation: one by one after Welford (1962), combined after Chan,
 * Golub and LeVeque (1979).
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

    /** A mean with an infinite number is infinite, or no number with both or with one that is none, as their sum is. */
    private void addInfinite(double number) {
        mean += number;
        squares = Double.NaN;
    }

    Moments moments() {
        return new Moments(count, mean, squares / count);
    }
}
