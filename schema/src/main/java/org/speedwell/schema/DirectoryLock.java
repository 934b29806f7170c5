package org.speedwell.schema;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A directory taken by this JVM. The operating system drops the lock when the JVM ends, however it ends. */
final class DirectoryLock {

    private final FileChannel file;

    private DirectoryLock(FileChannel file) {
        this.file = file;
    }

    static DirectoryLock take(Path dir) throws IOException {
        return tryTake(dir)
                .orElseThrow(() -> new DatabaseException("Another database runs in " + dir
                        + ", started by this JVM or by another one. Stop it, or give another directory."));
    }

    /** Takes the directory, or nothing if somebody has it. */
    static Optional<DirectoryLock> tryTake(Path dir) throws IOException {
        FileChannel file = FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = file.tryLock();
            if (lock != null) {
                return Optional.of(new DirectoryLock(file));
            }
        } catch (OverlappingFileLockException e) {
            // held by this very JVM
        }
        file.close();
        return Optional.empty();
    }

    void release() {
        try {
            file.close();
        } catch (IOException e) {
            // closed or not, it ends with the JVM
        }
    }
}
