package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.Codes;

/**
 * The codes of one block of a column, in an array of their own width. A copy and a loop over an array take less time
 * than a loop over native memory. For one thread.
 */
final class CodeBlock {
    private static final byte[] NO_BYTES = {};
    private static final short[] NO_SHORTS = {};

    private final Codes codes;

    /** The unsigned codes of 0 or 1 byte; empty for other widths. */
    final byte[] bytes;

    /** The unsigned codes of 2 bytes; empty for other widths. */
    final short[] shorts;

    /** The unsigned codes of 4 bytes, and the codes of selected rows. */
    final int[] ints = new int[Selector.ROWS];

    /** Creates a reader of codes of at most 4 bytes. */
    CodeBlock(Codes codes) {
        this.codes = codes;
        this.bytes = codes.width() <= Byte.BYTES ? new byte[Selector.ROWS] : NO_BYTES;
        this.shorts = codes.width() == Short.BYTES ? new short[Selector.ROWS] : NO_SHORTS;
    }

    /** Returns the bytes of a code in its array. */
    int width() {
        return Math.max(Byte.BYTES, codes.width());
    }

    /** Reads the codes of the first rows of a block into the array of their width. */
    void read(int block, int rows) {
        long first = (long) block * Selector.ROWS * codes.width();
        switch (codes.width()) {
            case 0 -> {} // all codes are 0, and so is the array
            case Byte.BYTES -> codes.blocks().copyTo(first, bytes, rows);
            case Short.BYTES -> codes.blocks().copyTo(first, shorts, rows);
            default -> codes.blocks().copyTo(first, ints, rows);
        }
    }

    /** Reads the codes of a block's selected rows, without gaps, into {@link #ints}. */
    void read(int block, int rows, Selection selection) {
        read(block, rows);
        int next = 0;
        for (int i = 0; i < Selector.WORDS; i++) {
            for (long left = selection.words[i]; left != 0; left &= left - 1) {
                ints[next++] = get((i << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private int get(int row) {
        return switch (width()) {
            case Byte.BYTES -> bytes[row] & 0xFF;
            case Short.BYTES -> shorts[row] & 0xFFFF;
            default -> ints[row];
        };
    }
}
