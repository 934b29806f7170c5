package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Region;

/**
 * The codes of one block of a column as ints: copied as they are, then widened by loops over arrays, which the compiler
 * turns into vectors as it does not those over native memory. For one thread.
 */
final class CodeBlock {
    private final @Nullable Codes codes;
    private final byte[] bytes;
    private final short[] shorts;
    private final int[] ints = new int[Selector.ROWS];

    /** Of codes of at most 4 bytes; null is a column of which all codes are 0. */
    CodeBlock(@Nullable Codes codes) {
        this.codes = codes;
        int width = codes == null ? 0 : codes.width();
        this.bytes = new byte[width == Byte.BYTES ? Selector.ROWS : 0];
        this.shorts = new short[width == Short.BYTES ? Selector.ROWS : 0];
    }

    /** The codes of rows from {@code first} on, in an array that the next call fills anew; those of 4 bytes unsigned. */
    int[] read(int first, int rows) {
        if (codes == null) {
            return ints;
        }
        Region region = codes.region();
        switch (codes.width()) {
            case 0 -> {} // all are 0, as the array is
            case Byte.BYTES -> {
                region.copyTo(first, bytes, rows);
                widen(bytes, ints);
            }
            case Short.BYTES -> {
                region.copyTo((long) first * Short.BYTES, shorts, rows);
                widen(shorts, ints);
            }
            default -> region.copyTo((long) first * Integer.BYTES, ints, rows);
        }
        return ints;
    }

    private static void widen(byte[] from, int[] to) {
        for (int i = 0; i < Selector.ROWS; i++) {
            to[i] = from[i] & 0xFF;
        }
    }

    private static void widen(short[] from, int[] to) {
        for (int i = 0; i < Selector.ROWS; i++) {
            to[i] = from[i] & 0xFFFF;
        }
    }
}
