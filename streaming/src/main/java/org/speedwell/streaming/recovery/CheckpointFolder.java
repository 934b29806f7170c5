package org.speedwell.streaming.recovery;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.ExclusiveFile;

/** The checkpoints of one job: the newest and the one before it. A lock keeps a second job out. For one thread. */
final class CheckpointFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CheckpointFolder.class.getName());
    private static final String PREFIX = "checkpoint-";
    private static final String LOCK = "lock";
    private static final String UNFINISHED = "unfinished";
    private static final int KEPT = 2;

    private final Path folder;
    private ExclusiveFile lock;

    /** The checkpoints that are there, as far as this job knows. */
    private List<Path> known = List.of();

    /**
     * Takes the folder, which is made if there is none.
     *
     * @throws CheckpointException if another job has it, or if it cannot be written
     */
    CheckpointFolder(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
            this.lock = ExclusiveFile.open(folder.resolve(LOCK));
        } catch (OverlappingFileLockException e) {
            throw new CheckpointException(
                    "The folder of checkpoints " + folder + " is in use by another job: give each a folder of its own.",
                    e);
        } catch (IOException e) {
            throw new CheckpointException("The folder of checkpoints " + folder + " cannot be used: " + e, e);
        }
    }

    /**
     * The newest whole checkpoint, or null if there is none of any kind.
     *
     * @throws CheckpointException if there are checkpoints and none is whole, or if this thread is interrupted
     */
    @Nullable
    CheckpointFile newest() {
        known = files();
        List<String> damages = new ArrayList<>();
        for (Path file : known.reversed()) {
            try {
                CheckpointFile found = CheckpointFile.open(file);
                damages.forEach(damage -> LOG.log(Level.WARNING, "Going on from {0}, as {1}", file, damage));
                return found;
            } catch (ClosedByInterruptException e) {
                throw new CheckpointException(
                        "The start was interrupted while checkpoint " + file
                                + " was read. The checkpoint is not damaged: start the job again.",
                        e);
            } catch (CheckpointException | IOException e) {
                damages.add("of checkpoint " + file + ": " + e.getMessage());
            }
        }
        if (!damages.isEmpty()) {
            throw new CheckpointException(
                    "No checkpoint is whole: " + String.join("; ", damages)
                            + ". Restore one from a backup, or empty the folder to begin anew.",
                    null);
        }
        return null;
    }

    /** Writes a checkpoint under its final name only when it is whole and on the disk; its bytes. */
    long write(long number, int parallelism, List<CheckpointFile.Part> parts) throws IOException {
        keepLock();
        Path unfinished = folder.resolve(UNFINISHED);
        try {
            long bytes = CheckpointFile.write(unfinished, number, parallelism, parts);
            keepLock(); // what follows would remove the checkpoints of another job
            Path file = folder.resolve(String.format("%s%019d", PREFIX, number));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
            List<Path> files = files();
            for (Path old : files.subList(0, Math.max(0, files.size() - KEPT))) {
                Files.deleteIfExists(old);
            }
            known = files();
            return bytes;
        } finally {
            Files.deleteIfExists(unfinished); // so that a full disk is not kept full
        }
    }

    /** Takes the folder again if the lock file was deleted, and nobody else has taken it since. */
    private void keepLock() throws IOException {
        if (lock.isInPlace()) {
            return;
        }
        lock.close();
        try {
            lock = ExclusiveFile.open(folder.resolve(LOCK));
        } catch (OverlappingFileLockException e) {
            throw new LostFolderException(
                    "The lock file of the folder of checkpoints " + folder
                            + " was deleted, and another job has taken the"
                            + " folder since. Give each job a folder of its own, and leave the file where it is.",
                    e);
        }
        if (!files().equals(known)) {
            throw new LostFolderException(
                    "The lock file of the folder of checkpoints " + folder
                            + " was deleted, and another job has used the folder since: it holds other checkpoints than this job"
                            + " has written. Give each job a folder of its own, and leave the file where it is.",
                    null);
        }
        LOG.log(Level.WARNING, "The lock file of the folder of checkpoints {0} was deleted: it was made again", folder);
    }

    /** Removes all checkpoints: the job they belong to has completed. */
    void clear() throws IOException {
        keepLock();
        for (Path file : files()) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The lock of the folder of checkpoints " + folder + " was not given back", e);
        }
    }

    /** The checkpoints, the oldest first: the names order them. */
    private List<Path> files() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new CheckpointException("The folder of checkpoints " + folder + " cannot be read: " + e, e);
        }
    }
}
