package org.speedwell.accelerator.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.speedwell.accelerator.memory.Region;

/** Scans with vectors, as wide as the machine has them. To be loaded only where the module is present. */
final class VectorScan implements CodeScan {
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private VectorScan() {}

    /** A call of this method alone does not load what the module has. */
    static CodeScan create() {
        return new VectorScan();
    }

    @Override
    public boolean isByVectors() {
        return true;
    }

    @Override
    public void refine(
            Region codes, int width, int firstRow, int count, long low, long span, boolean inverted, long[] words) {
        long flip = inverted ? -1L : 0;
        MemorySegment all = codes.segment();
        long at = (long) firstRow * width;
        switch (width) {
            case 1 -> bytes(all, at, count, (byte) low, (byte) span, flip, words);
            case 2 -> shorts(all, at, count, (short) low, (short) span, flip, words);
            case 4 -> ints(all, at, count, (int) low, (int) span, flip, words);
            default -> longs(all, at, count, low, span, flip, words);
        }
    }

    private static void bytes(MemorySegment all, long at, int count, byte low, byte span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += BYTES.length()) {
                inside |= ByteVector.fromMemorySegment(BYTES, all, at + 64L * i + lane, ORDER)
                                .sub(low)
                                .compare(VectorOperators.ULE, span)
                                .toLong()
                        << lane;
            }
            words[i] &= inside ^ flip;
        }
    }

    private static void shorts(MemorySegment all, long at, int count, short low, short span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += SHORTS.length()) {
                inside |= ShortVector.fromMemorySegment(SHORTS, all, at + 2 * (64L * i + lane), ORDER)
                                .sub(low)
                                .compare(VectorOperators.ULE, span)
                                .toLong()
                        << lane;
            }
            words[i] &= inside ^ flip;
        }
    }

    private static void ints(MemorySegment all, long at, int count, int low, int span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += INTS.length()) {
                inside |= IntVector.fromMemorySegment(INTS, all, at + 4 * (64L * i + lane), ORDER)
                                .sub(low)
                                .compare(VectorOperators.ULE, span)
                                .toLong()
                        << lane;
            }
            words[i] &= inside ^ flip;
        }
    }

    private static void longs(MemorySegment all, long at, int count, long low, long span, long flip, long[] words) {
        for (int i = 0; i < count; i++) {
            long inside = 0;
            for (int lane = 0; lane < 64; lane += LONGS.length()) {
                inside |= LongVector.fromMemorySegment(LONGS, all, at + 8 * (64L * i + lane), ORDER)
                                .sub(low)
                                .compare(VectorOperators.ULE, span)
                                .toLong()
                        << lane;
            }
            words[i] &= inside ^ flip;
        }
    }
}
