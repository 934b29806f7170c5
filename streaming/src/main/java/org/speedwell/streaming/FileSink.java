package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.ExclusiveFile;

/**
 * Writes each event as a line of a file in UTF-8. A job that begins anew empties the file; one that goes on from a
 * checkpoint cuts off what was written after it: then each result is in the file exactly once.
 *
 * {@snippet :
 * Pipeline pipeline = readings.to(new FileSink<>(Path.of("readings.csv"), reading -> reading.sensor() + "," + reading.value()));
 * }
 */
public final class FileSink<T> extends Claims.SingleUse implements Sink<T> {
    private static final int LINES = 4096;

    private final Function<? super T, String> line;
    private final Lines lines;

    /**
     * A sink that writes to a file, which is made if there is none.
     *
     * @param line of an event, without its end and without line breaks; must not return null
     */
    public FileSink(Path file, Function<? super T, String> line) {
        this.line = line;
        this.lines = new Lines(file);
    }

    /** For the job, as all that follows. */
    @Override
    public void accept(T event, long time) {
        lines.accept(requireNonNull(line.apply(event), "The line of an event is null."), time);
    }

    @Override
    public void watermark(long watermark) {
        lines.watermark(watermark);
    }

    @Override
    public boolean hasRoom() {
        return lines.hasRoom();
    }

    @Override
    public boolean flush() {
        return lines.flush();
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(lines.length);
    }

    @Override
    public void restore(ObjectInput in) throws IOException {
        lines.length = in.readLong();
    }

    @Override
    public void close() {
        lines.close();
    }

    private static final class Lines extends BlockingSink<String> {
        private final Path file;
        private @Nullable ExclusiveFile own;

        /** What is in the file, or is to be left in it when it is opened. Written by one thread at a time. */
        private volatile long length;

        private Lines(Path file) {
            super(LINES);
            this.file = file;
        }

        @Override
        protected void write(List<String> rows) throws IOException {
            StringBuilder text = new StringBuilder();
            rows.forEach(row -> text.append(row).append('\n'));
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            FileChannel open = channel();
            long at = length;
            while (bytes.hasRemaining()) {
                at += open.write(bytes, at);
            }
            length = at;
        }

        @Override
        protected void sync() throws IOException {
            channel().force(true);
        }

        @Override
        protected void release() throws IOException {
            if (own != null) {
                own.close();
            }
        }

        private FileChannel channel() throws IOException {
            if (own == null) {
                own = open();
                FileChannel channel = own.channel();
                if (channel.size() < length) {
                    throw new IOException("It has " + channel.size() + " bytes, and had " + length
                            + " at the checkpoint: put it back as it was, or begin anew.");
                }
                channel.truncate(length);
            }
            return own.channel();
        }

        /** Two that write one file would write over each other. */
        private ExclusiveFile open() throws IOException {
            try {
                return ExclusiveFile.open(file);
            } catch (OverlappingFileLockException e) {
                throw new IOException(
                        "It is being written by another sink or process: give each job a file of its own.", e);
            }
        }

        @Override
        public String toString() {
            return "The sink to file " + file;
        }
    }
}
