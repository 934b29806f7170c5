package org.speedwell.accelerator.encode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A destination of encoded rows.
 *
 * @param <R> the result of the collector
 */
public interface Sink<R> {

    /**
     * Writes {@code length} bytes of an array, from position {@code from} on. The caller reuses the array after this
     * call.
     */
    void write(byte[] bytes, int from, int length) throws IOException;

    /**
     * Ends the output and returns the result. The encoder calls it once, after it wrote all rows.
     *
     * @param rows the number of rows written
     */
    R finish(long rows);

    /** Returns a sink that writes to a stream, and neither flushes nor closes it. */
    static Sink<Long> of(OutputStream out) {
        return counting(out::write);
    }

    /**
     * Returns a sink that writes to a channel, and does not close it. It repeats writes to a non-blocking channel until
     * all bytes are written.
     */
    static Sink<Long> of(WritableByteChannel channel) {
        return counting((bytes, from, length) -> {
            ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
            while (rest.hasRemaining()) {
                int _ = channel.write(rest);
            }
        });
    }

    /** Returns a sink that writes into a buffer, from its position on. */
    static Sink<Long> of(ByteBuffer buffer) {
        return counting((bytes, from, length) -> buffer.put(bytes, from, length));
    }

    /** Returns a sink whose result is a new array with all bytes. */
    static Sink<byte[]> bytes() {
        Utf8Buffer all = new Utf8Buffer(1 << 10);
        return new Sink<>() {
            @Override
            public void write(byte[] bytes, int from, int length) {
                all.put(bytes, from, length);
            }

            @Override
            public byte[] finish(long rows) {
                return all.copy();
            }
        };
    }

    /** The function that writes the bytes of a sink. */
    @FunctionalInterface
    interface Writer {
        void write(byte[] bytes, int from, int length) throws IOException;
    }

    private static Sink<Long> counting(Writer writer) {
        return new Sink<>() {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                writer.write(bytes, from, length);
            }

            @Override
            public Long finish(long rows) {
                return rows;
            }
        };
    }
}
