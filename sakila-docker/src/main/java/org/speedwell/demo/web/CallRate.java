package org.speedwell.demo.web;

/** How many calls a client makes in a second of the time in which it asks, so that pauses between bursts do not count. Thread-safe. */
final class CallRate {
    private static final double NANOS = 1e9;

    private long calls;
    private long nanos;

    /** Counts a burst of calls, which took so many nanoseconds in all. */
    synchronized void add(long inBurst, long duration) {
        calls += inBurst;
        nanos += duration;
    }

    /** Returns the calls a second of all bursts; 0 before the first call. */
    synchronized double perSecond() {
        return calls == 0 ? 0 : calls * NANOS / Math.max(1, nanos);
    }
}
