package org.speedwell.accelerator.encode;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The output of an encoder. It adds the beginning and the end of the format to the encoded rows and passes blocks of
 * bytes to a sink. One thread at a time may use it.
 */
public final class Output<R> {
    /** The number of bytes that a caller gathers before it writes them: few enough to stay in the processor's cache. */
    public static final int BLOCK = 1 << 16;

    private final Format format;
    private final Sink<R> sink;
    private final Utf8Buffer around = new Utf8Buffer(64);
    private boolean isEmpty = true;

    Output(Encoding<?> encoding, Sink<R> sink) {
        this.format = encoding.format();
        this.sink = sink;
        format.begin(encoding.labels(), around);
    }

    /**
     * Passes all rows of a buffer to the sink, and empties the buffer.
     *
     * @throws UncheckedIOException if the sink throws an {@link IOException}
     */
    public void write(Utf8Buffer rows) {
        if (rows.size() > 0) {
            int from = isEmpty ? format.leading() : 0;
            deliver(around);
            deliver(rows.array(), from, rows.size() - from);
            isEmpty = false;
            rows.truncate(0);
        }
    }

    /**
     * Passes the end of the format to the sink, and returns the result of the sink.
     *
     * @param rows the number of rows written
     * @throws UncheckedIOException if the sink throws an {@link IOException}
     */
    public R finish(long rows) {
        format.finish(around);
        deliver(around);
        return sink.finish(rows);
    }

    private void deliver(Utf8Buffer some) {
        if (some.size() > 0) {
            deliver(some.array(), 0, some.size());
            some.truncate(0);
        }
    }

    private void deliver(byte[] bytes, int from, int length) {
        try {
            sink.write(bytes, from, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
