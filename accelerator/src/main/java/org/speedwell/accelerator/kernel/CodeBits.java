package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.Codes;

/**
 * A set of codes of at most 4 bytes, with one bit for each code. The loops look up one byte for each row, without a
 * branch, because the JIT compiler makes the best code of them. A last loop packs the lowest bits of these bytes.
 * Thread-safe.
 */
final class CodeBits {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static MethodHandle bytes = loop("bytes", byte[].class, byte[].class);
    private static MethodHandle shorts = loop("shorts", byte[].class, short[].class);
    private static MethodHandle ints = loop("ints", long[].class, int[].class);
    private static MethodHandle pack =
            NonInlinedLoops.of(CodeBits.class, "pack", void.class, byte[].class, int.class, long[].class);

    private final long[] bits;

    /** A byte for each code, 1 if the set contains it. The first scan creates it; several threads may do so. */
    private volatile byte @Nullable [] flags;

    /** @param bits the bit of each code; not changed afterwards */
    CodeBits(long[] bits) {
        this.bits = bits;
    }

    private static MethodHandle loop(String name, Class<?> table, Class<?> codes) {
        return NonInlinedLoops.of(CodeBits.class, name, void.class, table, codes, byte[].class, int.class);
    }

    /** Returns the bit of a code. */
    long get(long code) {
        return bits[(int) (code >>> 6)] >>> code & 1;
    }

    /**
     * Gathers the bits of the codes of a block's rows.
     *
     * @param rows the number of rows
     * @param scratch a selection with the scratch buffers to use
     * @param found receives the bits. Bit {@code i & 63} of word {@code i >>> 6} belongs to row {@code i} of the block.
     * Bits after the last row are undefined
     */
    void read(Codes codes, int block, int rows, Selection scratch, long[] found) {
        byte[] matches = scratch.bytes();
        try {
            read(codes, block * Selector.ROWS, rows, matches, scratch);
            pack.invokeExact(matches, rows + 63 >>> 6, found);
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    private void read(Codes codes, int first, int rows, byte[] matches, Selection scratch) throws Throwable {
        int width = codes.width();
        long at = (long) first * width;
        if (width == 0) {
            Arrays.fill(matches, 0, rows, (byte) get(0));
        } else if (width == Integer.BYTES) {
            int[] read = scratch.rows();
            codes.blocks().copyTo(at, read, rows);
            ints.invokeExact(bits, read, matches, rows);
        } else if (codes.rows() >> 6 < bits.length) { // fewer rows than codes: the flags would not pay
            for (int i = 0; i < rows; i++) {
                matches[i] = (byte) get(codes.get(first + i));
            }
        } else if (width == Short.BYTES) {
            short[] read = scratch.shorts();
            codes.blocks().copyTo(at, read, rows);
            shorts.invokeExact(flags(), read, matches, rows);
        } else {
            codes.blocks().copyTo(at, matches, rows);
            bytes.invokeExact(flags(), matches, matches, rows);
        }
    }

    /** Returns a byte for each code. A lookup takes half of the time of one in the bits. */
    private byte[] flags() {
        byte[] all = flags;
        if (all == null) {
            all = new byte[bits.length << 6];
            for (int code = 0; code < all.length; code++) {
                all[code] = (byte) get(code);
            }
            flags = all;
        }
        return all;
    }

    static void bytes(byte[] flags, byte[] codes, byte[] matches, int rows) {
        for (int i = 0; i < rows; i++) {
            matches[i] = flags[codes[i] & 0xFF];
        }
    }

    static void shorts(byte[] flags, short[] codes, byte[] matches, int rows) {
        for (int i = 0; i < rows; i++) {
            matches[i] = flags[codes[i] & 0xFFFF];
        }
    }

    static void ints(long[] bits, int[] codes, byte[] matches, int rows) {
        for (int i = 0; i < rows; i++) {
            matches[i] = (byte) (bits[codes[i] >>> 6] >>> codes[i]);
        }
    }

    /** Packs the lowest bit of each byte. A multiplication moves the bits of a word to its highest byte, in order. */
    static void pack(byte[] matches, int words, long[] found) {
        for (int i = 0; i < words; i++) {
            long word = 0;
            for (int j = 0; j < Long.SIZE; j += Long.BYTES) {
                long lowest = (long) WORD.get(matches, i * Long.SIZE + j) & 0x0101_0101_0101_0101L;
                word |= (lowest * 0x0102_0408_1020_4080L >>> 56) << j;
            }
            found[i] = word;
        }
    }
}
