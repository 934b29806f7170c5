package org.speedwell.accelerator.binlog;

import static java.util.Objects.requireNonNull;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
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
    static final int MOST = 8 << 20;

    private static final int BUFFER = 1 << 16;
    private static final byte[] IN_FILE = {};

    /** Those that are in the file have no bytes here; null for those that were taken back. */
    private final List<@Nullable RowsEvent> events = new ArrayList<>();

    private final Opener opener;
    private long bytes;
    private int inMemory;
    private @Nullable SeekableByteChannel file;
    private @Nullable DataOutputStream out;
    private @Nullable DataInputStream in;
    private int given;

    /** Opens the file, which is gone once it is closed; tests let it be full. */
    @FunctionalInterface
    interface Opener {
        SeekableByteChannel open() throws IOException;
    }

    /** What is done with each event. */
    @FunctionalInterface
    public interface Reader<X extends Exception> {
        void read(RowsEvent event) throws X;
    }

    RowsLog() {
        this(RowsLog::temporaryFile);
    }

    RowsLog(Opener opener) {
        this.opener = opener;
    }

    /** Where the system lets it, without a name, so that it goes with a process that is killed, too. */
    private static SeekableByteChannel temporaryFile() throws IOException {
        Path made = Files.createTempFile("speedwell-transaction", ".rows");
        return Files.newByteChannel(
                made, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /** @throws IOException if it has to go to the file, and cannot; then all is forgotten */
    void add(RowsEvent event) throws IOException {
        bytes += event.bytes().length;
        if (out == null && bytes <= MOST) {
            events.add(event);
            inMemory = events.size();
            return;
        }
        try {
            DataOutputStream to = out;
            if (to == null) {
                SeekableByteChannel opened = opener.open();
                file = opened;
                to = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(opened), BUFFER));
                out = to;
            }
            to.writeInt(event.bytes().length);
            to.write(event.bytes());
        } catch (IOException e) {
            close();
            throw e;
        }
        events.add(event.with(IN_FILE));
    }

    /**
     * Nothing more comes: whoever reads it has not to see whether there was room for all.
     *
     * @throws IOException if there was not; then all is forgotten
     */
    void complete() throws IOException {
        DataOutputStream written = out;
        if (written != null) {
            try {
                written.flush();
            } catch (IOException e) {
                close();
                throw e;
            }
        }
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
        RowsLog copy = new RowsLog(opener);
        boolean isDone = false;
        try {
            DataInputStream kept = fromBegin();
            for (int i = 0; i < events.size(); i++) {
                RowsEvent event = events.get(i);
                byte[] read = i < inMemory ? null : read(requireNonNull(kept));
                if (event != null
                        && which.test(event.format().schema(), event.format().table())) {
                    copy.add(read == null ? event : event.with(read));
                }
            }
            copy.complete();
            isDone = true;
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException("A large transaction could not be kept in another temporary file", e);
        } finally {
            if (!isDone) {
                copy.close();
            }
        }
    }

    /**
     * Hands out all events, in order, and forgets them.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public <X extends Exception> void read(Reader<X> reader) throws X {
        try (this) {
            for (RowsEvent event = next(); event != null; event = next()) {
                reader.read(event);
            }
        }
    }

    /**
     * The next event, in order; null where there is none any more.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
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
            from = fromBegin();
            if (from == null) {
                throw new IllegalStateException("The log has been closed.");
            }
            in = from;
        }
        return read(from);
    }

    /** Reads the file, from its beginning on; null if there is none. */
    private @Nullable DataInputStream fromBegin() throws IOException {
        SeekableByteChannel kept = file;
        return kept == null
                ? null
                : new DataInputStream(new BufferedInputStream(Channels.newInputStream(kept.position(0)), BUFFER));
    }

    private static byte[] read(DataInputStream from) throws IOException {
        byte[] read = new byte[from.readInt()];
        from.readFully(read);
        return read;
    }

    @Override
    public void close() {
        SeekableByteChannel kept = file;
        file = null;
        out = null;
        in = null;
        if (kept != null) {
            try {
                kept.close();
            } catch (IOException e) {
                // it is of no use any more
            }
        }
    }
}
