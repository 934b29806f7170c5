package org.speedwell.streaming.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that nobody else has, in this process or another, until it is closed. A file that this process has is not opened
 * a second time, not even to look whether it is locked: POSIX drops all locks of a process on a file when any descriptor
 * of it is closed. Thread-safe.
 */
public final class ExclusiveFile implements AutoCloseable {
    /** The files that this process has, each under its real path and its number on the disk: either may change. */
    private static final Set<Object> TAKEN = new HashSet<>();

    private final Path file;
    private final Set<Object> keys;
    private final FileChannel channel;

    private ExclusiveFile(Path file, Set<Object> keys, FileChannel channel) {
        this.file = file;
        this.keys = keys;
        this.channel = channel;
    }

    /**
     * Opens a file for writing, and makes it if there is none.
     *
     * @throws OverlappingFileLockException if somebody else has it
     */
    public static ExclusiveFile open(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // as it mostly does
        }
        Set<Object> keys = new HashSet<>();
        keys.add(file.toRealPath());
        Object number = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        if (number != null) {
            keys.add(number);
        }
        synchronized (TAKEN) {
            if (!Collections.disjoint(TAKEN, keys)) {
                throw new OverlappingFileLockException();
            }
            TAKEN.addAll(keys);
        }
        FileChannel channel = null;
        FileLock lock = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            lock = channel.tryLock();
            if (lock == null) {
                throw new OverlappingFileLockException();
            }
            return new ExclusiveFile(file, keys, channel);
        } finally {
            if (lock == null) {
                close(channel, keys);
            }
        }
    }

    public FileChannel channel() {
        return channel;
    }

    /**
     * Returns whether the file is still found under its path. If not, it was deleted or replaced, and another process may have
     * the file that is there now.
     */
    public boolean isInPlace() throws IOException {
        try {
            Object number =
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return number == null || keys.contains(number); // without numbers an open file cannot be deleted
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Closed again, it does nothing: somebody else may have the file by then. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            close(channel, keys);
        }
    }

    private static void close(@Nullable FileChannel channel, Set<Object> keys) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            synchronized (TAKEN) {
                TAKEN.removeAll(keys);
            }
        }
    }
}
