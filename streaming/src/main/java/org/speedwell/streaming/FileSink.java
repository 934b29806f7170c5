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
 * A sink that writes each event as a line of a UTF-8 file. A job that starts without a checkpoint empties the file. A
 * job that continues from a checkpoint removes what it wrote after the checkpoint. Each result is then in the file
 * exactly once.
 *
 * {@snippet :
 * Pipeline pipeline = readings.to(
 *     new FileSink<>(Path.of("readings.csv"), reading -> reading.sensor() + "," + reading.value()));
 * }
 */
public final class FileSink<T> extends Claims.SingleUse implements Sink<T> {
    private static final int LINES = 4096;

    private final Function<? super T, String> line;
    private final Lines lines;

    /**
     * Creates a sink that writes to a file. The sink creates the file if there is none.
     *
     * @param line returns the line of an event, without line breaks. It must not return null
     */
    public FileSink(Path file, Function<? super T, String> line) {
        this.line = line;
        this.lines = new Lines(file);
    }

    /** Accepts an event. Only the job calls this method and those that follow. */
    @Override
    public void accept(T event, long time) {
        lines.accept(requireNonNull(line.apply(event), "The function returned null as the line of an event."), time);
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

        /**
         * The number of bytes in the file, or the number to keep when the sink opens it. One thread at a time writes
         * it.
         */
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
                    throw new IOException("The file has " + channel.size() + " bytes, but had " + length
                            + " at the checkpoint. Restore the file, or empty the checkpoint folder to start from the"
                            + " beginning.");
                }
                channel.truncate(length);
            }
            return own.channel();
        }

        /** Opens the file for this sink alone. Two sinks that write one file would overwrite each other. */
        private ExclusiveFile open() throws IOException {
            try {
                return ExclusiveFile.open(file);
            } catch (OverlappingFileLockException e) {
                throw new IOException("Another sink or process is writing the file. Give each job its own file.", e);
            }
        }

        @Override
        public String toString() {
            return "The sink to file " + file;
        }
    }
}
