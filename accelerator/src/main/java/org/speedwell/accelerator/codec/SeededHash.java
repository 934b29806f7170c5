package org.speedwell.accelerator.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * A hash function with random seeds for each JVM. An attacker cannot predict collisions, so chosen values cannot make a
 * hash table slow. The function folds products of 128 bits, as wyhash does. Programs must not store the hashes.
 */
public final class SeededHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long SEED;
    private static final long MULTIPLIER;
    private static final long LAST;

    static {
        SecureRandom random = new SecureRandom();
        SEED = random.nextLong();
        MULTIPLIER = random.nextLong() | 1;
        LAST = random.nextLong() | 1;
    }

    private SeededHash() {}

    /** Returns the hash of a number. All bits affect it. */
    public static int of(long number) {
        return (int) fold(fold(number ^ SEED, MULTIPLIER), LAST);
    }

    /** Returns the hash of a byte sequence. All bits affect it. */
    static int of(byte[] run) {
        long hash = SEED ^ run.length;
        int i = 0;
        while (i <= run.length - Long.BYTES) {
            hash = fold(hash ^ (long) LONGS.get(run, i), MULTIPLIER);
            i += Long.BYTES;
        }
        long rest = 0;
        while (i < run.length) {
            rest = rest << Byte.SIZE | run[i++] & 0xFF;
        }
        return (int) fold(fold(hash ^ rest, MULTIPLIER), LAST);
    }

    private static long fold(long a, long b) {
        return Math.unsignedMultiplyHigh(a, b) ^ a * b;
    }
}
