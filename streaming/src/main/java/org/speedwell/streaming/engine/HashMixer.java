package org.speedwell.streaming.engine;

import java.security.SecureRandom;

/** Hash functions of 64 bits that spread keys of any pattern evenly over tables and receivers. */
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
     * Returns a bijective mix of a key, equal in every JVM, for routing and storage. It is one round of the 64-bit
     * mixer of degski (public domain): two shifts and a multiplication.
     */
    public static long mix(long key) {
        long hash = (key ^ (key >>> 32)) * 0xD6E8FEB86659FD93L;
        return hash ^ (hash >>> 32);
    }

    /**
     * Returns a mix of a key that differs between JVMs, for tables that end with the process. An attacker cannot choose
     * colliding keys to slow down a table. The mix is a folded product of 128 bits.
     */
    public static long seeded(long key) {
        long mixed = key ^ SEED;
        return Math.unsignedMultiplyHigh(mixed, MULTIPLIER) ^ mixed * MULTIPLIER;
    }
}
