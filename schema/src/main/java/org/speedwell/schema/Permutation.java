package org.speedwell.schema;

/**
 * Numbers that look random and can be had one by one, in any order and by any thread.
 *
 * <p>{@link #of} is a Feistel network over the next even number of bits, walked until it falls into the range: a
 * bijection, so that a thousand positions meet each of a thousand prepared values exactly once, in no visible order.
 */
final class Permutation {

    private static final int ROUNDS = 4;

    private Permutation() {}

    /** A well mixed function of two numbers (the finaliser of SplitMix64). */
    static long hash(long key, long value) {
        long z = key + value * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }

    /** A number from 0 to {@code bound - 1}, each about as likely. */
    static int below(int bound, long key, long value) {
        return (int) Math.unsignedMultiplyHigh(hash(key, value), bound);
    }

    /** Where position {@code i} of {@code size} goes; each place is taken once. */
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
