package org.speedwell.accelerator.encode;

import java.util.function.Consumer;

/** A cell's place in the row, and what is written there whatever the row: immutable, made once for all runs of an encoder. */
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

    /** Counted from 0. */
    public int number() {
        return number;
    }

    /** What stands before a value. */
    Fragment prefix() {
        return prefix;
    }

    /** All of a cell that is NULL. */
    Fragment whenNull() {
        return whenNull;
    }
}
