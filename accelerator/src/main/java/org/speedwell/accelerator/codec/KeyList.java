package org.speedwell.accelerator.codec;

import java.util.Arrays;
import org.speedwell.accelerator.memory.Lease;

/** An array of keys in the smallest width that holds them. Each key is the sum of {@code base} and a code. */
public record KeyList(long base, Codes codes) {
    /** Allocates memory for {@code size} keys from {@code min} to {@code max}. */
    public static KeyList allocate(Lease lease, int size, long min, long max) {
        Codes codes = Codes.allocate(lease, size, max - min);
        // Codes of 8 bytes are the keys themselves, because their difference may exceed a long.
        return new KeyList(codes.width() == Long.BYTES ? 0 : min, codes);
    }

    static KeyList of(long[] keys, Lease lease) {
        KeyList list = allocate(
                lease,
                keys.length,
                Arrays.stream(keys).min().orElse(0),
                Arrays.stream(keys).max().orElse(0));
        for (int place = 0; place < keys.length; place++) {
            list.set(place, keys[place]);
        }
        return list;
    }

    public int size() {
        return codes.rows();
    }

    public long get(int place) {
        return base + codes.get(place);
    }

    /** Sets a key. The caller may do so only while it builds the list. */
    public void set(int place, long key) {
        codes.set(place, key - base);
    }
}
