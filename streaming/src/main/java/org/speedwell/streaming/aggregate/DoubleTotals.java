package org.speedwell.streaming.aggregate;

import java.io.Serializable;

/** A count and a sum of floating-point numbers, compensated after Neumaier (1974), as {@code DoubleStream.sum} is. */
final class DoubleTotals implements Serializable {
    private long count;
    private double sum;

    /** What was lost when numbers were added to the sum. */
    private double lost;

    /** Without compensation, of which infinite numbers make NaN. */
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
