package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Region;

/** The codes of one block of a column as ints. For one thread. */
final class CodeBlock {
    private final Codes codes;
    private final int[] ints = new int[Selector.ROWS];

    /** Of codes of at most 4 bytes. */
    CodeBlock(Codes codes) {
        this.codes = codes;
    }

    /** The codes of a block's selected rows, one after the other, as {@link #read(int, int)} has them. */
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

    /** The codes of a block's rows, in an array that the next call fills anew; those of 4 bytes unsigned. */
    int[] read(int block, int rows) {
        int first = block * Selector.ROWS;
        if (codes.width() == Integer.BYTES) {
            codes.blocks().copyTo((long) first << 2, ints, rows);
        } else if (codes.width() > 0) { // else all are 0, as the array is
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
