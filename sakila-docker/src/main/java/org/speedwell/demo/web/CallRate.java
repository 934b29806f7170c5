package org.speedwell.demo.web;

/** The number of calls of a client per second of calling time. Pauses between bursts do not count. Thread-safe. */
final class CallRate {
    private static final double NANOS = 1e9;

    private long calls;
    private long nanos;

    /** Counts a burst of calls with its total duration in nanoseconds. */
    synchronized void add(long inBurst, long duration) {
        calls += inBurst;
        nanos += duration;
    }

    /** Returns the calls per second of all bursts; 0 before the first call. */
    synchronized double perSecond() {
        return calls == 0 ? 0 : calls * NANOS / Math.max(1, nanos);
    }
}
