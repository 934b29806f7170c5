package org.speedwell.accelerator.memory;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The segments outside the main segment, by address. The address space consists of slots. A segment takes as many
 * successive slots as its size needs. Each slot has the part of the segment from its first byte on. Thread-safe.
 */
final class SegmentTable {
    private static final int SLOT_BITS = 32;
    private static final long SLOT = 1L << SLOT_BITS;
    private static final int SLOTS = 1 << MemoryProvider.ADDRESS_BITS - SLOT_BITS;

    private static final @Nullable MemorySegment[] SEGMENTS = new MemorySegment[SLOTS];
    private static final BitSet USED = new BitSet(SLOTS);

    private SegmentTable() {}

    /** Returns the segment that contains an address. */
    @SuppressWarnings("NullAway") // an address of no segment is a defect, and the exception is better than a crash
    static MemorySegment segment(long address) {
        return SEGMENTS[(int) (address >>> SLOT_BITS)];
    }

    /** Returns the offset of an address in its {@link #segment}. */
    static long within(long address) {
        return address & SLOT - 1;
    }

    /** Adds a segment and returns its address. Returns −1 if no successive slots are free. */
    static synchronized long add(MemorySegment segment) {
        int needed = slots(segment.byteSize());
        for (int first = USED.nextClearBit(0); first + needed <= SLOTS; ) {
            int end = USED.nextSetBit(first);
            if (end < 0 || end - first >= needed) {
                USED.set(first, first + needed);
                for (int i = 0; i < needed; i++) {
                    SEGMENTS[first + i] = segment.asSlice(Math.min(segment.byteSize(), i * SLOT));
                }
                return (long) first << SLOT_BITS;
            }
            first = USED.nextClearBit(end);
        }
        return -1;
    }

    /** Removes the segment that has an address and a size. */
    static synchronized void remove(long address, long bytes) {
        int first = (int) (address >>> SLOT_BITS);
        int needed = slots(bytes);
        USED.clear(first, first + needed);
        for (int i = 0; i < needed; i++) {
            SEGMENTS[first + i] = null;
        }
    }

    /** Keeps the addresses below a size for the main segment, and always address 0. */
    static synchronized void reserve(long bytes) {
        USED.set(0, slots(bytes));
    }

    private static int slots(long bytes) {
        return (int) Math.max(1, bytes + SLOT - 1 >>> SLOT_BITS);
    }
}
