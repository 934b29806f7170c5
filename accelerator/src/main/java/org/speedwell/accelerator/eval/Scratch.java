package org.speedwell.accelerator.eval;

import java.util.Arrays;

/** Arrays of a thread's own for operands that are read many rows at once, taken and given back as from a stack. */
final class Scratch {
    private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);
    private static final int USUAL = 1 << 12;

    private long[][] arrays = new long[4][0];
    private int taken;

    static Scratch own() {
        return OWN.get();
    }

    /** At least so many numbers, of any value. */
    long[] take(int length) {
        if (taken == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * taken);
            Arrays.fill(arrays, taken, arrays.length, new long[0]);
        }
        if (arrays[taken].length < length) {
            arrays[taken] = new long[Math.max(length, USUAL)];
        }
        return arrays[taken++];
    }

    /** The one that was taken last. */
    void giveBack() {
        taken--;
    }
}
