package org.speedwell.accelerator.codec;

import java.util.Arrays;
import org.speedwell.accelerator.memory.Lease;

/** Keys by place, in the smallest width that holds them: each is {@code base} and a code. */
public record KeyList(long base, Codes codes) {
    /** Room for so many keys from {@code min} to {@code max}. */
    public static KeyList allocate(Lease lease, int size, long min, long max) {
        Codes codes = Codes.allocate(lease, size, max - min);
        // Codes of 8 bytes are the keys themselves: their difference may exceed a long
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

    /** Only while the list is built. */
    public void set(int place, long key) {
        codes.set(place, key - base);
    }
}
