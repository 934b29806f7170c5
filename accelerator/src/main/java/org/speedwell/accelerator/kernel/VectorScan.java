package org.speedwell.accelerator.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Region;

/** Scans with vectors, as wide as the machine has them. To be loaded only where the module is present. */
final class VectorScan implements CodeScan {
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    /** Totals are of eight longs at once, where the machine has vectors for as many; else by words. */
    private static final VectorSpecies<Long> EIGHT_LONGS = LongVector.SPECIES_512;

    private static final CodeScan NARROW = new WordScan();
    private static final VectorSpecies<Byte> EIGHT_BYTES = ByteVector.SPECIES_64;
    private static final VectorSpecies<Short> EIGHT_SHORTS = ShortVector.SPECIES_128;
    private static final VectorSpecies<Integer> EIGHT_INTS = IntVector.SPECIES_256;
    private static final int LANES = 8;
    private static final long LOWEST = 0xFF;

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

    @Override
    public void total(Codes codes, int firstRow, int count, long[] words, CodeTotals totals) {
        if (LONGS.length() < LANES) {
            NARROW.total(codes, firstRow, count, words, totals);
            return;
        }
        MemorySegment all = codes.region().segment();
        int width = codes.width();
        LongVector sum = LongVector.zero(EIGHT_LONGS);
        LongVector least = LongVector.broadcast(EIGHT_LONGS, Long.MAX_VALUE);
        LongVector greatest = LongVector.broadcast(EIGHT_LONGS, Long.MIN_VALUE);
        for (int i = 0; i < count; i++) {
            long row = firstRow + 64L * i;
            for (long word = words[i]; word != 0; word >>>= LANES, row += LANES) {
                LongVector read = eight(all, width, row);
                VectorMask<Long> selected = VectorMask.fromLong(EIGHT_LONGS, word & LOWEST);
                sum = sum.add(read, selected);
                least = least.lanewise(VectorOperators.MIN, read, selected);
                greatest = greatest.lanewise(VectorOperators.MAX, read, selected);
            }
        }
        totals.merge(
                sum.reduceLanes(VectorOperators.ADD),
                least.reduceLanes(VectorOperators.MIN),
                greatest.reduceLanes(VectorOperators.MAX));
    }

    /** The codes of eight rows as longs. */
    private static LongVector eight(MemorySegment all, int width, long row) {
        return switch (width) {
            case 1 ->
                (LongVector) ByteVector.fromMemorySegment(EIGHT_BYTES, all, row, ORDER)
                        .convertShape(VectorOperators.ZERO_EXTEND_B2L, EIGHT_LONGS, 0);
            case 2 ->
                (LongVector) ShortVector.fromMemorySegment(EIGHT_SHORTS, all, 2 * row, ORDER)
                        .convertShape(VectorOperators.ZERO_EXTEND_S2L, EIGHT_LONGS, 0);
            case 4 ->
                (LongVector) IntVector.fromMemorySegment(EIGHT_INTS, all, 4 * row, ORDER)
                        .convertShape(VectorOperators.ZERO_EXTEND_I2L, EIGHT_LONGS, 0);
            default -> LongVector.fromMemorySegment(EIGHT_LONGS, all, 8 * row, ORDER);
        };
    }
}
