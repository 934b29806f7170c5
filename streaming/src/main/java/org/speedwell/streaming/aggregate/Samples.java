package org.speedwell.streaming.aggregate;

import java.util.Arrays;

/** Samples of a quantity in the order of time; samples of one time in the order in which they came. */
final class Samples {
    private long[] times = new long[8];
    private double[] values = new double[8];
    private int size;

    void add(long time, double value) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        int at = size;
        while (at > 0 && times[at - 1] > time) {
            at--; // nearly in order, as events are: few steps
        }
        System.arraycopy(times, at, times, at + 1, size - at);
        System.arraycopy(values, at, values, at + 1, size - at);
        times[at] = time;
        values[at] = value;
        size++;
    }

    void addAll(Samples other) {
        for (int i = 0; i < other.size; i++) {
            add(other.times[i], other.values[i]);
        }
    }

    double integral() {
        double area = 0;
        for (int i = 1; i < size; i++) {
            area += (values[i - 1] + values[i]) / 2 * (times[i] - times[i - 1]);
        }
        return area;
    }
}
