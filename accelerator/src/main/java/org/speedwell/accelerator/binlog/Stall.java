package org.speedwell.accelerator.binlog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * The time since the last complete event. A server that sends only single bytes counts as silent. One thread reads; any
 * thread may call {@link #nanos}.
 */
final class Stall {
    /** The number of bytes that extends the time limit of a long event by one more period. */
    private static final int MIN_BYTES = 1 << 16;

    private final Duration longest;
    private volatile long since = System.nanoTime();
    private volatile boolean isTaken;
    private long bytes;

    Stall(Duration longest) {
        this.longest = longest;
    }

    /** Stops the clock: a complete event has arrived, and its processing time is not the server's. */
    void taking() {
        isTaken = true;
    }

    /** Starts the clock: the reader waits for the next event. */
    void taken() {
        bytes = 0;
        since = System.nanoTime();
        isTaken = false;
    }

    /** Returns the nanoseconds for which the reader has waited for the next event; 0 while it processes one. */
    long nanos() {
        return isTaken ? 0 : Math.max(0, System.nanoTime() - since);
    }

    /**
     * Returns a stream with the bytes of another stream. It throws {@link SocketTimeoutException} when they arrive too
     * slowly.
     */
    InputStream watched(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int read = super.read();
                count(1);
                return read;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                int read = super.read(to, offset, length);
                count(read);
                return read;
            }
        };
    }

    private void count(int read) throws SocketTimeoutException {
        bytes += read;
        if (nanos() > longest.toNanos() * (1 + bytes / MIN_BYTES)) {
            throw new SocketTimeoutException("the server sent no whole event for " + longest.toMillis() + " ms");
        }
    }
}
