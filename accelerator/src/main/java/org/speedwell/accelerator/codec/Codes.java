package org.speedwell.accelerator.codec;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.PagedBytes;
import org.speedwell.accelerator.memory.Region;

/**
 * An array with one unsigned number for each row. All numbers have the smallest width (0, 1, 2, 4 or 8 bytes) that
 * holds the largest. Width 0 means that every code is 0, without memory. Codes of 8 bytes are signed.
 */
public final class Codes {
    /** The largest code of at most 4 bytes. */
    public static final long MAX_OFFSET = 0xFFFF_FFFFL;

    private static final int CONSTANT = -1;

    private final PagedBytes blocks;
    private final int shift;
    private final int rows;

    public Codes(Region region, int shift, int rows) {
        this(new PagedBytes(region), shift, rows);
    }

    private Codes(PagedBytes blocks, int shift, int rows) {
        this.blocks = blocks;
        this.shift = shift;
        this.rows = rows;
    }

    /** Allocates memory for codes from 0 to {@code max}. A negative {@code max} requests 8 bytes for each code. */
    public static Codes allocate(Lease lease, int rows, long max) {
        int shift = shift(max);
        return new Codes(lease.allocate(size(rows, shift)), shift, rows);
    }

    /** Returns the number of bytes of {@code rows} codes. */
    public static long size(int rows, int shift) {
        return shift == CONSTANT ? 0 : (long) rows << shift;
    }

    public static boolean isShift(int number) {
        return number >= CONSTANT && number <= 3;
    }

    public int shift() {
        return shift;
    }

    public int rows() {
        return rows;
    }

    /** Returns the number of bytes of one code. */
    public int width() {
        return shift == CONSTANT ? 0 : 1 << shift;
    }

    public long bytes() {
        return blocks.size();
    }

    /** Returns all codes in row order and native byte order. Each has {@link #width()} bytes. */
    public Region region() {
        return blocks.region();
    }

    /** Returns the memory of the codes in blocks that versions share. */
    public PagedBytes blocks() {
        return blocks;
    }

    /**
     * Returns how many codes from {@code row} on are contiguous in memory. The 64 codes from a multiple of 64 always
     * are.
     */
    public int run(int row) {
        return width() == 0
                ? rows - row
                : (int) (blocks.from((long) row << shift).size() >>> shift);
    }

    /**
     * Returns a copy of the codes for a later version, with zeros for new rows. The caller may set the codes of changed
     * and new rows. The copy shares the blocks that contain neither.
     *
     * @param changed the rows whose codes may be set, ascending
     * @param max the largest code that the caller will set. If it needs a larger width, this method copies all codes
     */
    public Codes edit(int[] changed, int newRows, long max, MemoryBudget budget) {
        int wide = Math.max(shift, shift(max));
        if (wide == CONSTANT) {
            return new Codes(blocks, shift, newRows);
        }
        if (wide == shift) {
            long[] offsets = new long[changed.length];
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = (long) changed[i] << shift;
            }
            return new Codes(blocks.edit(offsets, size(newRows, shift), budget), shift, newRows);
        }
        Codes copy = new Codes(new Lease(budget).allocate(size(newRows, wide)), wide, newRows);
        for (int row = 0; row < rows; row++) {
            copy.set(row, get(row));
        }
        return copy;
    }

    /**
     * Returns a later version with the same codes in one piece of memory. See {@link PagedBytes#defragmented}.
     *
     * @param isWanted the copy calls it now and then, and stops if it returns false
     * @return null if the copy is no longer wanted, or if the budget does not allow it
     */
    @Nullable
    public Codes defragmented(MemoryBudget budget, BooleanSupplier isWanted) {
        PagedBytes defragmented = blocks.defragmented(budget, isWanted);
        return defragmented == null ? null : new Codes(defragmented, shift, rows);
    }

    /**
     * Returns whether both arrays share the memory of a row's code and its neighbours. Codes without memory are never
     * shared.
     */
    public boolean isShared(Codes other, int row) {
        return shift != CONSTANT && shift == other.shift && blocks.isShared(other.blocks, (long) row << shift);
    }

    public long get(int row) {
        return switch (shift) {
            case 0 -> get1(row);
            case 1 -> get2(row);
            case 2 -> get4(row);
            case 3 -> get8(row);
            default -> 0;
        };
    }

    /** Returns a code of 1 byte. Only valid for this width. */
    public long get1(int row) {
        return blocks.getByte(row) & 0xFFL;
    }

    /** Returns a code of 2 bytes. Only valid for this width. */
    public long get2(int row) {
        return blocks.getShort((long) row << 1) & 0xFFFFL;
    }

    /** Returns a code of 4 bytes. Only valid for this width. */
    public long get4(int row) {
        return blocks.getInt((long) row << 2) & 0xFFFF_FFFFL;
    }

    /** Returns a code of 8 bytes. Only valid for this width. */
    public long get8(int row) {
        return blocks.getLong((long) row << 3);
    }

    /**
     * Reads the codes of many rows and adds {@code base} to each. It reads directly from memory: a copy through a
     * temporary array takes several times as long.
     */
    public void read(int[] chosen, int count, long base, long[] into) {
        Region all = blocks.from(0);
        if (all.size() == blocks.size()) {
            gather(all, chosen, count, base, into);
        } else {
            gather(chosen, count, base, into);
        }
    }

    /** Reads the codes of consecutive rows and adds {@code base} to each. */
    public void read(int first, int count, long base, long[] into) {
        for (int done = 0; done < count; ) {
            int some = Math.min(count - done, run(first + done));
            Region codes = blocks.from((long) (first + done) * width());
            switch (shift) {
                case 0 -> codes.readBytes(some, base, into, done);
                case 1 -> codes.readShorts(some, base, into, done);
                case 2 -> codes.readInts(some, base, into, done);
                case 3 -> codes.readLongs(some, base, into, done);
                default -> Arrays.fill(into, done, done + some, base);
            }
            done += some;
        }
    }

    /** Reads codes that are contiguous in memory. */
    private void gather(Region all, int[] chosen, int count, long base, long[] into) {
        switch (shift) {
            case 0 -> all.gatherBytes(chosen, count, base, into);
            case 1 -> all.gatherShorts(chosen, count, base, into);
            case 2 -> all.gatherInts(chosen, count, base, into);
            case 3 -> all.gatherLongs(chosen, count, base, into);
            default -> Arrays.fill(into, 0, count, base);
        }
    }

    private void gather(int[] chosen, int count, long base, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = base + get(chosen[i]);
        }
    }

    /** Sets a code. The caller may do so only while it builds the column. */
    public void set(int row, long code) {
        switch (shift) {
            case 0 -> blocks.putByte(row, (byte) code);
            case 1 -> blocks.putShort((long) row << 1, (short) code);
            case 2 -> blocks.putInt((long) row << 2, (int) code);
            case 3 -> blocks.putLong((long) row << 3, code);
            default -> {}
        }
    }

    private static int shift(long max) {
        if (max < 0 || max > MAX_OFFSET) {
            return 3;
        }
        if (max > 0xFFFF) {
            return 2;
        }
        if (max > 0xFF) {
            return 1;
        }
        return max > 0 ? 0 : CONSTANT;
    }
}
