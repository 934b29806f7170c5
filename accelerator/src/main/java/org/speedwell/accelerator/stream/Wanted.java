package org.speedwell.accelerator.stream;

/** The number of elements that the operations behind a sort want. It is final when the terminal operation starts. For one thread. */
final class Wanted {
    private long skipped;
    private long most = Long.MAX_VALUE;

    /** Notes that the stream after the sort skips this many elements. */
    void skip(long count) {
        skipped = sum(skipped, count);
    }

    /** Notes that the stream takes at most this many elements after the sort and what it skips. */
    void limit(long count) {
        most = Math.min(most, sum(skipped, count));
    }

    /** Returns the number, one at least: the JDK compares all elements before it takes none. */
    long count() {
        return Math.max(1, most);
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
