package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Blocks;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.Region;

/**
 * One unsigned number a row, all of the smallest width (0, 1, 2, 4 or 8 bytes) that holds the largest. Width 0 means
 * that every code is 0 and takes no memory. Codes of 8 bytes are read as they are, signed.
 */
public final class Codes {
    /** The greatest code of less than 8 bytes. */
    static final long MAX_OFFSET = 0xFFFF_FFFFL;

    private static final int CONSTANT = -1;

    /** A run is copied where at least one of so many of its rows is wanted. */
    private static final int SPARSE = 8;

    private final Blocks blocks;
    private final int shift;
    private final int rows;

    Codes(Region region, int shift, int rows) {
        this(new Blocks(region), shift, rows);
    }

    private Codes(Blocks blocks, int shift, int rows) {
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
    static long size(int rows, int shift) {
        return shift == CONSTANT ? 0 : (long) rows << shift;
    }

    static boolean isShift(int number) {
        return number >= CONSTANT && number <= 3;
    }

    int shift() {
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
    Region region() {
        return blocks.region();
    }

    /** The same, in blocks that versions share. */
    public Blocks blocks() {
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
    Codes edit(int[] changed, int newRows, long max, MemoryBudget budget) {
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

    /** {@link Blocks#folded}. */
    @Nullable
    Codes folded(MemoryBudget budget, BooleanSupplier isWanted) {
        Blocks folded = blocks.folded(budget, isWanted);
        return folded == null ? null : new Codes(folded, shift, rows);
    }

    /** Whether the codes of a row and those around it are one and the same memory. Codes without memory are not. */
    boolean isShared(Codes other, int row) {
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
     * {@link #get} of many rows, with a number added to each. Rows that lie close together are read as one run of codes, which
     * is copied in a few instructions a word.
     */
    void read(int[] chosen, int count, long base, long[] into) {
        if (shift == CONSTANT || count == 0) {
            Arrays.fill(into, 0, count, base);
            return;
        }
        int turns = 0;
        for (int i = 1; i < count; i++) {
            turns |= chosen[i] - chosen[i - 1] - 1; // negative where they do not ascend
        }
        int first = chosen[0];
        int span = chosen[count - 1] - first + 1;
        if (turns < 0 || span >= SPARSE * count) {
            gather(chosen, count, base, into);
        } else if (turns == 0) {
            copy(first, count, base, into);
        } else {
            long[] run = new long[span];
            copy(first, span, base, run);
            for (int i = 0; i < count; i++) {
                into[i] = run[chosen[i] - first];
            }
        }
    }

    /** The codes of rows that follow each other, with a number added to each. */
    private void copy(int first, int count, long base, long[] into) {
        switch (shift) {
            case 0 -> {
                byte[] run = new byte[count];
                blocks.copyTo(first, run, count);
                for (int i = 0; i < count; i++) {
                    into[i] = base + (run[i] & 0xFF);
                }
            }
            case 1 -> {
                short[] run = new short[count];
                blocks.copyTo((long) first << 1, run, count);
                for (int i = 0; i < count; i++) {
                    into[i] = base + (run[i] & 0xFFFF);
                }
            }
            case 2 -> {
                int[] run = new int[count];
                blocks.copyTo((long) first << 2, run, count);
                for (int i = 0; i < count; i++) {
                    into[i] = base + (run[i] & 0xFFFF_FFFFL);
                }
            }
            default -> {
                blocks.copyTo((long) first << 3, into, count);
                for (int i = 0; base != 0 && i < count; i++) {
                    into[i] += base;
                }
            }
        }
    }

    private void gather(int[] chosen, int count, long base, long[] into) {
        switch (shift) {
            case 0 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + (blocks.getByte(chosen[i]) & 0xFFL);
                }
            }
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + (blocks.getShort((long) chosen[i] << 1) & 0xFFFFL);
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + (blocks.getInt((long) chosen[i] << 2) & 0xFFFF_FFFFL);
                }
            }
            case 3 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = base + blocks.getLong((long) chosen[i] << 3);
                }
            }
            default -> Arrays.fill(into, 0, count, base);
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
