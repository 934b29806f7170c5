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
import org.speedwell.accelerator.format.Format;

/**
 * The rows events of a transaction, in order. The log keeps the first 8 MiB in memory and writes the rest to a
 * temporary file. One thread writes the log and then passes it to another thread.
 */
public final class RowsLog implements AutoCloseable {
    /** The maximum number of bytes in memory. */
    static final int MAX_BYTES_IN_MEMORY = 8 << 20;

    /** The format of an event in the file. Its checksum finds damage of the disk before the rows are decoded. */
    private static final Format FORMAT = new Format("an event of a transaction", "SPWROWS", '1');

    private static final int BUFFER = 1 << 16;
    private static final byte[] IN_FILE = {};

    /**
     * The events in order. Events in the file have an empty byte array here. Rolled-back and returned events are null.
     */
    private final List<@Nullable RowsEvent> events = new ArrayList<>();

    private final Opener opener;
    private long bytes;
    private int inMemory;
    private @Nullable SeekableByteChannel file;
    private @Nullable DataOutputStream out;
    private @Nullable DataInputStream in;
    private int given;

    /** Opens a temporary file that disappears on close. Tests substitute a file on a full disk. */
    @FunctionalInterface
    interface Opener {
        SeekableByteChannel open() throws IOException;
    }

    /** A consumer of the events. */
    @FunctionalInterface
    public interface Reader<X extends Exception> {
        void read(RowsEvent event) throws X;
    }

    /** Creates an empty log. */
    public RowsLog() {
        this(RowsLog::temporaryFile);
    }

    RowsLog(Opener opener) {
        this.opener = opener;
    }

    /**
     * Opens a temporary file. Systems that allow it unlink the file at once, so that it also disappears with a killed
     * process.
     */
    private static SeekableByteChannel temporaryFile() throws IOException {
        Path made = Files.createTempFile("speedwell-transaction", ".rows");
        return Files.newByteChannel(
                made, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /**
     * Appends an event.
     *
     * @throws IOException if opening or writing the file fails. The log then closes its file
     */
    public void add(RowsEvent event) throws IOException {
        bytes += event.bytes().length;
        if (out == null && bytes <= MAX_BYTES_IN_MEMORY) {
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
            FORMAT.write(event.bytes(), to);
        } catch (IOException e) {
            close();
            throw e;
        }
        events.add(event.with(IN_FILE));
    }

    /**
     * Writes the rest to the file, so that the reader of the log does not meet an error of a full disk.
     *
     * @throws IOException if writing fails. The log then closes its file
     */
    public void complete() throws IOException {
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

    /** Returns the number of events, including rolled-back events. */
    int size() {
        return events.size();
    }

    /** Removes the events after the first {@code size}. */
    void takeBack(int size) {
        events.subList(size, events.size()).replaceAll(event -> null);
    }

    public boolean isEmpty() {
        return events.isEmpty();
    }

    /** Returns the bytes that the log occupies in memory. */
    public int bytesInMemory() {
        return (int) Math.min(bytes, MAX_BYTES_IN_MEMORY);
    }

    /**
     * Returns a copy of the events of some tables for a second reader. The caller must copy before it reads any event.
     *
     * @param which accepts a table by its schema and name
     * @throws UncheckedIOException if the events exceed the memory limit, and writing or reading the temporary file
     * fails
     */
    public RowsLog copy(BiPredicate<String, String> which) {
        RowsLog copy = new RowsLog(opener);
        boolean isDone = false;
        try {
            DataInputStream kept = fromBegin();
            for (int i = 0; i < events.size(); i++) {
                RowsEvent event = events.get(i);
                byte[] read = i < inMemory ? null : FORMAT.read(requireNonNull(kept));
                if (event != null
                        && which.test(event.format().schema(), event.format().table())) {
                    copy.add(read == null ? event : event.with(read));
                }
            }
            copy.complete();
            isDone = true;
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Speedwell could not copy a large transaction to another temporary file: " + e, e);
        } finally {
            if (!isDone) {
                copy.close();
            }
        }
    }

    /**
     * Passes all events to a reader in order, and closes the log.
     *
     * @throws UncheckedIOException if reading the file fails
     */
    public <X extends Exception> void read(Reader<X> reader) throws X {
        try (this) {
            for (RowsEvent event = next(); event != null; event = next()) {
                reader.read(event);
            }
        }
    }

    /**
     * Returns the next event in order and removes it from the log; null at the end.
     *
     * @throws UncheckedIOException if reading the file fails
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
            throw new UncheckedIOException(
                    "Speedwell could not read the temporary file of a large transaction: " + e, e);
        }
    }

    private byte[] nextInFile() throws IOException {
        DataInputStream from = in;
        if (from == null) {
            from = fromBegin();
            if (from == null) {
                throw new IllegalStateException("The rows of the transaction are already closed.");
            }
            in = from;
        }
        return FORMAT.read(from);
    }

    /** Returns a stream over the file from its beginning; null if there is no file. */
    private @Nullable DataInputStream fromBegin() throws IOException {
        SeekableByteChannel kept = file;
        return kept == null
                ? null
                : new DataInputStream(new BufferedInputStream(Channels.newInputStream(kept.position(0)), BUFFER));
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
                // the file is not needed any more
            }
        }
    }
}
