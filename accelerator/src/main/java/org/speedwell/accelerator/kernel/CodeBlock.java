package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Region;

/** The codes of one block of a column as ints. For one thread. */
final class CodeBlock {
    private final Codes codes;
    private final int[] ints = new int[Selector.ROWS];

    /** Creates a reader of codes of at most 4 bytes. */
    CodeBlock(Codes codes) {
        this.codes = codes;
    }

    /** Returns the codes of a block's selected rows, without gaps, in the array of {@link #read(int, int)}. */
    int[] read(int block, int rows, Selection selection) {
        read(block, rows);
        int next = 0;
        for (int i = 0; i < Selector.WORDS; i++) {
            for (long left = selection.words[i]; left != 0; left &= left - 1) {
                ints[next++] = ints[(i << 6) + Long.numberOfTrailingZeros(left)];
            }
        }
        return ints;
    }

    /**
     * Returns the codes of the first rows of a block. Codes of 4 bytes are unsigned. The next call overwrites the
     * array.
     */
    int[] read(int block, int rows) {
        int first = block * Selector.ROWS;
        if (codes.width() == Integer.BYTES) {
            codes.blocks().copyTo((long) first << 2, ints, rows);
        } else if (codes.width() > 0) { // with width 0, all codes are 0, and so is the array
            for (int row = 0; row < rows; ) {
                int end = Math.min(rows, row + codes.run(first + row));
                widen(codes.blocks().from((long) (first + row) * codes.width()), codes.width(), row, end);
                row = end;
            }
        }
        return ints;
    }

    private void widen(Region region, int width, int from, int to) {
        if (width == Byte.BYTES) {
            for (int i = from; i < to; i++) {
                ints[i] = region.getByte(i - from) & 0xFF;
            }
        } else {
            for (int i = from; i < to; i++) {
                ints[i] = region.getShort((long) (i - from) << 1) & 0xFFFF;
            }
        }
    }
}
