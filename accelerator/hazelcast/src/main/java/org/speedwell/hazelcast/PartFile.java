package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that receives a snapshot, beside the target file. Its name is random, and only its owner may read it. Opening
 * it does not follow links. Only one process receives at a time: it locks an empty file with the suffix {@code .lock}.
 * For one thread.
 */
final class PartFile implements Closeable {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * The targets whose lock this class loader holds. Opening and closing a locked file a second time would release the
     * lock.
     */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path place;
    private final Path lockFile;
    private final FileChannel lock;
    private final Path path;
    private final FileChannel channel;

    private PartFile(Path place, Path lockFile, FileChannel lock, Path path, FileChannel channel) {
        this.place = place;
        this.lockFile = lockFile;
        this.lock = lock;
        this.path = path;
        this.channel = channel;
    }

    /**
     * Opens the file of an earlier attempt, or a new one.
     *
     * @param target the path of the complete snapshot, in an existing folder
     * @return null if another process, or another thread of this one, is receiving the snapshot
     * @throws IOException if the file cannot be created, or if the path of the lock is not a regular file
     */
    static @Nullable PartFile open(Path target) throws IOException {
        synchronized (HELD) {
            Path place = real(target);
            if (!HELD.add(place)) {
                return null;
            }
            PartFile opened = null;
            try {
                opened = open(target, place);
                return opened;
            } finally {
                if (opened == null) {
                    HELD.remove(place);
                }
            }
        }
    }

    private static @Nullable PartFile open(Path target, Path place) throws IOException {
        Path lockFile = lockFile(target);
        requireFile(lockFile);
        FileChannel lock = create(lockFile, StandardOpenOption.CREATE);
        FileChannel channel = null;
        PartFile opened = null;
        try {
            if (tryLock(lock) == null) {
                return null;
            }
            Path path = earlier(target);
            if (path == null) {
                path = target.resolveSibling(
                        target.getFileName() + "." + HexFormat.of().toHexDigits(RANDOM.nextLong()) + ".part");
                channel = create(path, StandardOpenOption.CREATE_NEW);
            } else {
                channel = FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            }
            if (tryLock(channel) != null) { // another process has this lock if the lock file was deleted
                opened = new PartFile(place, lockFile, lock, path, channel);
            }
            return opened;
        } finally {
            if (opened == null) {
                lock.close();
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    /** Returns null if another process, or another class loader of this one, has the lock. */
    private static @Nullable FileLock tryLock(FileChannel of) throws IOException {
        try {
            return of.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static Path real(Path target) throws IOException {
        return folder(target).toRealPath().resolve(target.getFileName());
    }

    private static Path folder(Path target) {
        return requireNonNull(target.toAbsolutePath().normalize().getParent(), "the path of a snapshot needs a folder");
    }

    private static Path lockFile(Path target) {
        return target.resolveSibling(target.getFileName() + ".lock");
    }

    private static void requireFile(Path lockFile) throws IOException {
        if (Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(lockFile + " is not a regular file: delete it");
        }
    }

    private static FileChannel create(Path path, StandardOpenOption how) throws IOException {
        Set<OpenOption> options =
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, how, LinkOption.NOFOLLOW_LINKS);
        return isPosix(path)
                ? FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(OWNER))
                : FileChannel.open(path, options, new FileAttribute<?>[0]);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Returns the file of an earlier attempt if only this user can have created it. Deletes all other files with such a
     * name.
     */
    private static @Nullable Path earlier(Path target) throws IOException {
        Path found = null;
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder(target), each -> isPartOf(target, each))) {
            for (Path part : parts) {
                if (found == null && isOwn(part)) {
                    found = part;
                } else {
                    Files.deleteIfExists(part); // deletes a link, not its target
                }
            }
        }
        return found;
    }

    private static boolean isPartOf(Path target, Path file) {
        String name = file.getFileName().toString();
        String begin = target.getFileName() + ".";
        return name.startsWith(begin) && name.substring(begin.length()).matches("\\p{XDigit}{16}\\.part");
    }

    /** Returns whether this user owns the file and no other may write it, and the file has no other name. */
    private static boolean isOwn(Path part) throws IOException {
        if (!Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (isPosix(part)) {
            PosixFileAttributes file = Files.readAttributes(part, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!file.permissions().equals(OWNER) || !file.owner().equals(user(folder(part)))) {
                return false;
            }
        }
        return !part.getFileSystem().supportedFileAttributeViews().contains("unix")
                || (int) Files.getAttribute(part, "unix:nlink", LinkOption.NOFOLLOW_LINKS) == 1;
    }

    /**
     * Returns the user of this process, who owns the files that the process creates in a folder. In a container the
     * user may have no name.
     */
    private static UserPrincipal user(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "speedwell", ".probe");
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(probe);
        }
    }

    /** Returns whether another process, or this one, is receiving a snapshot. */
    static boolean isBusy(Path target) throws IOException {
        synchronized (HELD) {
            if (HELD.contains(real(target))) {
                return true;
            }
            Path lockFile = lockFile(target);
            if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock free = tryLock(channel)) {
                return free == null;
            }
        }
    }

    FileChannel channel() {
        return channel;
    }

    Path path() {
        return path;
    }

    /** Moves the file to the target atomically, and replaces an existing file. */
    void moveTo(Path target) throws IOException {
        Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    }

    void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /**
     * Closes the file and releases the lock. The received bytes remain for the next attempt, unless the file was moved
     * or deleted.
     */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            try {
                channel.close();
                Files.deleteIfExists(lockFile);
            } finally {
                HELD.remove(place);
                lock.close();
            }
        }
    }
}
