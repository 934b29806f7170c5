package org.speedwell.accelerator.encode;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Makes a whole of encoded rows, and hands it to a sink, block by block. For one thread at a time. */
public final class Output<R> {
    /** Rows are gathered until there are so many bytes: few enough to stay in the processor's cache. */
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
     * Hands over all rows of a buffer, and empties it.
     *
     * @throws UncheckedIOException what the sink throws
     */
    public void write(Utf8Buffer rows) {
        if (rows.size() > 0) {
            int from = isEmpty ? format.leading() : 0;
            hand(around);
            hand(rows.array(), from, rows.size() - from);
            isEmpty = false;
            rows.truncate(0);
        }
    }

    /**
     * Hands over what stands behind the last row.
     *
     * @throws UncheckedIOException what the sink throws
     */
    public R finish(long rows) {
        format.finish(around);
        hand(around);
        return sink.finish(rows);
    }

    private void hand(Utf8Buffer some) {
        if (some.size() > 0) {
            hand(some.array(), 0, some.size());
            some.truncate(0);
        }
    }

    private void hand(byte[] bytes, int from, int length) {
        try {
            sink.write(bytes, from, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
