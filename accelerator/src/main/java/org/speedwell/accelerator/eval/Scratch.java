package org.speedwell.accelerator.eval;

import java.util.ArrayList;
import java.util.List;

/**
 * The arrays of a thread for operands of many rows. A caller takes them as from a stack, and {@link #close} gives them
 * back.
 */
final class Scratch implements AutoCloseable {
    private static final ThreadLocal<Arrays> OWN = ThreadLocal.withInitial(Arrays::new);
    private static final int USUAL = 1 << 12;

    /** The arrays of one thread, the ones in use first. */
    private static final class Arrays {
        final List<long[]> longs = new ArrayList<>();
        final List<double[]> doubles = new ArrayList<>();
        final List<int[]> ints = new ArrayList<>();
        int longsTaken;
        int doublesTaken;
        int intsTaken;
    }

    private final Arrays arrays;
    private final int longsBefore;
    private final int doublesBefore;
    private final int intsBefore;

    private Scratch(Arrays arrays) {
        this.arrays = arrays;
        this.longsBefore = arrays.longsTaken;
        this.doublesBefore = arrays.doublesTaken;
        this.intsBefore = arrays.intsTaken;
    }

    /** Returns this thread's arrays. Closing the result gives back all arrays that were taken from it. */
    static Scratch own() {
        return new Scratch(OWN.get());
    }

    /** Takes an array of at least {@code length} numbers. Their values are undefined. */
    long[] longs(int length) {
        int place = arrays.longsTaken++;
        if (place == arrays.longs.size()) {
            arrays.longs.add(new long[USUAL]);
        }
        if (arrays.longs.get(place).length < length) {
            arrays.longs.set(place, new long[length]);
        }
        return arrays.longs.get(place);
    }

    /** Takes an array of at least {@code length} numbers. Their values are undefined. */
    double[] doubles(int length) {
        int place = arrays.doublesTaken++;
        if (place == arrays.doubles.size()) {
            arrays.doubles.add(new double[USUAL]);
        }
        if (arrays.doubles.get(place).length < length) {
            arrays.doubles.set(place, new double[length]);
        }
        return arrays.doubles.get(place);
    }

    /** Takes an array of at least {@code length} row ids. Their values are undefined. */
    int[] ints(int length) {
        int place = arrays.intsTaken++;
        if (place == arrays.ints.size()) {
            arrays.ints.add(new int[USUAL]);
        }
        if (arrays.ints.get(place).length < length) {
            arrays.ints.set(place, new int[length]);
        }
        return arrays.ints.get(place);
    }

    @Override
    public void close() {
        arrays.longsTaken = longsBefore;
        arrays.doublesTaken = doublesBefore;
        arrays.intsTaken = intsBefore;
    }
}
