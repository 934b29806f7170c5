package org.speedwell.accelerator.memory;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Native bytes in blocks of {@value #SIZE} bytes. A later version shares all blocks that it does not change.
 *
 * <p>The first version is one piece of memory without a table. A version with changes has a table of its blocks. The
 * table is flat, and each version copies it. With a table of two levels, versions could share the lower level, but
 * random reads would take 1.5 times as long.
 *
 * <p>Offsets are in bytes, and methods do not check them. One thread writes a version and publishes it safely. Reads
 * need no synchronisation.
 */
public final class PagedBytes {
    private static final int SHIFT = 11;

    /** The number of blocks from which on a region of their own pays off. */
    private static final int MIN_BLOCKS_FOR_OWN_REGION = 1 << 5;

    /**
     * The divisor for scattered blocks: a version is scattered if more than 1/16 of its blocks do not follow the block
     * before.
     */
    private static final int SCATTERED = 16;

    /**
     * The number of bytes that a copy takes between two checks whether it is still wanted. Copying them takes a
     * fraction of a millisecond.
     */
    private static final long BYTES_PER_CHECK = 1 << 20;

    private static final Region EMPTY_REGION = new Lease(MemoryBudget.UNLIMITED).allocate(0);

    /** The bytes of a block. */
    public static final int SIZE = 1 << SHIFT;

    private final long size;

    /** The memory of all blocks of the first version. {@link #EMPTY_REGION} once no block is in it. */
    private final Region region;

    private final long base;

    /**
     * The base address of each block. Base address plus offset is the address of a byte. Null if all blocks are in the
     * region.
     */
    private final long @Nullable [] bases;

    /** The number of blocks of the region that versions have replaced. */
    private final int replaced;

    /** Keeps the blocks outside the region. Null if there are none. */
    private final CopyOnWritePieces.@Nullable Version version;

    /** Creates the first version over the bytes of a region. */
    public PagedBytes(Region region) {
        this(region, region.size(), null, 0, null);
    }

    private PagedBytes(
            Region region,
            long size,
            long @Nullable [] bases,
            int replaced,
            CopyOnWritePieces.@Nullable Version version) {
        this.region = region;
        this.base = region.address();
        this.size = size;
        this.bases = bases;
        this.replaced = replaced;
        this.version = version;
    }

    /** Returns the number of bytes in use. */
    public long size() {
        return size;
    }

    private long address(long offset) {
        return (bases == null ? base : bases[(int) (offset >>> SHIFT)]) + offset;
    }

    public byte getByte(long offset) {
        return NativeMemory.getByte(address(offset));
    }

    public short getShort(long offset) {
        return NativeMemory.getShort(address(offset));
    }

    public int getInt(long offset) {
        return NativeMemory.getInt(address(offset));
    }

    public long getLong(long offset) {
        return NativeMemory.getLong(address(offset));
    }

    public void putByte(long offset, byte value) {
        NativeMemory.putByte(address(offset), value);
    }

    public void putShort(long offset, short value) {
        NativeMemory.putShort(address(offset), value);
    }

    public void putInt(long offset, int value) {
        NativeMemory.putInt(address(offset), value);
    }

    public void putLong(long offset, long value) {
        NativeMemory.putLong(address(offset), value);
    }

    /**
     * Returns the longest run of consecutive bytes from an offset on, for a loop over them. It is the rest of a block,
     * or all remaining bytes if there is no table of blocks.
     */
    public Region from(long offset) {
        long length = bases == null ? size - offset : Math.min(SIZE - (offset & SIZE - 1), size - offset);
        return new Region(region.lease(), address(offset), length);
    }

    /** Returns {@code length} bytes from an offset on. Returns null if they are not in one piece of memory. */
    public @Nullable Region contiguous(long offset, long length) {
        if (bases != null && length > 0) {
            int first = (int) (offset >>> SHIFT);
            for (int block = (int) (offset + length - 1 >>> SHIFT); block > first; block--) {
                if (bases[block] != bases[first]) {
                    return null;
                }
            }
        }
        return length == 0 ? EMPTY_REGION : new Region(region.lease(), address(offset), length);
    }

    /** Copies {@code length} numbers of 8 bytes at an offset to the start of an array. */
    public void copyTo(long offset, long[] target, int length) {
        for (int done = 0; done < length; ) {
            Region some = from(offset + ((long) done << 3));
            int count = (int) Math.min(length - done, some.size() >>> 3);
            some.copyTo(0, target, done, count);
            done += count;
        }
    }

    /** Copies {@code length} bytes at an offset to the start of an array. */
    public void copyTo(long offset, byte[] target, int length) {
        for (int done = 0; done < length; ) {
            Region some = from(offset + done);
            int count = (int) Math.min(length - done, some.size());
            some.copyTo(0, target, done, count);
            done += count;
        }
    }

    /** Copies {@code length} numbers of 2 bytes at an offset to the start of an array. */
    public void copyTo(long offset, short[] target, int length) {
        for (int done = 0; done < length; ) {
            Region some = from(offset + ((long) done << 1));
            int count = (int) Math.min(length - done, some.size() >>> 1);
            some.copyTo(0, target, done, count);
            done += count;
        }
    }

    /** Copies {@code length} numbers of 4 bytes at an offset to the start of an array. */
    public void copyTo(long offset, int[] target, int length) {
        for (int done = 0; done < length; ) {
            Region some = from(offset + ((long) done << 2));
            int count = (int) Math.min(length - done, some.size() >>> 2);
            some.copyTo(0, target, done, count);
            done += count;
        }
    }

    /**
     * Returns a later version with the same bytes, followed by zeroes up to its size. The caller may write to the
     * blocks that contain the changed offsets, because the later version has its own copies of them. It may also write
     * to the new bytes at the end. The versions share all other blocks.
     *
     * @param changed the offsets of the changes, ascending and below the new size
     * @param newSize the size of the later version, at least the present size
     */
    public PagedBytes edit(long[] changed, long newSize, MemoryBudget budget) {
        if (changed.length == 0 && newSize == size) {
            return this;
        }
        int[] written = written(changed, newSize);
        if (written.length >= MIN_BLOCKS_FOR_OWN_REGION
                && written.length > count(newSize) / 2
                && budget.allows(newSize)) {
            return Objects.requireNonNull(copyToOneRegion(newSize, budget, () -> true));
        }
        boolean leavesRegion = CopyOnWritePieces.shouldLeaveRegion(region, (long) replaced << SHIFT, newSize, budget);
        int[] copied = leavesRegion ? IntStream.range(0, count(newSize)).toArray() : written;
        try (CopyOnWritePieces.Draft draft = leavesRegion
                ? CopyOnWritePieces.after(null, null, budget)
                : CopyOnWritePieces.after(version, region, budget)) {
            long[] pieces = new long[copied.length];
            for (int i = 0; i < pieces.length; i++) {
                pieces[i] = draft.allocate(SIZE);
            }
            Arrays.sort(pieces); // so that sequential reads stay close together
            long[] next = table(count(newSize));
            int nextReplaced = replaced;
            for (int i = 0; i < pieces.length; i++) {
                int block = copied[i];
                nextReplaced += next[block] == base ? 1 : 0;
                copy(block, pieces[i]);
                next[block] = pieces[i] - ((long) block << SHIFT);
                if (!leavesRegion && block < count(size)) {
                    draft.replace(address((long) block << SHIFT));
                }
            }
            CopyOnWritePieces.Table all =
                    new CopyOnWritePieces.Table(new long[][] {next}, (start, place) -> start + ((long) place << SHIFT));
            return new PagedBytes(
                    leavesRegion ? EMPTY_REGION : region,
                    newSize,
                    next,
                    leavesRegion ? 0 : nextReplaced,
                    draft.finish(all));
        }
    }

    /** Returns the blocks that a later version may write to, ascending. */
    private int[] written(long[] changed, long newSize) {
        int after = count(newSize);
        int grown = newSize == this.size ? after : (int) (this.size >>> SHIFT);
        int[] blocks = new int[changed.length + after - grown];
        int size = 0;
        for (long offset : changed) {
            int block = (int) (offset >>> SHIFT);
            if (block < grown && (size == 0 || blocks[size - 1] != block)) {
                blocks[size++] = block;
            }
        }
        for (int block = grown; block < after; block++) {
            blocks[size++] = block;
        }
        return Arrays.copyOf(blocks, size);
    }

    /**
     * Copies all blocks to one piece of memory, so that reads are as fast as in the first version. Scattered blocks
     * would each use a memory page of their own, more pages than the processor's address cache (TLB) holds.
     */
    private @Nullable PagedBytes copyToOneRegion(long newSize, MemoryBudget budget, BooleanSupplier isWanted) {
        Region copy = new Lease(budget).allocate(newSize);
        for (long offset = 0; offset < size; ) {
            if ((offset & BYTES_PER_CHECK - 1) == 0 && !isWanted.getAsBoolean()) {
                copy.lease().release();
                return null;
            }
            Region some = from(offset);
            copy.copyFrom(some, 0, offset, some.size());
            offset += some.size();
        }
        region.lease().retire(region);
        return new PagedBytes(copy);
    }

    /** Returns whether the blocks are so scattered that the caller should copy them with {@link #defragmented}. */
    public boolean isScattered() {
        if (bases == null || bases.length < MIN_BLOCKS_FOR_OWN_REGION) {
            return false;
        }
        int away = 0;
        for (int block = 1; block < bases.length; block++) {
            away += bases[block] == bases[block - 1] ? 0 : 1;
        }
        return away > bases.length / SCATTERED;
    }

    /**
     * Returns a later version with the same bytes in one piece of memory.
     *
     * @param isWanted the copy calls it now and then, and stops if it returns false
     * @return null if the copy is no longer wanted, or if the budget does not allow it
     */
    public @Nullable PagedBytes defragmented(MemoryBudget budget, BooleanSupplier isWanted) {
        return budget.allows(size) ? copyToOneRegion(size, budget, isWanted) : null;
    }

    private void copy(int block, long piece) {
        long from = (long) block << SHIFT;
        long used = Math.clamp(size - from, 0, SIZE);
        if (used > 0) {
            NativeMemory.copy(address(from), piece, used);
        }
        if (used < SIZE) {
            NativeMemory.clear(piece + used, SIZE - used);
        }
    }

    /** Returns a copy of the table with {@code blocks} entries. The entries of new blocks are not yet set. */
    private long[] table(int blocks) {
        if (bases != null) {
            return Arrays.copyOf(bases, blocks);
        }
        long[] table = new long[blocks];
        Arrays.fill(table, 0, count(size), base);
        return table;
    }

    /** Returns the number of blocks for a number of bytes. */
    private static int count(long bytes) {
        return (int) (bytes + SIZE - 1 >>> SHIFT);
    }

    /** Returns whether two versions share the block that contains an offset. */
    public boolean isShared(PagedBytes other, long offset) {
        return address(offset) == other.address(offset);
    }

    /**
     * Returns all bytes as one region.
     *
     * @throws IllegalStateException if a version has changed some blocks
     */
    public Region region() {
        if (bases != null || size != region.size()) {
            throw new IllegalStateException("A version has changed some blocks, so the bytes are not in one region.");
        }
        return region;
    }
}
