package org.speedwell.accelerator.column;

import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/**
 * One unsigned number a row, all of the smallest width (0, 1, 2, 4 or 8 bytes) that holds the largest. Width 0 means
 * that every code is 0 and takes no memory. Codes of 8 bytes are read as they are, signed.
 */
public final class Codes {
    private static final int CONSTANT = -1;

    private final Region region;
    private final int shift;
    private final int rows;

    Codes(Region region, int shift, int rows) {
        this.region = region;
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
        return region.size();
    }

    /** The codes, row by row in native byte order, {@link #width()} bytes each. */
    public Region region() {
        return region;
    }

    public long get(int row) {
        return switch (shift) {
            case 0 -> region.getByte(row) & 0xFFL;
            case 1 -> region.getShort((long) row << 1) & 0xFFFFL;
            case 2 -> region.getInt((long) row << 2) & 0xFFFF_FFFFL;
            case 3 -> region.getLong((long) row << 3);
            default -> 0;
        };
    }

    /** Only while the column is built. */
    public void set(int row, long code) {
        switch (shift) {
            case 0 -> region.putByte(row, (byte) code);
            case 1 -> region.putShort((long) row << 1, (short) code);
            case 2 -> region.putInt((long) row << 2, (int) code);
            case 3 -> region.putLong((long) row << 3, code);
            default -> {}
        }
    }

    private static int shift(long max) {
        if (max < 0 || max > 0xFFFF_FFFFL) {
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
