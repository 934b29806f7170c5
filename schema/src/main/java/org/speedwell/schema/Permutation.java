package org.speedwell.schema;

/**
 * Pseudo-random numbers with random access. Thread-safe.
 *
 * <p>{@link #of} is a Feistel network over the next even number of bits. It repeats until the result is in range (cycle
 * walking), so it is a bijection. For example, each of a thousand positions gets one of a thousand prepared values, in
 * no visible order.
 */
final class Permutation {

    private static final int ROUNDS = 4;

    private Permutation() {}

    /** Returns a well-mixed hash of two numbers (the finaliser of SplitMix64). */
    static long hash(long key, long value) {
        long z = key + value * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a number from 0 to {@code bound - 1}, with a nearly uniform distribution. */
    static int below(int bound, long key, long value) {
        return (int) Math.unsignedMultiplyHigh(hash(key, value), bound);
    }

    /** Returns the place of position {@code i} of {@code size}. Different positions have different places. */
    static int of(int i, int size, long key) {
        int half = (33 - Integer.numberOfLeadingZeros(size - 1)) / 2;
        int mask = (1 << half) - 1;
        long place = i;
        do {
            int left = (int) (place >>> half);
            int right = (int) place & mask;
            for (int round = 0; round < ROUNDS; round++) {
                int next = left ^ ((int) hash(key + round, right) & mask);
                left = right;
                right = next;
            }
            place = ((long) left << half) | right;
        } while (place >= size);
        return (int) place;
    }
}
