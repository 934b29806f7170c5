package org.speedwell.accelerator.codec;

import org.speedwell.accelerator.memory.Region;

/**
 * The first bytes of byte sequences as numbers, which compare like the sequences as long as they differ. A binary
 * search over such an array reads contiguous memory, in place of a sequence elsewhere for each step.
 */
final class Prefixes {
    /** A dictionary keeps the prefix of one value in this many. */
    static final int STEP = 1 << 5;

    private Prefixes() {}

    /** Returns the first eight bytes of a sequence as a number. Missing bytes count as 0. */
    static long of(byte[] run) {
        long prefix = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            prefix = prefix << Byte.SIZE | (i < run.length ? run[i] & 0xFF : 0);
        }
        return prefix ^ Long.MIN_VALUE; // signed numbers then compare like unsigned bytes
    }

    /** Returns the prefix of every {@value #STEP}-th of the sequences that a region contains one after another. */
    static long[] sampled(Codes ends, Region bytes) {
        long[] prefixes = new long[(ends.rows() + STEP - 1) / STEP];
        for (int i = 0; i < prefixes.length; i++) {
            int index = i * STEP;
            long start = index == 0 ? 0 : ends.get(index - 1);
            prefixes[i] = of(bytes.getBytes(start, (int) Math.min(ends.get(index) - start, Long.BYTES)));
        }
        return prefixes;
    }

    /** Returns the number of elements of an ascending array that are below {@code prefix}. */
    static int below(long[] prefixes, long prefix) {
        int low = 0;
        int high = prefixes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (prefixes[middle] < prefix) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the number of elements of an ascending array that are not above {@code prefix}.
     *
     * @param below the number of elements that are below it
     */
    static int through(long[] prefixes, long prefix, int below) {
        if (below == prefixes.length || prefixes[below] > prefix) {
            return below;
        }
        return prefix == Long.MAX_VALUE ? prefixes.length : below(prefixes, prefix + 1);
    }
}
