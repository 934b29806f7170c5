package org.speedwell.accelerator.encode;

import java.util.function.Consumer;

/**
 * The place of a cell in a row, with the bytes that are the same in every row. An encoder creates it once for all runs.
 * Immutable.
 */
public final class CellPlace {
    private final int number;
    private final Fragment prefix;
    private final Fragment whenNull;

    CellPlace(Format format, int number, String label) {
        this.number = number;
        this.prefix = fragment(out -> format.putPrefix(number, label, out));
        this.whenNull = fragment(out -> {
            format.putPrefix(number, label, out);
            format.putNull(out);
        });
    }

    private static Fragment fragment(Consumer<Utf8Buffer> written) {
        Utf8Buffer out = new Utf8Buffer(64);
        written.accept(out);
        return Fragment.of(out.array(), 0, out.size());
    }

    /** Returns the index of the cell, from 0 on. */
    public int number() {
        return number;
    }

    /** Returns the bytes before a value. */
    Fragment prefix() {
        return prefix;
    }

    /** Returns all bytes of a NULL cell. */
    Fragment whenNull() {
        return whenNull;
    }
}
