package org.speedwell.schema;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A lock of a directory for this JVM. The operating system releases the lock when the JVM ends for any reason.
 *
 * <p>The operating system also releases it when the JVM closes <em>any</em> channel of the lock file. So this JVM must
 * not open the lock file of a directory that it holds, not even to test the lock.
 */
final class DirectoryLock {

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel file;

    private DirectoryLock(Path directory, FileChannel file) {
        this.directory = directory;
        this.file = file;
    }

    /**
     * Locks a directory, and waits while another JVM holds it. The threads of this JVM must synchronise by other means.
     */
    static DirectoryLock await(Path dir) throws IOException {
        return lock(dir, FileChannel::lock)
                .orElseThrow(() -> new IllegalStateException("Two threads of this JVM lock " + dir + " at once"));
    }

    /**
     * Locks a directory.
     *
     * @throws DatabaseException if this JVM or another one holds it
     */
    static DirectoryLock take(Path dir) throws IOException {
        return tryTake(dir)
                .orElseThrow(() -> new DatabaseException("Another database runs in " + dir
                        + ", started by this JVM or by another one. Stop it, or use another directory."));
    }

    /** Locks a directory. Empty if this JVM or another one holds it. */
    static Optional<DirectoryLock> tryTake(Path dir) throws IOException {
        return lock(dir, FileChannel::tryLock);
    }

    private interface Locking {
        @Nullable
        FileLock lock(FileChannel file) throws IOException;
    }

    private static Optional<DirectoryLock> lock(Path dir, Locking locking) throws IOException {
        Path directory = dir.toRealPath();
        if (!HELD.add(directory)) {
            return Optional.empty();
        }
        boolean locked = false;
        try {
            FileChannel file =
                    FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                locked = locking.lock(file) != null;
            } finally {
                if (!locked) {
                    file.close();
                }
            }
            return locked ? Optional.of(new DirectoryLock(directory, file)) : Optional.empty();
        } finally {
            if (!locked) {
                HELD.remove(directory);
            }
        }
    }

    Path directory() {
        return directory;
    }

    void release() {
        try {
            file.close();
        } catch (IOException e) {
            // The lock ends with the JVM in any case.
        }
        HELD.remove(directory);
    }
}
