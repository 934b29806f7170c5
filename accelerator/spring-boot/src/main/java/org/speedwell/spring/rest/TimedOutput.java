package org.speedwell.spring.rest;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * An output that refuses to write after the time limit of an answer. One piece may still block for as long as the
 * server lets a client wait that does not read.
 */
final class TimedOutput extends ServletOutputStream {
    /** The number of bytes between two checks of the time. */
    private static final int PIECE = 8 << 10;

    private final OutputStream out;
    private final Duration max;
    private final long began = System.nanoTime();

    /**
     * An exception for an answer whose time limit has passed. It has no stack trace, because a client could fill the
     * log with them.
     */
    static final class SlowReaderException extends IOException {
        private static final long serialVersionUID = 1L;

        private SlowReaderException(Duration max) {
            super(("The client did not read its answer within %d s, so the server closed the connection."
                            + " If that is too short, raise speedwell.rest.write-timeout.")
                    .formatted(max.toSeconds()));
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    TimedOutput(OutputStream out, Duration max) {
        this.out = out;
        this.max = max;
    }

    @Override
    public void write(int oneByte) throws IOException {
        requireTime();
        out.write(oneByte);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; done += PIECE) {
            requireTime();
            out.write(bytes, from + done, Math.min(PIECE, length - done));
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException("Answers use blocking calls only.");
    }

    private void requireTime() throws SlowReaderException {
        if (System.nanoTime() - began > max.toNanos()) {
            throw new SlowReaderException(max);
        }
    }
}
