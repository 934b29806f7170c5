package org.speedwell.streaming.aggregate;

import java.io.Serializable;
import java.util.Arrays;

/** Samples of a quantity in the order of time; samples of one time in the order in which they came. */
public final class Samples implements Serializable {
    /** At 2i the time of a sample, at 2i + 1 the bits of its value: side by side, as they are added. */
    private long[] samples = new long[16];

    private int length;

    /** Adds a sample behind those that are not later. */
    public void add(long time, double value) {
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
        for (int i = 0; i < other.size(); i++) {
            add(other.time(i), other.value(i));
        }
    }

    /** The area under the lines from sample to sample. */
    public double integral() {
        double area = 0;
        for (int i = 1; i < size(); i++) {
            area += area(time(i - 1), value(i - 1), time(i), value(i));
        }
        return area;
    }

    /** The area under the line from one sample to another. */
    public static double area(long time, double value, long nextTime, double nextValue) {
        return (value + nextValue) / 2 * (nextTime - time);
    }

    /** How many there are. */
    public int size() {
        return length / 2;
    }

    /** The time of a sample, in milliseconds; they are numbered from 0 in the order of time. */
    public long time(int i) {
        return samples[2 * i];
    }

    public double value(int i) {
        return Double.longBitsToDouble(samples[2 * i + 1]);
    }
}
