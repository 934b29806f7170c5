package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Region;

/** A lookup of codes in a bitmap that has one bit for each code. */
final class CodeBits {
    private static MethodHandle bytes = loop("bytes");
    private static MethodHandle shorts = loop("shorts");
    private static MethodHandle ints = loop("ints");

    private CodeBits() {}

    private static MethodHandle loop(String name) {
        return NonInlinedLoops.of(
                CodeBits.class, name, void.class, Region.class, long[].class, long[].class, int.class, int.class);
    }

    /** Returns the bit of a code. */
    static long of(long[] bits, long code) {
        return bits[(int) (code >>> 6)] >>> code & 1;
    }

    /**
     * Gathers the bits of the codes of some rows.
     *
     * @param codes codes of at most 4 bytes
     * @param first the first row, a multiple of 64
     * @param count the number of rows
     * @param bits the bit of each code
     * @param found receives the bits. Bit {@code i & 63} of word {@code i >>> 6} belongs to row {@code first + i}. Bits
     * after the last row are undefined
     */
    static void read(Codes codes, int first, int count, long[] bits, long[] found) {
        if (codes.width() == 0) {
            Arrays.fill(found, 0, (count + 63) >>> 6, -of(bits, 0));
            return;
        }
        for (int row = 0; row < count; ) {
            int some = Math.min(count - row, codes.run(first + row));
            Region region = codes.blocks().from((long) (first + row) * codes.width());
            try {
                switch (codes.width()) {
                    case Byte.BYTES -> bytes.invokeExact(region, bits, found, row >>> 6, some);
                    case Short.BYTES -> shorts.invokeExact(region, bits, found, row >>> 6, some);
                    default -> ints.invokeExact(region, bits, found, row >>> 6, some);
                }
            } catch (Throwable failure) {
                throw NonInlinedLoops.unchecked(failure);
            }
            row += some;
        }
    }

    static void bytes(Region codes, long[] bits, long[] found, int first, int count) {
        for (int row = 0; row < count; row += Long.SIZE) {
            int end = Math.min(Long.SIZE, count - row);
            long word = 0;
            for (int at = 0; at < end; at++) {
                word |= of(bits, codes.getByte(row + at) & 0xFFL) << at;
            }
            found[first + (row >>> 6)] = word;
        }
    }

    static void shorts(Region codes, long[] bits, long[] found, int first, int count) {
        for (int row = 0; row < count; row += Long.SIZE) {
            int end = Math.min(Long.SIZE, count - row);
            long word = 0;
            for (int at = 0; at < end; at++) {
                word |= of(bits, codes.getShort((long) (row + at) << 1) & 0xFFFFL) << at;
            }
            found[first + (row >>> 6)] = word;
        }
    }

    static void ints(Region codes, long[] bits, long[] found, int first, int count) {
        for (int row = 0; row < count; row += Long.SIZE) {
            int end = Math.min(Long.SIZE, count - row);
            long word = 0;
            for (int at = 0; at < end; at++) {
                word |= of(bits, codes.getInt((long) (row + at) << 2) & 0xFFFF_FFFFL) << at;
            }
            found[first + (row >>> 6)] = word;
        }
    }
}
