package org.speedwell.spring.rest;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Refuses to write once the time for all of an answer is over. A single piece may wait as long as the server lets a client that
 * reads nothing wait.
 */
final class TimedOutput extends ServletOutputStream {
    /** Bytes after which the time is looked at. */
    private static final int PIECE = 8 << 10;

    private final OutputStream out;
    private final Duration most;
    private final long began = System.nanoTime();

    /** The time for an answer is over. Has no stack trace, as a client could fill the log with these. */
    static final class SlowReaderException extends IOException {
        private static final long serialVersionUID = 1L;

        private SlowReaderException(Duration most) {
            super(
                    "The client has not read its answer within %d s, so the connection is closed. If that is too short, raise speedwell.rest.write-timeout."
                            .formatted(most.toSeconds()));
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    TimedOutput(OutputStream out, Duration most) {
        this.out = out;
        this.most = most;
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
        throw new IllegalStateException("Answers are written by calls that block.");
    }

    private void requireTime() throws SlowReaderException {
        if (System.nanoTime() - began > most.toNanos()) {
            throw new SlowReaderException(most);
        }
    }
}
