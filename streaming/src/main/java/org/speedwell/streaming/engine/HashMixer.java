package org.speedwell.streaming.engine;

import java.security.SecureRandom;

/** Mixes of 64 bits, so that keys of any pattern spread evenly over tables and receivers. */
public final class HashMixer {
    private static final long SEED;
    private static final long MULTIPLIER;

    static {
        SecureRandom random = new SecureRandom();
        SEED = random.nextLong();
        MULTIPLIER = random.nextLong() | 1;
    }

    private HashMixer() {}

    /**
     * A bijective mix, the same in every JVM, for what is routed or stored. One round of the 64-bit mixer of degski (public
     * domain): two shifts and a multiplication.
     */
    public static long mix(long key) {
        long hash = (key ^ (key >>> 32)) * 0xD6E8FEB86659FD93L;
        return hash ^ (hash >>> 32);
    }

    /**
     * Another mix in every JVM, for tables that die with it: nobody can choose keys that collide and so make a table slow.
     * A product of 128 bits, folded.
     */
    public static long seeded(long key) {
        long mixed = key ^ SEED;
        return Math.unsignedMultiplyHigh(mixed, MULTIPLIER) ^ mixed * MULTIPLIER;
    }
}
