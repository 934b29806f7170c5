package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The native memory of this JVM, by address. Methods check only that an address is in the memory: callers stay inside
 * their own bytes.
 *
 * <p>Most reads go to one segment that is a constant for the JIT compiler, so that a read costs one comparison more than
 * the machine's load. The segment depends on the JVM:
 * <ul>
 * <li>If the JVM allows native access, the segment is the whole address space, and addresses are those of the machine.
 * <li>Otherwise it is a {@link Slab}, addresses are offsets into it, and a {@link SegmentTable} has all memory outside
 * the slab, such as mapped files. A read from the table takes two dependent loads more.
 * </ul>
 *
 * <p>Numbers have the byte order of the machine and need no alignment. Thread-safe, except that callers order their
 * reads and writes of the same bytes.
 */
public final class NativeMemory {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final VarHandle LONGS_OF_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final MemoryProvider PROVIDER = MemoryProvider.ofThisJvm();

    /** The segment of most memory. An address in it is an offset. */
    public static final MemorySegment MAIN = PROVIDER.main();

    private static final long SIZE = MAIN.byteSize();

    private NativeMemory() {}

    /** Returns whether the bytes from an address on are in {@link #MAIN}. */
    public static boolean isMain(long address) {
        return isMain(address, 1);
    }

    private static boolean isMain(long address, int bytes) {
        return Long.compareUnsigned(address, Math.max(0, SIZE - bytes + 1)) < 0;
    }

    private static MemorySegment segment(long address) {
        return isMain(address) ? MAIN : SegmentTable.segment(address);
    }

    /** Returns some bytes as a segment, for loops that the JIT compiler vectorises only over a segment of their own. */
    public static MemorySegment segment(long address, long bytes) {
        return segment(address).asSlice(within(address), bytes);
    }

    private static long within(long address) {
        return isMain(address) ? address : SegmentTable.within(address);
    }

    /** Returns the name of the source of the memory, for a person. */
    public static String source() {
        return PROVIDER.toString();
    }

    /** Returns the freed bytes that this JVM keeps for later allocations, instead of returning them to the system. */
    public static long keptBytes() {
        return PROVIDER.keptBytes();
    }

    /** Allocates bytes. Their content is undefined. */
    static long allocate(long bytes) {
        return PROVIDER.allocate(bytes, false);
    }

    /** Allocates bytes that are zero. */
    static long allocateZeroed(long bytes) {
        return PROVIDER.allocate(bytes, true);
    }

    /** Frees memory at the address and with the size of its allocation. */
    static void free(long address, long bytes) {
        PROVIDER.free(address, bytes);
    }

    /**
     * Returns the address of a mapped segment.
     *
     * @throws IOException if this JVM has no address left
     */
    static long map(MemorySegment mapped) throws IOException {
        return PROVIDER.map(mapped);
    }

    /** Ends the use of the address of a mapped segment. The caller closes the segment's arena afterwards. */
    static void unmap(long address, long bytes) {
        PROVIDER.unmap(address, bytes);
    }

    static byte getByte(long address) {
        return isMain(address, 1)
                ? MAIN.get(BYTE, address)
                : SegmentTable.segment(address).get(BYTE, SegmentTable.within(address));
    }

    static short getShort(long address) {
        return isMain(address, Short.BYTES)
                ? MAIN.get(SHORT, address)
                : SegmentTable.segment(address).get(SHORT, SegmentTable.within(address));
    }

    static int getInt(long address) {
        return isMain(address, Integer.BYTES)
                ? MAIN.get(INT, address)
                : SegmentTable.segment(address).get(INT, SegmentTable.within(address));
    }

    static long getLong(long address) {
        return isMain(address, Long.BYTES)
                ? MAIN.get(LONG, address)
                : SegmentTable.segment(address).get(LONG, SegmentTable.within(address));
    }

    static void putByte(long address, byte value) {
        segment(address).set(BYTE, within(address), value);
    }

    static void putShort(long address, short value) {
        segment(address).set(SHORT, within(address), value);
    }

    static void putInt(long address, int value) {
        segment(address).set(INT, within(address), value);
    }

    static void putLong(long address, long value) {
        segment(address).set(LONG, within(address), value);
    }

    static void copy(long from, long to, long bytes) {
        MemorySegment.copy(segment(from), within(from), segment(to), within(to), bytes);
    }

    static void copy(byte[] from, int at, long to, int bytes) {
        MemorySegment.copy(from, at, segment(to), BYTE, within(to), bytes);
    }

    static void copy(long from, byte[] to, int at, int bytes) {
        MemorySegment.copy(segment(from), BYTE, within(from), to, at, bytes);
    }

    static void copy(long from, short[] to, int at, int numbers) {
        MemorySegment.copy(segment(from), SHORT, within(from), to, at, numbers);
    }

    static void copy(long from, int[] to, int at, int numbers) {
        MemorySegment.copy(segment(from), INT, within(from), to, at, numbers);
    }

    static void copy(long from, long[] to, int at, int numbers) {
        MemorySegment.copy(segment(from), LONG, within(from), to, at, numbers);
    }

    /** Copies eight bytes to an array. */
    static void copyLong(long from, byte[] to, int at) {
        LONGS_OF_BYTES.set(to, at, getLong(from));
    }

    /** Sets bytes to zero. */
    static void clear(long address, long bytes) {
        long from = within(address);
        segment(address).asSlice(from, bytes).fill((byte) 0);
    }
}
