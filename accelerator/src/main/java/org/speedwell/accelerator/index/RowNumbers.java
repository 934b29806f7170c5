package org.speedwell.accelerator.index;

import java.nio.ByteOrder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/**
 * A fixed list of row numbers of one table, off the heap, each of as few bytes as the table's last row needs: 1 to 4. All
 * widths are read alike, by four bytes of which the upper ones are cleared. Written by one thread, then immutable.
 */
final class RowNumbers {
    /** So that four bytes can be read where the last number begins. */
    private static final int SPARE = Integer.BYTES - 1;

    private final Region region;
    private final int width;
    private final int mask;

    private RowNumbers(Region region, int width) {
        this.region = region;
        this.width = width;
        this.mask = -1 >>> Integer.SIZE - Byte.SIZE * width;
    }

    /** Room for one number a row of a table; its memory is owned by the lease. */
    static RowNumbers allocate(int rows, Lease lease) {
        return new RowNumbers(lease.allocate(size(rows)), width(rows));
    }

    /**
     * The numbers that a region holds.
     *
     * @throws IllegalArgumentException if it is not of the size that so many rows need
     */
    static RowNumbers of(Region region, int rows) {
        if (region.size() != size(rows)) {
            throw new IllegalArgumentException(
                    region.size() + " bytes where " + size(rows) + " hold the order of " + rows + " rows");
        }
        return new RowNumbers(region, width(rows));
    }

    private static long size(int rows) {
        return (long) rows * width(rows) + SPARE;
    }

    private static int width(int rows) {
        if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            return Integer.BYTES; // there the lower bytes do not come first
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, rows - 1));
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    Region region() {
        return region;
    }

    int get(int index) {
        return region.getInt((long) index * width) & mask;
    }

    void set(int index, int row) {
        long at = (long) index * width;
        switch (width) {
            case 1 -> region.putByte(at, (byte) row);
            case 2 -> region.putShort(at, (short) row);
            case 3 -> {
                region.putShort(at, (short) row);
                region.putByte(at + Short.BYTES, (byte) (row >>> Short.SIZE));
            }
            default -> region.putInt(at, row);
        }
    }
}
