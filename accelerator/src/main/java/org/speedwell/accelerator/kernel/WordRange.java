package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.speedwell.accelerator.codec.Codes;

/**
 * A range scan with 64-bit words, each with 8, 4, 2 or 1 codes in lanes. It copies codes to an array. The first loop
 * reads and writes only arrays of longs, so that the JIT compiler vectorises it for every width. The arithmetic within
 * words follows Lamport, "Multiple byte processing with full-word instructions" (1975), and Warren, "Hacker's Delight",
 * 2-18.
 */
final class WordRange implements RangeScan {
    private static MethodHandle keep = NonInlinedLoops.of(
            WordRange.class,
            "keep",
            void.class,
            long[].class,
            int.class,
            long.class,
            long.class,
            long.class,
            long.class,
            long.class,
            long[].class);

    /** The loops by the binary logarithm of the code width. */
    private static final MethodHandle[] GATHER = {gather("8"), gather("16"), gather("32"), gather("64")};

    private final Codes codes;

    /** The highest bit of each lane. */
    private final long signs;

    /** The lower end in each lane with its highest bit cleared; {@code notLow} has all its bits inverted. */
    private final long low;

    private final long notLow;

    /** The addend of each lane that carries a distance into the highest bit if the distance exceeds the span. */
    private final long room;

    /** All bits set to keep the rows inside the scanned range, else 0. */
    private final long flip;

    /** The loop that packs flags into bits, for the width of the codes. */
    private final MethodHandle gather;

    /**
     * Creates a scan.
     *
     * @param codes codes of 1, 2, 4 or 8 bytes
     */
    WordRange(Codes codes, long low, long span, boolean inverted) {
        int bits = Byte.SIZE * codes.width();
        long mask = -1L >>> (Long.SIZE - bits);
        long half = mask >>> 1;
        long lanes = Long.divideUnsigned(-1L, mask); // each lane contains 1
        boolean isWide = (span & ~half & mask) != 0; // at least half of the codes: scans for the others
        long start = (isWide ? low + span + 1 : low) & mask;
        long length = (isWide ? -2 - span : span) & mask;
        this.codes = codes;
        this.signs = (half + 1) * lanes;
        this.low = start * lanes & ~signs;
        this.notLow = ~(start * lanes);
        this.room = (half - length & mask) * lanes;
        this.flip = isWide == inverted ? -1L : 0;
        this.gather = GATHER[Integer.numberOfTrailingZeros(codes.width())];
    }

    private static MethodHandle gather(String bits) {
        return NonInlinedLoops.of(
                WordRange.class, "gather" + bits, void.class, long[].class, long[].class, int.class, int.class);
    }

    @Override
    public void refine(int first, int rows, Selection selection) {
        try {
            if (selection.isByBytes()) {
                keep(first, rows, selection, selection.words);
            } else {
                refineBits(first, rows, selection);
            }
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    private void refineBits(int first, int rows, Selection selection) throws Throwable {
        long[] flags = selection.flags();
        int most = Selector.ROWS / codes.width();
        for (int row = 0; row < rows; row += most) {
            int some = Math.min(most, rows - row);
            Arrays.fill(flags, 0, some * codes.width() >>> 3, signs);
            keep(first + row, some, selection, flags);
            gather.invokeExact(flags, selection.words, row >>> 6, some >>> 6);
        }
    }

    private void keep(int first, int rows, Selection selection, long[] flags) throws Throwable {
        long[] read = selection.codes();
        int count = rows * codes.width() >>> 3;
        codes.blocks().copyTo((long) first * codes.width(), read, count);
        keep.invokeExact(read, count, signs, low, notLow, room, flip, flags);
    }

    /** Clears the flag, the highest bit of a lane, of each code that does not match. */
    static void keep(long[] codes, int count, long signs, long low, long notLow, long room, long flip, long[] flags) {
        for (int i = 0; i < count; i++) {
            long distance = ((codes[i] | signs) - low) ^ ((codes[i] ^ notLow) & signs);
            flags[i] &= ((distance & ~signs) + room | distance) ^ flip;
        }
    }

    /**
     * Clears the bits whose flag is clear. A multiplication moves the flags of a word to its highest bits, in order.
     */
    static void gather8(long[] flags, long[] words, int first, int count) {
        for (int i = 0; i < count; i++) {
            long word = 0;
            for (int j = 0; j < 8; j++) {
                word |= (flags[8 * i + j] * 0x0002_0408_1020_4081L >>> 56) << (8 * j);
            }
            words[first + i] &= word;
        }
    }

    static void gather16(long[] flags, long[] words, int first, int count) {
        for (int i = 0; i < count; i++) {
            long word = 0;
            for (int j = 0; j < 16; j++) {
                word |= (flags[16 * i + j] * 0x2000_4000_8001L >>> 60) << (4 * j);
            }
            words[first + i] &= word;
        }
    }

    static void gather32(long[] flags, long[] words, int first, int count) {
        for (int i = 0; i < count; i++) {
            long word = 0;
            for (int j = 0; j < 32; j++) {
                word |= (flags[32 * i + j] * 0x8000_0001L >>> 62) << (2 * j);
            }
            words[first + i] &= word;
        }
    }

    static void gather64(long[] flags, long[] words, int first, int count) {
        for (int i = 0; i < count; i++) {
            long word = 0;
            for (int j = 0; j < 64; j++) {
                word |= (flags[64 * i + j] >>> 63) << j;
            }
            words[first + i] &= word;
        }
    }
}
