package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Region;

/** Sum, least and greatest of codes, as longs; the sum wraps. For one thread. */
final class CodeTotals {
    long sum;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;

    void add(long code) {
        add(code, code, code);
    }

    void add(CodeTotals other) {
        add(other.sum, other.least, other.greatest);
    }

    private void add(long otherSum, long otherLeast, long otherGreatest) {
        sum += otherSum;
        least = Math.min(least, otherLeast);
        greatest = Math.max(greatest, otherGreatest);
    }

    /** Adds the codes of the rows of a block whose bits are set; {@code first} is that of the lowest. */
    void add(Codes codes, int first, long[] words) {
        Region block = codes.blocks().from((long) first * codes.width());
        switch (codes.width()) {
            case 0 -> add(0); // that of all rows; without rows nobody asks
            case 1 -> addBytes(block, words);
            case 2 -> addShorts(block, words);
            case 4 -> addInts(block, words);
            default -> addLongs(block, words);
        }
    }

    private void addBytes(Region codes, long[] words) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < words.length; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getByte((i << 6) + Long.numberOfTrailingZeros(left)) & 0xFFL;
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }

    private void addShorts(Region codes, long[] words) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < words.length; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getShort((long) (i << 6) + Long.numberOfTrailingZeros(left) << 1) & 0xFFFFL;
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }

    private void addInts(Region codes, long[] words) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < words.length; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getInt((long) (i << 6) + Long.numberOfTrailingZeros(left) << 2) & 0xFFFF_FFFFL;
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }

    private void addLongs(Region codes, long[] words) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < words.length; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getLong((long) (i << 6) + Long.numberOfTrailingZeros(left) << 3);
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }
}
