package org.speedwell.accelerator.load;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Names of files that are not whole yet: {@code <name>.<letters and digits>.part}, beside the file that they are to become.
 * Whoever writes one holds a lock on it, which ends with the process: so what a killed process left can be told from what is
 * being written, by any process.
 */
final class UnfinishedFile {
    /** A file that was opened a moment ago may not have its lock yet. */
    static final Duration YOUNG = Duration.ofMinutes(1);

    private static final String UUID_AND_END = "\\.\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\.part";

    private UnfinishedFile() {}

    /** A name that no other has. */
    static Path of(Path target) {
        return target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    /** Marks a file as being written, until the channel is closed; not where the file system has no locks. */
    static void lock(FileChannel channel) {
        try {
            channel.tryLock();
        } catch (IOException e) {
            // then it is never taken for abandoned while it grows: sweep cannot lock it either
        }
    }

    /** Deletes what killed processes left of writing to a target. What cannot be looked at or deleted stays. */
    static void sweep(Path target) {
        Pattern names = Pattern.compile(Pattern.quote(String.valueOf(target.getFileName())) + UUID_AND_END);
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(
                folder,
                file -> names.matcher(String.valueOf(file.getFileName())).matches())) {
            for (Path file : found) {
                if (isAbandoned(file)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // a file too many does no harm
        }
    }

    private static boolean isAbandoned(Path file) {
        try {
            Instant changed = Files.getLastModifiedTime(file).toInstant();
            return changed.isBefore(Instant.now().minus(YOUNG)) && !isLocked(file);
        } catch (IOException e) {
            return false; // gone, or not ours
        }
    }

    private static boolean isLocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            FileLock lock = channel.tryLock();
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // by this process
        }
    }
}
