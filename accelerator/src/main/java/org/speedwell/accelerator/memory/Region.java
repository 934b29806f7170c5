package org.speedwell.accelerator.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A fixed run of native bytes. Offsets are in bytes, and most methods do not check them: callers stay inside
 * {@link #size()}.
 *
 * <p>A region lives until its {@link Lease} becomes unreachable or is released, whichever is first. Code that loops
 * over a region keeps it reachable until the loop ends ({@link java.lang.ref.Reference#reachabilityFence}). One thread
 * writes a region and publishes it safely. Reads need no synchronisation.
 */
public final class Region {
    /** The number of bytes from which on a call of the copy routine is faster than a loop. */
    private static final int SHORT = 64;

    private final long address;
    private final long size;
    private final Lease lease;

    Region(Lease lease, long address, long size) {
        this.lease = lease;
        this.address = address;
        this.size = size;
    }

    public long size() {
        return size;
    }

    /**
     * Returns the address of the first byte, for loops that read memory with vectors. The address does not keep the
     * memory.
     */
    public long address() {
        return address;
    }

    /** Returns the lease that owns these bytes. */
    public Lease lease() {
        return lease;
    }

    public byte getByte(long offset) {
        return NativeMemory.getByte(address + offset);
    }

    public short getShort(long offset) {
        return NativeMemory.getShort(address + offset);
    }

    public int getInt(long offset) {
        return NativeMemory.getInt(address + offset);
    }

    public long getLong(long offset) {
        return NativeMemory.getLong(address + offset);
    }

    public void putByte(long offset, byte value) {
        NativeMemory.putByte(address + offset, value);
    }

    public void putShort(long offset, short value) {
        NativeMemory.putShort(address + offset, value);
    }

    public void putInt(long offset, int value) {
        NativeMemory.putInt(address + offset, value);
    }

    public void putLong(long offset, long value) {
        NativeMemory.putLong(address + offset, value);
    }

    /** Copies {@code length} bytes of the array, from index {@code from}, to {@code offset}. */
    public void putBytes(long offset, byte[] source, int from, int length) {
        NativeMemory.copy(source, from, address + offset, length);
    }

    /**
     * Returns a new array with the {@code length} bytes at {@code offset}. The method checks both arguments, because
     * callers read them from memory that may be a file. Another process may have written to that file.
     *
     * @throws IndexOutOfBoundsException if the bytes are not inside the region
     */
    public byte[] getBytes(long offset, int length) {
        requireInside(offset, length);
        byte[] bytes = new byte[length];
        copyBytes(offset, length, bytes, 0);
        return bytes;
    }

    /**
     * Copies {@code length} bytes at {@code offset} to index {@code at} of an array.
     *
     * @throws IndexOutOfBoundsException if the bytes are not inside the region, or if they do not fit into the array
     */
    public void getBytes(long offset, int length, byte[] target, int at) {
        requireInside(offset, length);
        Objects.checkFromIndexSize(at, length, target.length);
        copyBytes(offset, length, target, at);
    }

    private void requireInside(long offset, int length) {
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new IndexOutOfBoundsException("Bytes " + offset + " to " + (offset + length) + " of " + size);
        }
    }

    private void copyBytes(long offset, int length, byte[] target, int at) {
        if (length >= SHORT) {
            NativeMemory.copy(address + offset, target, at, length);
        } else if (length >= Long.BYTES) {
            for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
                copyLong(offset + i, target, at + i);
            }
            copyLong(offset + length - Long.BYTES, target, at + length - Long.BYTES); // may repeat some bytes
        } else {
            for (int i = 0; i < length; i++) {
                target[at + i] = getByte(offset + i);
            }
        }
    }

    private void copyLong(long offset, byte[] target, int at) {
        NativeMemory.copyLong(address + offset, target, at);
    }

    /**
     * Reads the first unsigned bytes, adds {@code base} to each, and writes them to index {@code to} of an array.
     *
     * <p>C2 vectorises loads of signed numbers only. With the highest bit flipped, the order of signed numbers is that
     * of unsigned ones. This holds for {@link #readShorts} too.
     */
    public void readBytes(int count, long base, long[] into, int to) {
        MemorySegment bytes = NativeMemory.segment(address, count);
        long least = base - Byte.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            into[to + i] = least + (bytes.get(ValueLayout.JAVA_BYTE, i) ^ (long) Byte.MIN_VALUE);
        }
    }

    /** Does the same as {@link #readBytes} with unsigned numbers of 2 bytes. */
    public void readShorts(int count, long base, long[] into, int to) {
        MemorySegment shorts = NativeMemory.segment(address, (long) count * Short.BYTES);
        long least = base - Short.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            long number = shorts.get(ValueLayout.JAVA_SHORT_UNALIGNED, (long) i * Short.BYTES);
            into[to + i] = least + (number ^ Short.MIN_VALUE);
        }
    }

    /** Does the same as {@link #readBytes} with unsigned numbers of 4 bytes. */
    public void readInts(int count, long base, long[] into, int to) {
        MemorySegment ints = NativeMemory.segment(address, (long) count * Integer.BYTES);
        for (int i = 0; i < count; i++) {
            into[to + i] = base + (ints.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i * Integer.BYTES) & 0xFFFF_FFFFL);
        }
    }

    /** Does the same as {@link #readBytes} with signed numbers of 8 bytes. */
    public void readLongs(int count, long base, long[] into, int to) {
        MemorySegment longs = NativeMemory.segment(address, (long) count * Long.BYTES);
        for (int i = 0; i < count; i++) {
            into[to + i] = base + longs.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * Long.BYTES);
        }
    }

    /** Reads unsigned bytes at some places, and adds {@code base} to each. */
    public void gatherBytes(int[] places, int count, long base, long[] into) {
        MemorySegment all = NativeMemory.segment(address, size);
        for (int i = 0; i < count; i++) {
            into[i] = base + (all.get(ValueLayout.JAVA_BYTE, places[i]) & 0xFFL);
        }
    }

    /** Does the same as {@link #gatherBytes} with unsigned numbers of 2 bytes. */
    public void gatherShorts(int[] places, int count, long base, long[] into) {
        MemorySegment all = NativeMemory.segment(address, size);
        for (int i = 0; i < count; i++) {
            into[i] = base + (all.get(ValueLayout.JAVA_SHORT_UNALIGNED, (long) places[i] * Short.BYTES) & 0xFFFFL);
        }
    }

    /** Does the same as {@link #gatherBytes} with unsigned numbers of 4 bytes. */
    public void gatherInts(int[] places, int count, long base, long[] into) {
        MemorySegment all = NativeMemory.segment(address, size);
        for (int i = 0; i < count; i++) {
            into[i] = base + (all.get(ValueLayout.JAVA_INT_UNALIGNED, (long) places[i] * Integer.BYTES) & 0xFFFF_FFFFL);
        }
    }

    /** Does the same as {@link #gatherBytes} with signed numbers of 8 bytes. */
    public void gatherLongs(int[] places, int count, long base, long[] into) {
        MemorySegment all = NativeMemory.segment(address, size);
        for (int i = 0; i < count; i++) {
            into[i] = base + all.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) places[i] * Long.BYTES);
        }
    }

    /** Copies {@code length} bytes at {@code offset} to index {@code to} of an array. */
    void copyTo(long offset, byte[] target, int to, int length) {
        NativeMemory.copy(address + offset, target, to, length);
    }

    /** Copies {@code length} numbers of 2 bytes at {@code offset} to index {@code to} of an array. */
    void copyTo(long offset, short[] target, int to, int length) {
        NativeMemory.copy(address + offset, target, to, length);
    }

    /** Copies {@code length} numbers of 4 bytes at {@code offset} to index {@code to} of an array. */
    void copyTo(long offset, int[] target, int to, int length) {
        NativeMemory.copy(address + offset, target, to, length);
    }

    /** Copies {@code length} numbers of 8 bytes at {@code offset} to index {@code to} of an array. */
    void copyTo(long offset, long[] target, int to, int length) {
        NativeMemory.copy(address + offset, target, to, length);
    }

    /**
     * Returns a part of this region. It shares the bytes and the lease.
     *
     * @throws IllegalArgumentException if the part is not inside the region
     */
    public Region slice(long offset, long length) {
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new IllegalArgumentException("Bytes " + offset + " to " + (offset + length) + " of " + size);
        }
        return new Region(lease, address + offset, length);
    }

    /** Returns the CRC-32C of all bytes. */
    public int checksum() {
        CRC32C checksum = new CRC32C();
        byte[] block = new byte[1 << 16];
        for (long at = 0; at < size; at += block.length) {
            int length = (int) Math.min(block.length, size - at);
            copyTo(at, block, 0, length);
            checksum.update(block, 0, length);
        }
        lease.keepAlive();
        return (int) checksum.getValue();
    }

    /** Copies {@code length} bytes at {@code from} of the source to {@code offset} of this region. */
    public void copyFrom(Region source, long from, long offset, long length) {
        NativeMemory.copy(source.address + from, address + offset, length);
    }

    /**
     * Compares two runs of unsigned bytes lexicographically. If one run is a prefix of the other, the shorter run is
     * smaller.
     */
    public int compare(long offset, int length, Region other, long otherOffset, int otherLength) {
        int common = Math.min(length, otherLength);
        int i = 0;
        for (; i <= common - Long.BYTES; i += Long.BYTES) {
            long a = getLong(offset + i);
            long b = other.getLong(otherOffset + i);
            if (a != b) {
                return Long.compareUnsigned(bigEndian(a), bigEndian(b));
            }
        }
        for (; i < common; i++) {
            int difference = (getByte(offset + i) & 0xFF) - (other.getByte(otherOffset + i) & 0xFF);
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(length, otherLength);
    }

    /** Compares a run of bytes with an array, as {@link #compare(long, int, Region, long, int)} does. */
    public int compare(long offset, int length, byte[] other) {
        int common = Math.min(length, other.length);
        for (int i = 0; i < common; i++) {
            int difference = (getByte(offset + i) & 0xFF) - (other[i] & 0xFF);
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(length, other.length);
    }

    private static long bigEndian(long value) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(value) : value;
    }
}
