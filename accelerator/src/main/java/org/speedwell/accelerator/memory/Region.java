package org.speedwell.accelerator.memory;

import static net.openhft.chronicle.core.UnsafeMemory.UNSAFE;

import java.nio.ByteOrder;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A fixed run of native bytes. Offsets are in bytes and are not checked: callers stay inside {@link #size()}.
 *
 * <p>A region lives as long as its {@link Lease} is reachable or until the lease is released, whichever is first. Code
 * that loops over a region keeps it reachable until the loop is over ({@link java.lang.ref.Reference#reachabilityFence}).
 * A region is written by one thread and published safely; reads need no synchronisation.
 */
public final class Region {
    private static final int BYTES_BASE = UNSAFE.arrayBaseOffset(byte[].class);
    private static final int INTS_BASE = UNSAFE.arrayBaseOffset(int[].class);
    private static final int LONGS_BASE = UNSAFE.arrayBaseOffset(long[].class);

    /** Fewer bytes than this are copied in a loop: calling the copying routine takes longer. */
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

    /** Where the bytes begin, for loops that read memory by vectors; it does not hold the memory. */
    public long address() {
        return address;
    }

    /** The lease that owns these bytes. */
    public Lease lease() {
        return lease;
    }

    public byte getByte(long offset) {
        return UNSAFE.getByte(address + offset);
    }

    public short getShort(long offset) {
        return UNSAFE.getShort(address + offset);
    }

    public int getInt(long offset) {
        return UNSAFE.getInt(address + offset);
    }

    public long getLong(long offset) {
        return UNSAFE.getLong(address + offset);
    }

    public void putByte(long offset, byte value) {
        UNSAFE.putByte(address + offset, value);
    }

    public void putShort(long offset, short value) {
        UNSAFE.putShort(address + offset, value);
    }

    public void putInt(long offset, int value) {
        UNSAFE.putInt(address + offset, value);
    }

    public void putLong(long offset, long value) {
        UNSAFE.putLong(address + offset, value);
    }

    /** Copies {@code length} bytes of the array, from index {@code from}, to {@code offset}. */
    public void putBytes(long offset, byte[] source, int from, int length) {
        UNSAFE.copyMemory(source, UNSAFE.arrayBaseOffset(byte[].class) + from, null, address + offset, length);
    }

    /**
     * A new array with the {@code length} bytes at {@code offset}: where they lie was read from memory itself, and so is
     * checked, as that may be a file to which somebody writes.
     *
     * @throws IndexOutOfBoundsException if they are not inside
     */
    public byte[] getBytes(long offset, int length) {
        requireInside(offset, length);
        byte[] bytes = new byte[length];
        copyBytes(offset, length, bytes, 0);
        return bytes;
    }

    /**
     * As {@link #getBytes(long, int)}, to a place of an array.
     *
     * @throws IndexOutOfBoundsException if they are not inside, or the array has no room for them there
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
            UNSAFE.copyMemory(null, address + offset, target, (long) BYTES_BASE + at, length);
        } else if (length >= Long.BYTES) {
            for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
                copyLong(offset + i, target, at + i);
            }
            copyLong(offset + length - Long.BYTES, target, at + length - Long.BYTES); // some of it again
        } else {
            for (int i = 0; i < length; i++) {
                target[at + i] = getByte(offset + i);
            }
        }
    }

    private void copyLong(long offset, byte[] target, int at) {
        UNSAFE.putLong(target, (long) BYTES_BASE + at, getLong(offset));
    }

    /** Copies {@code length} bytes at {@code offset} to the begin of an array. */
    void copyTo(long offset, byte[] target, int length) {
        UNSAFE.copyMemory(null, address + offset, target, UNSAFE.arrayBaseOffset(byte[].class), length);
    }

    /** Copies {@code length} numbers of 4 bytes at {@code offset} to a place of an array. */
    void copyTo(long offset, int[] target, int to, int length) {
        UNSAFE.copyMemory(null, address + offset, target, INTS_BASE + ((long) to << 2), (long) length * Integer.BYTES);
    }

    /** Copies {@code length} numbers of 8 bytes at {@code offset} to a place of an array. */
    void copyTo(long offset, long[] target, int to, int length) {
        UNSAFE.copyMemory(null, address + offset, target, LONGS_BASE + ((long) to << 3), (long) length * Long.BYTES);
    }

    /**
     * A part of this region, which shares its bytes and its lease.
     *
     * @throws IllegalArgumentException if it is not inside
     */
    public Region slice(long offset, long length) {
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new IllegalArgumentException("Bytes " + offset + " to " + (offset + length) + " of " + size);
        }
        return new Region(lease, address + offset, length);
    }

    /** CRC-32C of all bytes. */
    public int checksum() {
        CRC32C checksum = new CRC32C();
        byte[] block = new byte[1 << 16];
        for (long at = 0; at < size; at += block.length) {
            int length = (int) Math.min(block.length, size - at);
            copyTo(at, block, length);
            checksum.update(block, 0, length);
        }
        lease.keepAlive();
        return (int) checksum.getValue();
    }

    /** Copies {@code length} bytes at {@code from} of the other region to {@code offset} of this one. */
    public void copyFrom(Region source, long from, long offset, long length) {
        UNSAFE.copyMemory(source.address + from, address + offset, length);
    }

    /** Compares two runs of bytes as unsigned numbers, the shorter first where one starts with the other. */
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
