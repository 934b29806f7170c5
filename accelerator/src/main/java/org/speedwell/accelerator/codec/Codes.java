package org.speedwell.accelerator.codec;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.PagedBytes;
import org.speedwell.accelerator.memory.Region;

/**
 * One unsigned number a row, all of the smallest width (0, 1, 2, 4 or 8 bytes) that holds the largest. Width 0 means
 * that every code is 0 and takes no memory. Codes of 8 bytes are read as they are, signed.
 */
public final class Codes {
    /** The greatest code of less than 8 bytes. */
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

    /** Room for codes from 0 to {@code max}; a negative {@code max} asks for all 64 bits. */
    public static Codes allocate(Lease lease, int rows, long max) {
        int shift = shift(max);
        return new Codes(lease.allocate(size(rows, shift)), shift, rows);
    }

    /** The bytes that so many codes take. */
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

    /** Bytes a row. */
    public int width() {
        return shift == CONSTANT ? 0 : 1 << shift;
    }

    public long bytes() {
        return blocks.size();
    }

    /** All codes, row by row in native byte order, {@link #width()} bytes each. */
    public Region region() {
        return blocks.region();
    }

    /** The same, in blocks that versions share. */
    public PagedBytes blocks() {
        return blocks;
    }

    /** How many codes from one on lie one behind the other; of 64 that begin at a multiple of 64 all do. */
    public int run(int row) {
        return width() == 0
                ? rows - row
                : (int) (blocks.from((long) row << shift).size() >>> shift);
    }

    /**
     * The same codes for a later version, and zeroes for the rows that it has more. Codes of some rows may be set, and those of
     * rows that are new; what does not lie near them is shared.
     *
     * @param changed rows, ascending
     * @param max the greatest code that will be set; where it needs more bytes, all codes are copied to such as have them
     */
    public Codes edit(int[] changed, int newRows, long max, MemoryBudget budget) {
        int wide = Math.max(shift, shift(max));
        if (wide == CONSTANT) {
            return new Codes(blocks, shift, newRows);
        }
        if (wide == shift) {
            long[] offsets =
                    Arrays.stream(changed).mapToLong(row -> (long) row << shift).toArray();
            return new Codes(blocks.edit(offsets, size(newRows, shift), budget), shift, newRows);
        }
        Codes copy = new Codes(new Lease(budget).allocate(size(newRows, wide)), wide, newRows);
        for (int row = 0; row < rows; row++) {
            copy.set(row, get(row));
        }
        return copy;
    }

    /** {@link PagedBytes#folded}. */
    @Nullable
    public Codes folded(MemoryBudget budget, BooleanSupplier isWanted) {
        PagedBytes folded = blocks.folded(budget, isWanted);
        return folded == null ? null : new Codes(folded, shift, rows);
    }

    /** Whether the codes of a row and those around it are one and the same memory. Codes without memory are not. */
    public boolean isShared(Codes other, int row) {
        return shift != CONSTANT && shift == other.shift && blocks.isShared(other.blocks, (long) row << shift);
    }

    public long get(int row) {
        return switch (shift) {
            case 0 -> blocks.getByte(row) & 0xFFL;
            case 1 -> blocks.getShort((long) row << 1) & 0xFFFFL;
            case 2 -> blocks.getInt((long) row << 2) & 0xFFFF_FFFFL;
            case 3 -> blocks.getLong((long) row << 3);
            default -> 0;
        };
    }

    /**
     * {@link #get} of many rows, with a number added to each: straight from memory, as the way by an array that is made for it
     * takes several times as long.
     */
    public void read(int[] chosen, int count, long base, long[] into) {
        Region all = blocks.from(0);
        if (all.size() == blocks.size()) {
            gather(all, chosen, count, base, into);
        } else {
            gather(chosen, count, base, into);
        }
    }

    /** As {@link #read(int[], int, long, long[])}, of rows that follow each other. */
    public void read(int first, int count, long base, long[] into) {
        for (int done = 0; done < count; ) {
            int some = Math.min(count - done, run(first + done));
            Region codes = blocks.from((long) (first + done) * width());
            switch (shift) {
                case 0 -> {
                    for (int i = 0; i < some; i++) {
                        into[done + i] = base + (codes.getByte(i) & 0xFFL);
                    }
                }
                case 1 -> {
                    for (int i = 0; i < some; i++) {
                        into[done + i] = base + (codes.getShort((long) i << 1) & 0xFFFFL);
                    }
                }
                case 2 -> {
                    for (int i = 0; i < some; i++) {
                        into[done + i] = base + (codes.getInt((long) i << 2) & 0xFFFF_FFFFL);
                    }
                }
                case 3 -> {
                    for (int i = 0; i < some; i++) {
                        into[done + i] = base + codes.getLong((long) i << 3);
                    }
                }
                default -> Arrays.fill(into, done, done + some, base);
            }
            done += some;
        }
    }

    /** Of codes that lie one behind the other. */
    private void gather(Region all, int[] chosen, int count, long base, long[] into) {
        switch (shift) {
            case 0 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + (all.getByte(chosen[i]) & 0xFFL);
                }
            }
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + (all.getShort((long) chosen[i] << 1) & 0xFFFFL);
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + (all.getInt((long) chosen[i] << 2) & 0xFFFF_FFFFL);
                }
            }
            case 3 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + all.getLong((long) chosen[i] << 3);
                }
            }
            default -> Arrays.fill(into, 0, count, base);
        }
    }

    private void gather(int[] chosen, int count, long base, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = base + get(chosen[i]);
        }
    }

    /** Only while the column is built. */
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
