package org.speedwell.accelerator.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.NativeMemory;
import org.speedwell.accelerator.memory.Vectors;

/**
 * A range scan with the widest vectors of the machine. Load this class only if {@link
 * Vectors#ARE_PRESENT}.
 *
 * @param codes the codes to scan
 * @param loop the loop for the width of the codes
 * @param low the lower end of the range
 * @param span the width of the range
 * @param flip all bits set to keep the rows outside the range, else 0
 */
record VectorRange(Codes codes, MethodHandle loop, long low, long span, long flip) implements RangeScan {
    /** It is a constant so that the compiler knows its class. */
    private static final MemorySegment MEMORY = NativeMemory.MAIN;

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    /** The loops by the binary logarithm of the code width. */
    private static final MethodHandle[] LOOPS = {loop("bytes"), loop("shorts"), loop("ints"), loop("longs")};

    /** Creates a scan. Merely linking a call of this method does not load the classes of the module. */
    static RangeScan of(Codes codes, long low, long span, boolean inverted) {
        MethodHandle loop = LOOPS[Integer.numberOfTrailingZeros(codes.width())];
        return new VectorRange(codes, loop, low, span, inverted ? -1L : 0);
    }

    private static MethodHandle loop(String name) {
        return NonInlinedLoops.of(
                VectorRange.class,
                name,
                void.class,
                long.class,
                int.class,
                int.class,
                long.class,
                long.class,
                long.class,
                long[].class);
    }

    @Override
    public void refine(int first, int rows, Selection selection) {
        for (int row = 0; row < rows; ) {
            int some = Math.min(rows - row, codes.run(first + row));
            long at = codes.blocks().from((long) (first + row) * codes.width()).address();
            if (!NativeMemory.isMain(at)) {
                new WordRange(codes, low, span, flip != 0).refine(first, rows, selection); // may repeat some rows
                return;
            }
            try {
                loop.invokeExact(at, row >>> 6, some >>> 6, low, span, flip, selection.words);
            } catch (Throwable failure) {
                throw NonInlinedLoops.unchecked(failure);
            }
            row += some;
        }
    }

    static void bytes(long at, int first, int count, long low, long span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += BYTES.length()) {
                inside |= ByteVector.fromMemorySegment(BYTES, MEMORY, at + 64L * i + lane, ORDER)
                                .sub((byte) low)
                                .compare(VectorOperators.ULE, (byte) span)
                                .toLong()
                        << lane;
            }
            words[first + i] &= inside ^ flip;
        }
    }

    static void shorts(long at, int first, int count, long low, long span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += SHORTS.length()) {
                inside |= ShortVector.fromMemorySegment(SHORTS, MEMORY, at + 2 * (64L * i + lane), ORDER)
                                .sub((short) low)
                                .compare(VectorOperators.ULE, (short) span)
                                .toLong()
                        << lane;
            }
            words[first + i] &= inside ^ flip;
        }
    }

    static void ints(long at, int first, int count, long low, long span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += INTS.length()) {
                inside |= IntVector.fromMemorySegment(INTS, MEMORY, at + 4 * (64L * i + lane), ORDER)
                                .sub((int) low)
                                .compare(VectorOperators.ULE, (int) span)
                                .toLong()
                        << lane;
            }
            words[first + i] &= inside ^ flip;
        }
    }

    static void longs(long at, int first, int count, long low, long span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += LONGS.length()) {
                inside |= LongVector.fromMemorySegment(LONGS, MEMORY, at + 8 * (64L * i + lane), ORDER)
                                .sub(low)
                                .compare(VectorOperators.ULE, span)
                                .toLong()
                        << lane;
            }
            words[first + i] &= inside ^ flip;
        }
    }
}
