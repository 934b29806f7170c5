package org.speedwell.accelerator.kernel;

/** Sum, least and greatest of codes, as longs; the sum wraps. For one thread. */
final class CodeTotals {
    long sum;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;

    void add(long code) {
        sum += code;
        least = Math.min(least, code);
        greatest = Math.max(greatest, code);
    }

    void merge(long otherSum, long otherLeast, long otherGreatest) {
        sum += otherSum;
        least = Math.min(least, otherLeast);
        greatest = Math.max(greatest, otherGreatest);
    }
}
