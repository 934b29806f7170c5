package org.speedwell.accelerator.encode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Where encoded rows go.
 *
 * @param <R> what the collector gives at the end
 */
public interface Sink<R> {

    /** Takes the bytes from one place of an array on, which is used again afterwards. */
    void write(byte[] bytes, int from, int length) throws IOException;

    /** Called once, when all of so many rows have been written. */
    R finish(long rows);

    /** A stream, which is neither flushed nor closed. */
    static Sink<Long> of(OutputStream out) {
        return counting(out::write);
    }

    /** A channel, which is not closed. One that blocks nobody is asked again until it has taken all. */
    static Sink<Long> of(WritableByteChannel channel) {
        return counting((bytes, from, length) -> {
            ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
            while (rest.hasRemaining()) {
                int _ = channel.write(rest);
            }
        });
    }

    /** The bytes of a buffer from its position on. */
    static Sink<Long> of(ByteBuffer buffer) {
        return counting((bytes, from, length) -> buffer.put(bytes, from, length));
    }

    /** An array of their own. */
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

    /** Takes bytes. */
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
