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
 * A file that only this object uses, among all processes, until it is closed. This process never opens such a file a
 * second time, not even to test its lock. POSIX drops all locks of a process on a file as soon as the process closes
 * any descriptor of the file. Thread-safe.
 */
public final class ExclusiveFile implements AutoCloseable {
    /**
     * The files that this process uses. The set contains their real path and their file key, because either may change.
     */
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
     * Opens a file for writing, and creates it if it does not exist.
     *
     * @throws OverlappingFileLockException if another process or another part of this process uses the file
     */
    public static ExclusiveFile open(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // The usual case.
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
     * Returns whether the path still leads to the file. If not, the file was deleted or replaced, and another process
     * may use the new one.
     */
    public boolean isInPlace() throws IOException {
        try {
            Object number =
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return number == null || keys.contains(number); // systems without file keys cannot delete an open file
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Closes the file. Further calls do nothing, because another process may use the file by then. */
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
