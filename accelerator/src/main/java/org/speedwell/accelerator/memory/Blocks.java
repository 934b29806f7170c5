package org.speedwell.accelerator.memory;

import static net.openhft.chronicle.core.UnsafeMemory.UNSAFE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Native bytes in blocks of one size, of which a later version shares all but those that it changes. As they are made first
 * they lie one behind the other, and no table is looked up; a version with changes has a table of its blocks' addresses.
 * Offsets are in bytes and are not checked. Written by one thread and published safely; reads need no synchronisation.
 */
public final class Blocks {
    private final long size;

    /** A block has 2<sup>shift</sup> bytes. */
    private final int shift;

    /** In which all blocks stand; null where they have a table. */
    private final @Nullable Region region;

    private final long base;

    /** By block, absolute; null where all stand in the region. */
    private final long @Nullable [] addresses;

    /** By block: who holds its memory. */
    private final Lease[] owners;

    /**
     * The bytes of a region.
     *
     * @param shift a block has 2<sup>shift</sup> bytes
     */
    public Blocks(Region region, int shift) {
        this.size = region.size();
        this.shift = shift;
        this.region = region;
        this.base = region.address();
        this.addresses = null;
        this.owners = new Lease[] {region.lease()};
    }

    private Blocks(long size, int shift, long[] addresses, Lease[] owners) {
        this.size = size;
        this.shift = shift;
        this.region = null;
        this.base = 0;
        this.addresses = addresses;
        this.owners = owners;
    }

    /** Bytes in use. */
    public long size() {
        return size;
    }

    private long address(long offset) {
        return addresses == null ? base + offset : addresses[(int) (offset >>> shift)] + (offset & (1L << shift) - 1);
    }

    public byte getByte(long offset) {
        return UNSAFE.getByte(address(offset));
    }

    public short getShort(long offset) {
        return UNSAFE.getShort(address(offset));
    }

    public int getInt(long offset) {
        return UNSAFE.getInt(address(offset));
    }

    public long getLong(long offset) {
        return UNSAFE.getLong(address(offset));
    }

    public void putByte(long offset, byte value) {
        UNSAFE.putByte(address(offset), value);
    }

    public void putShort(long offset, short value) {
        UNSAFE.putShort(address(offset), value);
    }

    public void putInt(long offset, int value) {
        UNSAFE.putInt(address(offset), value);
    }

    public void putLong(long offset, long value) {
        UNSAFE.putLong(address(offset), value);
    }

    /** The bytes from an offset to the end of its block, for a loop over them. */
    public Region from(long offset) {
        int block = (int) (offset >>> shift);
        long within = offset & (1L << shift) - 1;
        return new Region(owners[addresses == null ? 0 : block], address(offset), length(block) - within);
    }

    /**
     * The same bytes for a later version, and zeroes up to its size. It may write to the blocks that are told, which are
     * copies of its own, and to those behind the last of these; the others are shared.
     *
     * @param changed numbers of blocks
     * @param newSize not less than the size
     * @param lease owns the copies
     */
    public Blocks edit(BitSet changed, long newSize, Lease lease) {
        int before = count(size);
        int after = count(newSize);
        BitSet own = (BitSet) changed.clone();
        own.set(before, after);
        if (own.isEmpty()) {
            return this;
        }
        long[] nextAddresses = new long[after];
        Lease[] nextOwners = new Lease[after];
        if (addresses == null) {
            Arrays.setAll(nextAddresses, block -> base + ((long) block << shift));
            Arrays.fill(nextOwners, owners[0]);
        } else {
            System.arraycopy(addresses, 0, nextAddresses, 0, before);
            System.arraycopy(owners, 0, nextOwners, 0, before);
        }
        long at = lease.allocate((long) own.cardinality() << shift).address();
        for (int block = own.nextSetBit(0); block >= 0; block = own.nextSetBit(block + 1)) {
            if (block < before) {
                UNSAFE.copyMemory(nextAddresses[block], at, length(block));
            }
            nextAddresses[block] = at;
            nextOwners[block] = lease;
            at += 1L << shift;
        }
        lease.keepAlive();
        return new Blocks(newSize, shift, nextAddresses, nextOwners);
    }

    /** The bytes of a block that are in use. */
    private long length(int block) {
        return Math.min(1L << shift, size - ((long) block << shift));
    }

    /** How many blocks hold so many bytes. */
    private int count(long bytes) {
        return (int) (bytes + (1L << shift) - 1 >>> shift);
    }

    /** All bytes, of blocks that no version has changed. */
    public Region region() {
        return Objects.requireNonNull(region);
    }
}
