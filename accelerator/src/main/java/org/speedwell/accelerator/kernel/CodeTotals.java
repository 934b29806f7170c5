package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Region;

/** The sum, the smallest and the greatest of codes, as longs. The sum wraps like long arithmetic. For one thread. */
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

    /**
     * Adds the codes of the rows of a block whose bits are set.
     *
     * @param first the row of the lowest bit
     */
    void add(Codes codes, int first, long[] words) {
        for (int row = 0; row < words.length << 6 && first + row < codes.rows(); ) {
            int run = codes.run(first + row);
            Region some = codes.blocks().from((long) (first + row) * codes.width());
            int from = row >>> 6;
            int to = Math.min(words.length, (row + run + 63) >>> 6);
            switch (codes.width()) {
                case 0 -> add(0); // all codes are 0; callers ignore totals without rows
                case 1 -> addBytes(some, words, from, to);
                case 2 -> addShorts(some, words, from, to);
                case 4 -> addInts(some, words, from, to);
                default -> addLongs(some, words, from, to);
            }
            row = to << 6;
        }
    }

    private void addBytes(Region codes, long[] words, int from, int to) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getByte((i - from << 6) + Long.numberOfTrailingZeros(left)) & 0xFFL;
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }

    private void addShorts(Region codes, long[] words, int from, int to) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getShort((long) (i - from << 6) + Long.numberOfTrailingZeros(left) << 1) & 0xFFFFL;
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }

    private void addInts(Region codes, long[] words, int from, int to) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getInt((long) (i - from << 6) + Long.numberOfTrailingZeros(left) << 2) & 0xFFFF_FFFFL;
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }

    private void addLongs(Region codes, long[] words, int from, int to) {
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                long code = codes.getLong((long) (i - from << 6) + Long.numberOfTrailingZeros(left) << 3);
                total += code;
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
        }
        add(total, low, high);
    }
}
