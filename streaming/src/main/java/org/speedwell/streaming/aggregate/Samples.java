package org.speedwell.streaming.aggregate;

import java.io.Serializable;
import java.util.Arrays;

/** Samples of a quantity in order of time. Samples at the same time keep their order of arrival. */
public final class Samples implements Serializable {
    /**
     * The samples: the time at index 2i, the bits of the value at 2i + 1. They are adjacent because they are added
     * together.
     */
    private long[] samples = new long[16];

    private int length;

    /** Adds a sample after all samples that are not later. */
    public void add(long time, double value) {
        if (length == samples.length) {
            samples = Arrays.copyOf(samples, 2 * length);
        }
        int at = length;
        while (at > 0 && samples[at - 2] > time) {
            at -= 2; // few steps, as events are nearly in order
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

    /** Returns the area under the lines between neighbouring samples. */
    public double integral() {
        double area = 0;
        for (int i = 1; i < size(); i++) {
            area += area(time(i - 1), value(i - 1), time(i), value(i));
        }
        return area;
    }

    /** Returns the area under the line between two samples. */
    public static double area(long time, double value, long nextTime, double nextValue) {
        return (value + nextValue) / 2 * (nextTime - time);
    }

    /** Returns the number of samples. */
    public int size() {
        return length / 2;
    }

    /** Returns the time of a sample, in milliseconds. Samples have numbers from 0 in order of time. */
    public long time(int i) {
        return samples[2 * i];
    }

    public double value(int i) {
        return Double.longBitsToDouble(samples[2 * i + 1]);
    }
}
