package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Region;

/** The codes of one block of a column as ints. For one thread. */
final class CodeBlock {
    private final @Nullable Codes codes;
    private final int[] ints = new int[Selector.ROWS];

    /** Of codes of at most 4 bytes; null is a column of which all codes are 0. */
    CodeBlock(@Nullable Codes codes) {
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
        if (codes == null) {
            return ints;
        }
        Region region = codes.blocks().from((long) block * Selector.ROWS * codes.width());
        switch (codes.width()) {
            case 0 -> {} // all are 0, as the array is
            case Byte.BYTES -> {
                for (int i = 0; i < rows; i++) {
                    ints[i] = region.getByte(i) & 0xFF;
                }
            }
            case Short.BYTES -> {
                for (int i = 0; i < rows; i++) {
                    ints[i] = region.getShort((long) i << 1) & 0xFFFF;
                }
            }
            default -> region.copyTo(0, ints, rows);
        }
        return ints;
    }
}
