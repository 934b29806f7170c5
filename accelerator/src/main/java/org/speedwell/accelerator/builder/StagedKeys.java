package org.speedwell.accelerator.builder;

import java.util.Arrays;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Region;

/**
 * The keys of a column under construction. The class gathers keys in blocks on the heap and writes each full block to
 * native memory. There it stores differences from the first key, in the smallest width that fits all so far.
 * Differences may overflow; adding the first key reverses the overflow.
 */
final class StagedKeys implements AutoCloseable {
    private static final int BLOCK = 1 << 8;

    /** The keys of the current block. Grows up to {@link #BLOCK} keys, because replication builds short columns. */
    private long[] block = new long[16];

    private int inBlock;
    private GrowingRegion differences = new GrowingRegion();
    private int shift;
    private long first;
    private long last;
    private boolean hasFirst;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    /** Returns the smallest key; it is above {@link #max} if there is none. Valid only after {@link #finish}. */
    long min() {
        return min;
    }

    /** Returns the largest key. Valid only after {@link #finish}. */
    long max() {
        return max;
    }

    void append(long key) {
        if (!hasFirst) {
            setFirst(key);
        }
        last = key;
        add(key);
    }

    /** Appends a row without a key. It repeats the last key, so that the width does not grow. */
    void appendNone() {
        add(last);
    }

    /**
     * Returns the key of a row. The block with the row must have been written to native memory; {@link #finish} writes
     * the last block.
     */
    long get(int row) {
        Region region = differences.region();
        return first
                + switch (shift) {
                    case 0 -> region.getByte(row);
                    case 1 -> region.getShort((long) row << 1);
                    case 2 -> region.getInt((long) row << 2);
                    default -> region.getLong((long) row << 3);
                };
    }

    /** Writes the last block and frees spare memory. The caller appends no more keys. */
    void finish() {
        flush();
        differences.trim();
    }

    @Override
    public void close() {
        differences.close();
    }

    /**
     * Sets the first key. Rows before it have the difference 0 or are still in the block. Both now represent the first
     * key.
     */
    private void setFirst(long key) {
        hasFirst = true;
        first = key;
        Arrays.fill(block, 0, inBlock, key);
    }

    private void add(long key) {
        if (inBlock == block.length) {
            block = Arrays.copyOf(block, 2 * inBlock);
        }
        block[inBlock++] = key;
        if (inBlock == BLOCK) {
            flush();
        }
    }

    private void flush() {
        if (inBlock == 0) {
            return;
        }
        if (hasFirst) {
            long low = 0;
            long high = 0;
            for (int i = 0; i < inBlock; i++) {
                min = Math.min(min, block[i]);
                max = Math.max(max, block[i]);
                low = Math.min(low, block[i] - first);
                high = Math.max(high, block[i] - first);
            }
            int needed = shift(low, high);
            if (needed > shift) {
                widen(needed);
            }
        }
        long at = differences.extend((long) inBlock << shift);
        Region region = differences.region();
        for (int i = 0; i < inBlock; i++) {
            put(region, shift, at + ((long) i << shift), block[i] - first);
        }
        inBlock = 0;
    }

    private void widen(int wider) {
        int rows = (int) (differences.size() >>> shift);
        GrowingRegion copy = new GrowingRegion();
        copy.extend((long) rows << wider);
        for (int row = 0; row < rows; row++) {
            put(copy.region(), wider, (long) row << wider, get(row) - first);
        }
        differences.close();
        differences = copy;
        shift = wider;
    }

    private static int shift(long low, long high) {
        if (low >= Byte.MIN_VALUE && high <= Byte.MAX_VALUE) {
            return 0;
        }
        if (low >= Short.MIN_VALUE && high <= Short.MAX_VALUE) {
            return 1;
        }
        return low >= Integer.MIN_VALUE && high <= Integer.MAX_VALUE ? 2 : 3;
    }

    private static void put(Region region, int shift, long at, long difference) {
        switch (shift) {
            case 0 -> region.putByte(at, (byte) difference);
            case 1 -> region.putShort(at, (short) difference);
            case 2 -> region.putInt(at, (int) difference);
            default -> region.putLong(at, difference);
        }
    }
}
