package org.speedwell.accelerator.encode;

import java.util.Arrays;
import java.util.function.Consumer;

/** A short sequence of bytes that rows repeat, such as a label or a frequent value. Immutable. */
final class Fragment {
    final byte[] bytes;

    private Fragment(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the bytes that a function writes. */
    static Fragment of(Consumer<Utf8Buffer> written) {
        Utf8Buffer out = new Utf8Buffer(64);
        written.accept(out);
        return of(out.array(), 0, out.size());
    }

    /** Returns the bytes of an array from one index to another. */
    static Fragment of(byte[] bytes, int from, int to) {
        return new Fragment(Arrays.copyOfRange(bytes, from, to));
    }
}
