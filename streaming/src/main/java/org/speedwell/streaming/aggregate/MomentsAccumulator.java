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
        double distance = number - mean;
        mean += distance / count;
        squares += distance * (number - mean);
    }

    void addAll(MomentsAccumulator other) {
        if (other.count == 0) {
            return;
        }
        long sum = count + other.count;
        double distance = other.mean - mean;
        squares += other.squares + distance * distance * count * other.count / sum;
        mean += distance * other.count / sum;
        count = sum;
    }

    Moments moments() {
        return new Moments(count, mean, squares / count);
    }
}
