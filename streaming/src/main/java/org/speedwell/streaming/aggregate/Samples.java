package org.speedwell.streaming.aggregate;

import java.io.Serializable;
import java.util.Arrays;

/** Samples of a quantity in the order of time; samples of one time in the order in which they came. */
final class Samples implements Serializable {
    /** At 2i the time of a sample, at 2i + 1 the bits of its value: side by side, as they are added. */
    private long[] samples = new long[16];

    private int length;

    void add(long time, double value) {
        if (length == samples.length) {
            samples = Arrays.copyOf(samples, 2 * length);
        }
        int at = length;
        while (at > 0 && samples[at - 2] > time) {
            at -= 2; // nearly in order, as events are: few steps
        }
        if (at < length) {
            System.arraycopy(samples, at, samples, at + 2, length - at);
        }
        samples[at] = time;
        samples[at + 1] = Double.doubleToRawLongBits(value);
        length += 2;
    }

    void addAll(Samples other) {
        for (int i = 0; i < other.length; i += 2) {
            add(other.samples[i], other.value(i));
        }
    }

    double integral() {
        double area = 0;
        for (int i = 2; i < length; i += 2) {
            area += (value(i - 2) + value(i)) / 2 * (samples[i] - samples[i - 2]);
        }
        return area;
    }

    private double value(int i) {
        return Double.longBitsToDouble(samples[i + 1]);
    }
}
