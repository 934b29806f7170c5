package org.speedwell.accelerator.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that is still being written. Its name is {@code <name>.<UUID>.part}, in the folder of its target. Only the
 * owner of the process may read it. The writer holds a lock that ends with its process. Other processes test this lock
 * to recognise the files of killed processes.
 */
final class UnfinishedFile implements Closeable {
    /** The age below which a file is never abandoned. Its process may not have locked it yet. */
    static final Duration YOUNG = Duration.ofMinutes(1);

    private static final String UUID_AND_END = "\\.\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\.part";

    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rw-------");

    private static final boolean HAS_PERMISSIONS =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    /**
     * The files that this process is writing, by the real paths of their folders. This process must not open them to
     * test for a lock. POSIX drops all locks of a process on a file as soon as the process closes any channel of that
     * file.
     */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path target;
    private final Path part;
    private final FileChannel channel;

    private UnfinishedFile(Path target, Path part, FileChannel channel) {
        this.target = target;
        this.part = part;
        this.channel = channel;
    }

    /**
     * Creates an empty file in the folder of its target.
     *
     * @throws IOException if the target exists and is not a regular file, or if the file cannot be created
     */
    static UnfinishedFile create(Path target) throws IOException {
        requireReplaceable(target);
        Path part = of(real(target));
        OWN.add(part);
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    part,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), // follows no link
                    HAS_PERMISSIONS
                            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OF_OWNER)}
                            : new FileAttribute<?>[0]);
            lock(channel);
            return new UnfinishedFile(target, part, channel);
        } finally {
            if (channel == null) {
                OWN.remove(part);
            }
        }
    }

    /** Returns the path of a file with all links of its folder resolved. */
    private static Path real(Path target) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        return folder == null ? target : folder.toRealPath().resolve(target.getFileName());
    }

    /**
     * Checks that a save may replace the target.
     *
     * @throws IOException if the target exists and is not a regular file
     */
    private static void requireReplaceable(Path target) throws IOException {
        BasicFileAttributes file;
        try {
            file = Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return;
        }
        if (file.isSymbolicLink()) {
            throw new IOException(
                    target + " is a symbolic link, which a save would replace; pass the path of the file itself");
        }
        if (!file.isRegularFile()) {
            throw new IOException(target + " is not a regular file");
        }
    }

    /**
     * Returns the permissions of the file that this one replaces, or null if this one must not inherit them. An
     * attacker may have created a file that has another owner or that others may write, to gain access to its
     * replacement.
     */
    private @Nullable Set<PosixFilePermission> permissions() throws IOException {
        if (!HAS_PERMISSIONS) {
            return null;
        }
        try {
            PosixFileAttributes replaced =
                    Files.readAttributes(target, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean isOwn = replaced.isRegularFile()
                    && replaced.owner().equals(Files.getOwner(part, LinkOption.NOFOLLOW_LINKS))
                    && !replaced.permissions().contains(PosixFilePermission.OTHERS_WRITE);
            return isOwn ? replaced.permissions() : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Returns a unique name in the folder of the target. */
    static Path of(Path target) {
        return target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    private static void lock(FileChannel channel) {
        try {
            channel.tryLock();
        } catch (IOException e) {
            // without a lock, sweep cannot lock the file either and does not delete it
        }
    }

    /** Returns the channel of the file. */
    FileChannel channel() {
        return channel;
    }

    /**
     * Forces the file to the disk and renames it to its target. It keeps the permissions of a replaced file of the same
     * owner.
     */
    void finish() throws IOException {
        channel.force(true);
        Set<PosixFilePermission> permissions = permissions();
        if (permissions != null) {
            Files.setPosixFilePermissions(part, permissions);
        }
        // The process still holds the lock, so that no other process deletes the file as abandoned.
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Closes the file, and deletes it if it was not finished. */
    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(part);
        } finally {
            OWN.remove(part);
        }
    }

    /**
     * Deletes the unfinished files that killed processes left for a target. It keeps files that it cannot inspect or
     * delete.
     */
    static void sweep(Path target) {
        Pattern names = Pattern.compile(Pattern.quote(String.valueOf(target.getFileName())) + UUID_AND_END);
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(
                folder.toRealPath(),
                file -> names.matcher(String.valueOf(file.getFileName())).matches())) {
            for (Path file : found) {
                if (isAbandoned(file)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // an extra file does no harm
        }
    }

    private static boolean isAbandoned(Path file) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Instant changed = found.lastModifiedTime().toInstant();
            return found.isRegularFile()
                    && changed.isBefore(Instant.now().minus(YOUNG))
                    && !OWN.contains(file)
                    && !isLocked(file);
        } catch (IOException e) {
            return false; // the file is gone, or belongs to another user
        }
    }

    private static boolean isLocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, EnumSet.of(StandardOpenOption.WRITE))) {
            FileLock lock = channel.tryLock();
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // this process holds the lock
        }
    }
}
