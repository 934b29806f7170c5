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
 * A directory taken by this JVM. The operating system drops the lock when the JVM ends, however it ends.
 *
 * <p>The operating system also drops it when the JVM closes <em>any</em> channel of the lock file, so the file of a
 * directory that this JVM holds must not be opened again, not even to find that it is locked.
 */
final class DirectoryLock {

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel file;

    private DirectoryLock(Path directory, FileChannel file) {
        this.directory = directory;
        this.file = file;
    }

    /** Takes the directory once no other JVM has it; the threads of one JVM have to take turns by other means. */
    static DirectoryLock await(Path dir) throws IOException {
        return lock(dir, FileChannel::lock)
                .orElseThrow(() -> new IllegalStateException("Two threads of this JVM at once in " + dir));
    }

    /** Takes the directory, or throws if anybody has it. */
    static DirectoryLock take(Path dir) throws IOException {
        return tryTake(dir)
                .orElseThrow(() -> new DatabaseException("Another database runs in " + dir
                        + ", started by this JVM or by another one. Stop it, or give another directory."));
    }

    /** Takes the directory, or nothing if anybody has it. */
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
            // closed or not, it ends with the JVM
        }
        HELD.remove(directory);
    }
}
