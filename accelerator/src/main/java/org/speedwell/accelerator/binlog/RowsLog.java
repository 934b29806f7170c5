package org.speedwell.accelerator.binlog;

import static java.util.Objects.requireNonNull;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The rows events of a transaction, in order: in memory as long as they are few, and in a temporary file behind that. Written
 * by one thread and then handed to another.
 */
public final class RowsLog implements AutoCloseable {
    /** The most bytes in memory. */
    private static final int MOST = 8 << 20;

    /** Those that are in the file have no bytes here; null for those that were taken back. */
    private final List<@Nullable RowsEvent> events = new ArrayList<>();

    private static final byte[] IN_FILE = {};

    private long bytes;
    private int inMemory;
    private @Nullable Path file;
    private @Nullable DataOutputStream out;
    private @Nullable DataInputStream in;
    private int given;

    /** What is done with each event. */
    @FunctionalInterface
    public interface Reader<X extends Exception> {
        void read(RowsEvent event) throws X;
    }

    void add(RowsEvent event) {
        bytes += event.bytes().length;
        if (out == null && bytes <= MOST) {
            events.add(event);
            inMemory = events.size();
            return;
        }
        try {
            DataOutputStream to = out;
            if (to == null) {
                Path made = Files.createTempFile("speedwell-transaction", ".rows");
                file = made;
                to = new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(made, StandardOpenOption.WRITE), 1 << 16));
                out = to;
            }
            to.writeInt(event.bytes().length);
            to.write(event.bytes());
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("A large transaction could not be kept in a temporary file", e);
        }
        events.add(event.with(IN_FILE));
    }

    /** How many events there are. */
    int size() {
        return events.size();
    }

    /** Takes back those that came after so many. */
    void takeBack(int size) {
        events.subList(size, events.size()).replaceAll(event -> null);
    }

    public boolean isEmpty() {
        return events.isEmpty();
    }

    /** Bytes that it takes in memory. */
    public int bytesInMemory() {
        return (int) Math.min(bytes, MOST);
    }

    /**
     * The events of some tables once more, for a second reader; to be asked for before any is read.
     *
     * @param which tables, by schema and name
     * @throws UncheckedIOException if there are too many for memory, and no temporary file can be had
     */
    public RowsLog copy(BiPredicate<String, String> which) {
        RowsLog copy = new RowsLog();
        boolean isDone = false;
        try (DataInputStream kept = openFile()) {
            for (int i = 0; i < events.size(); i++) {
                RowsEvent event = events.get(i);
                byte[] read = i < inMemory ? null : read(requireNonNull(kept));
                if (event != null && which.test(event.format().schema(), event.format().table())) {
                    copy.add(read == null ? event : event.with(read));
                }
            }
            isDone = true;
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException("The temporary file of a large transaction could not be read", e);
        } finally {
            if (!isDone) {
                copy.close();
            }
        }
    }

    /** Hands out all events, in order, and forgets them. */
    public <X extends Exception> void read(Reader<X> reader) throws X {
        try (this) {
            for (RowsEvent event = next(); event != null; event = next()) {
                reader.read(event);
            }
        }
    }

    /** The next event, in order; null where there is none any more. */
    public @Nullable RowsEvent next() {
        try {
            while (given < events.size()) {
                RowsEvent event = events.get(given);
                byte[] bytes = given < inMemory ? null : nextInFile();
                events.set(given++, null);
                if (event != null) {
                    return bytes == null ? event : event.with(bytes);
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("The temporary file of a large transaction could not be read", e);
        }
    }

    private byte[] nextInFile() throws IOException {
        DataInputStream from = in;
        if (from == null) {
            from = openFile();
            if (from == null) {
                throw new IllegalStateException("The log has been closed.");
            }
            in = from;
        }
        return read(from);
    }

    /** The file from its beginning on; null if there is none. */
    private @Nullable DataInputStream openFile() throws IOException {
        DataOutputStream written = out;
        Path kept = file;
        if (written == null || kept == null) {
            return null;
        }
        written.flush();
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(kept), 1 << 16));
    }

    private static byte[] read(DataInputStream from) throws IOException {
        byte[] read = new byte[from.readInt()];
        from.readFully(read);
        return read;
    }

    @Override
    public void close() {
        DataOutputStream written = out;
        DataInputStream read = in;
        Path kept = file;
        out = null;
        in = null;
        file = null;
        try {
            if (read != null) {
                read.close();
            }
            if (written != null) {
                written.close();
            }
        } catch (IOException e) {
            // it is deleted
        }
        try {
            if (kept != null) {
                Files.deleteIfExists(kept);
            }
        } catch (IOException e) {
            kept.toFile().deleteOnExit();
        }
    }
}
