package org.speedwell.accelerator.encode;

/**
 * The place of a cell in a row, with the bytes that are the same in every row. An encoder creates it once for all runs.
 * Immutable.
 */
public final class CellPlace {
    private final int number;
    private final Fragment prefix;
    private final Fragment textPrefix;
    private final Fragment whenNull;

    CellPlace(Format format, int number, String label) {
        this.number = number;
        this.prefix = Fragment.of(out -> format.putPrefix(number, label, out));
        this.textPrefix = Fragment.of(out -> {
            format.putPrefix(number, label, out);
            format.beginText(out);
        });
        this.whenNull = Fragment.of(out -> {
            format.putPrefix(number, label, out);
            format.putNull(out);
        });
    }

    /** Returns the index of the cell, from 0 on. */
    public int number() {
        return number;
    }

    /** Returns the bytes before a value. */
    Fragment prefix() {
        return prefix;
    }

    /** Returns the bytes before a text. */
    Fragment textPrefix() {
        return textPrefix;
    }

    /** Returns all bytes of a NULL cell. */
    Fragment whenNull() {
        return whenNull;
    }
}
