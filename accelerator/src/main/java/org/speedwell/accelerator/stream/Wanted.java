package org.speedwell.accelerator.stream;

/**
 * The number of elements that the operations after a sort need. It is final when the terminal operation starts. For one
 * thread.
 */
final class Wanted {
    private long skipped;
    private long limit = Long.MAX_VALUE;

    /** Records that the stream skips this many elements after the sort. */
    void skip(long count) {
        skipped = sum(skipped, count);
    }

    /** Records that the stream takes at most this many elements after the skipped ones. */
    void limit(long count) {
        limit = Math.min(limit, sum(skipped, count));
    }

    /** Returns the number, which is at least 1: the JDK compares all elements even if it then takes none. */
    long count() {
        return Math.max(1, limit);
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
