package org.speedwell.accelerator.memory;

import static net.openhft.chronicle.core.UnsafeMemory.UNSAFE;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Native bytes in blocks of {@value #SIZE}, of which a later version shares all but those that it changes. As they are made
 * first they lie one behind the other, and no table is looked up; a version with changes has a table of its blocks. It is
 * flat, and copied for each version: of two levels, of which versions would share the lower, random reads take half as long
 * again. Offsets are in bytes and are not checked. Written by one thread and published safely; reads need no synchronisation.
 */
public final class PagedBytes {
    private static final int SHIFT = 11;

    /** Fewer blocks than this are not worth a region of their own. */
    private static final int MANY = 1 << 5;

    /** One block of so many may stand elsewhere. */
    private static final int SCATTERED = 16;

    /** Bytes that are copied, in a fraction of a millisecond, until it is asked whether that is still wanted. */
    private static final long ASKED = 1 << 20;

    private static final Region NOWHERE = new Lease(MemoryBudget.UNLIMITED).allocate(0);

    /** Bytes a block. */
    public static final int SIZE = 1 << SHIFT;

    private final long size;

    /** In which all blocks stood first; {@link #NOWHERE} once none does. */
    private final Region region;

    private final long base;

    /** What leads to a byte of each block when its offset is added; null where all stand in the region. */
    private final long @Nullable [] bases;

    /** How many blocks of the region have been replaced. */
    private final int replaced;

    /** Keeps the blocks that do not stand in the region; null where all do. */
    private final CopyOnWritePieces.@Nullable Version version;

    /** The bytes of a region. */
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

    /** Bytes in use. */
    public long size() {
        return size;
    }

    private long address(long offset) {
        return (bases == null ? base : bases[(int) (offset >>> SHIFT)]) + offset;
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

    /** The bytes from an offset on that lie one behind the other, for a loop over them: some blocks, or all that follow. */
    public Region from(long offset) {
        long length = bases == null ? size - offset : Math.min(SIZE - (offset & SIZE - 1), size - offset);
        return new Region(region.lease(), address(offset), length);
    }

    /** Copies numbers of 8 bytes at an offset to the begin of an array. */
    public void copyTo(long offset, long[] target, int length) {
        for (int done = 0; done < length; ) {
            Region some = from(offset + ((long) done << 3));
            int count = (int) Math.min(length - done, some.size() >>> 3);
            some.copyTo(0, target, done, count);
            done += count;
        }
    }

    /** Copies numbers of 4 bytes at an offset to the begin of an array. */
    public void copyTo(long offset, int[] target, int length) {
        for (int done = 0; done < length; ) {
            Region some = from(offset + ((long) done << 2));
            int count = (int) Math.min(length - done, some.size() >>> 2);
            some.copyTo(0, target, done, count);
            done += count;
        }
    }

    /**
     * The same bytes for a later version, and zeroes up to its size. It may write to the blocks that hold the offsets, which
     * are copies of its own, and to those behind the last that there was; the others are shared.
     *
     * @param changed ascending offsets, below the new size
     * @param newSize not less than the size
     */
    public PagedBytes edit(long[] changed, long newSize, MemoryBudget budget) {
        if (changed.length == 0 && newSize == size) {
            return this;
        }
        int[] written = written(changed, newSize);
        if (written.length >= MANY && written.length > count(newSize) / 2 && budget.allows(newSize)) {
            return Objects.requireNonNull(together(newSize, budget, () -> true));
        }
        boolean leaves = CopyOnWritePieces.isToBeLeft(region, (long) replaced << SHIFT, newSize, budget);
        int[] copied = leaves ? IntStream.range(0, count(newSize)).toArray() : written;
        try (CopyOnWritePieces.Draft draft = leaves
                ? CopyOnWritePieces.after(null, null, budget)
                : CopyOnWritePieces.after(version, region, budget)) {
            long[] pieces = new long[copied.length];
            for (int i = 0; i < pieces.length; i++) {
                pieces[i] = draft.allocate(SIZE);
            }
            Arrays.sort(pieces); // who reads on from one to the next stays near
            long[] next = table(count(newSize));
            int nextReplaced = replaced;
            for (int i = 0; i < pieces.length; i++) {
                int block = copied[i];
                nextReplaced += next[block] == base ? 1 : 0;
                copy(block, pieces[i]);
                next[block] = pieces[i] - ((long) block << SHIFT);
                if (!leaves && block < count(size)) {
                    draft.replace(address((long) block << SHIFT));
                }
            }
            CopyOnWritePieces.Table all =
                    new CopyOnWritePieces.Table(new long[][] {next}, (start, place) -> start + ((long) place << SHIFT));
            return new PagedBytes(
                    leaves ? NOWHERE : region, newSize, next, leaves ? 0 : nextReplaced, draft.finish(all));
        }
    }

    /** The blocks that a later version may write to, ascending. */
    private int[] written(long[] changed, long newSize) {
        int after = count(newSize);
        int grown = newSize == size ? after : (int) (size >>> SHIFT);
        return IntStream.concat(
                        Arrays.stream(changed)
                                .mapToInt(offset -> (int) (offset >>> SHIFT))
                                .takeWhile(block -> block < grown),
                        IntStream.range(grown, after))
                .distinct()
                .toArray();
    }

    /**
     * As {@link #edit}, where most blocks are copied: one behind the other, they are read as fast as those that were made
     * first. Scattered over the heap each would take a page of its own, more than the processor knows addresses of.
     */
    private @Nullable PagedBytes together(long newSize, MemoryBudget budget, BooleanSupplier isWanted) {
        Region copy = new Lease(budget).allocate(newSize);
        for (long offset = 0; offset < size; ) {
            if ((offset & ASKED - 1) == 0 && !isWanted.getAsBoolean()) {
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

    /** Whether so many blocks stand elsewhere than behind the one before them that all had better be copied together. */
    public boolean isScattered() {
        if (bases == null || bases.length < MANY) {
            return false;
        }
        int away = 0;
        for (int block = 1; block < bases.length; block++) {
            away += bases[block] == bases[block - 1] ? 0 : 1;
        }
        return away > bases.length / SCATTERED;
    }

    /**
     * The same bytes in a later version, one behind the other.
     *
     * @param isWanted is asked while they are copied
     * @return null if it is not wanted any more, or the budget does not allow it
     */
    public @Nullable PagedBytes folded(MemoryBudget budget, BooleanSupplier isWanted) {
        return budget.allows(size) ? together(size, budget, isWanted) : null;
    }

    private void copy(int block, long piece) {
        long from = (long) block << SHIFT;
        long used = Math.clamp(size - from, 0, SIZE);
        if (used > 0) {
            UNSAFE.copyMemory(address(from), piece, used);
        }
        if (used < SIZE) {
            UNSAFE.setMemory(piece + used, SIZE - used, (byte) 0);
        }
    }

    /** The table of so many blocks, as far as there are. */
    private long[] table(int blocks) {
        if (bases != null) {
            return Arrays.copyOf(bases, blocks);
        }
        long[] table = new long[blocks];
        Arrays.fill(table, 0, count(size), base);
        return table;
    }

    /** How many blocks hold so many bytes. */
    private static int count(long bytes) {
        return (int) (bytes + SIZE - 1 >>> SHIFT);
    }

    /** Whether the byte at an offset is one and the same in both, and so all of its block is that both have. */
    public boolean isShared(PagedBytes other, long offset) {
        return address(offset) == other.address(offset);
    }

    /** All bytes, of blocks that no version has changed. */
    public Region region() {
        if (bases != null || size != region.size()) {
            throw new IllegalStateException("Some blocks were changed.");
        }
        return region;
    }
}
