package org.speedwell.streaming.aggregate;

import java.io.Serializable;

/**
 * A count and a sum of floating-point numbers, with the error compensation of Neumaier (1974). The result equals
 * {@code DoubleStream.sum}.
 */
final class DoubleTotals implements Serializable {
    private long count;
    private double sum;

    /** The rounding errors of the sum. */
    private double lost;

    /** The sum without compensation. Compensation turns infinite numbers into NaN. */
    private double plain;

    void add(double number) {
        count++;
        addToSum(number);
        plain += number;
    }

    void addAll(DoubleTotals other) {
        count += other.count;
        addToSum(other.sum);
        addToSum(other.lost);
        plain += other.plain;
    }

    private void addToSum(double number) {
        double next = sum + number;
        lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
        sum = next;
    }

    double sum() {
        double compensated = sum + lost;
        return Double.isFinite(compensated) ? compensated : plain;
    }

    double average() {
        return sum() / count;
    }
}
