package org.speedwell.accelerator.encode;

import java.util.Arrays;

/**
 * A short sequence of bytes that rows repeat, such as a label or a frequent value. Stored in words, so that a copy
 * moves eight bytes at a time.
 */
final class Fragment {
    final long[] words;
    final int length;

    private Fragment(long[] words, int length) {
        this.words = words;
        this.length = length;
    }

    /** Returns the bytes of an array from one index to another. */
    static Fragment of(byte[] bytes, int from, int to) {
        int length = to - from;
        long[] words = new long[(length + Long.BYTES - 1) / Long.BYTES];
        byte[] padded = Arrays.copyOf(Arrays.copyOfRange(bytes, from, to), words.length * Long.BYTES);
        for (int i = 0; i < words.length; i++) {
            words[i] = (long) Utf8Buffer.LONGS.get(padded, i * Long.BYTES);
        }
        return new Fragment(words, length);
    }
}
