package org.speedwell.streaming.engine;

/** A bijective mix of 64 bits, so that keys of any pattern spread evenly over tables and receivers. */
public final class Mix {
    private Mix() {}

    /** One round of the 64-bit mixer of degski (public domain): two shifts and a multiplication. */
    public static long mix(long key) {
        long hash = (key ^ (key >>> 32)) * 0xD6E8FEB86659FD93L;
        return hash ^ (hash >>> 32);
    }
}
