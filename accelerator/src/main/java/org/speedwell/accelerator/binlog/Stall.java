package org.speedwell.accelerator.binlog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * The time since the last whole event. A server that brings single bytes is as lost as one that brings none. One thread reads, any
 * may ask {@link #nanos}.
 */
final class Stall {
    /** A long event may take longer if at least this many of its bytes arrive in the time allowed. */
    private static final int LEAST_BYTES = 1 << 16;

    private final Duration longest;
    private volatile long since = System.nanoTime();
    private volatile boolean isTaken;
    private long bytes;

    Stall(Duration longest) {
        this.longest = longest;
    }

    /** A whole event has come. It may take its time, which is not the server's. */
    void taking() {
        isTaken = true;
    }

    /** From now on the next event is waited for. */
    void taken() {
        bytes = 0;
        since = System.nanoTime();
        isTaken = false;
    }

    /** Returns for how long the next event has been waited for. */
    long nanos() {
        return isTaken ? 0 : Math.max(0, System.nanoTime() - since);
    }

    /** Returns the bytes of another stream, and fails where they come too slowly. */
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
        if (nanos() > longest.toNanos() * (1 + bytes / LEAST_BYTES)) {
            throw new SocketTimeoutException("no whole event came for " + longest.toMillis() + " ms");
        }
    }
}
