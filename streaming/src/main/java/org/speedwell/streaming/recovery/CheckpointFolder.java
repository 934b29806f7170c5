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
import org.speedwell.accelerator.format.UnknownVersionException;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.ExclusiveFile;

/** The folder with the two newest checkpoints of one job. A lock file excludes other jobs. For one thread. */
final class CheckpointFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CheckpointFolder.class.getName());
    private static final String PREFIX = "checkpoint-";
    private static final String SAVEPOINT = "savepoint-";
    private static final String LOCK = "lock";
    private static final String UNFINISHED = "unfinished";
    private static final int KEPT = 2;

    private final Path folder;
    private ExclusiveFile lock;

    /** The checkpoints that this job knows to be in the folder. */
    private List<Path> known = List.of();

    /**
     * Opens and locks the folder, and creates it if there is none.
     *
     * @throws CheckpointException if another job uses the folder, or if it is not writable
     */
    CheckpointFolder(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
            this.lock = ExclusiveFile.open(folder.resolve(LOCK));
        } catch (OverlappingFileLockException e) {
            throw new CheckpointException(
                    "The checkpoint folder " + folder + " is in use by another job. Give each job its own folder.", e);
        } catch (IOException e) {
            throw new CheckpointException("The checkpoint folder " + folder + " cannot be used: " + e, e);
        }
    }

    /**
     * Returns the newest intact checkpoint, or null if there are no checkpoints.
     *
     * @throws CheckpointException if no checkpoint is intact, if the newest intact one has another version of the
     * format, or if an interrupt stops the read
     */
    @Nullable
    CheckpointFile newest() {
        known = files();
        List<String> damages = new ArrayList<>();
        for (Path file : known.reversed()) {
            try {
                CheckpointFile found = CheckpointFile.open(file);
                damages.forEach(damage ->
                        LOG.log(Level.WARNING, "The job continues from checkpoint {0}, because {1}", file, damage));
                return found;
            } catch (ClosedByInterruptException e) {
                throw new CheckpointException(
                        "An interrupt stopped the start while it read checkpoint " + file
                                + ". The checkpoint is not damaged. Start the job again.",
                        e);
            } catch (
                    UnknownVersionException e) { // an older checkpoint would lose what a newer version of Speedwell did
                throw new CheckpointException(
                        "The checkpoint " + file + " cannot be read: " + e.getMessage()
                                + ". Start the job with the version of Speedwell that wrote it, or delete the file to"
                                + " continue from an older checkpoint.",
                        e);
            } catch (IOException e) {
                damages.add("checkpoint " + file + " is unusable: " + e.getMessage());
            }
        }
        if (!damages.isEmpty()) {
            throw new CheckpointException(
                    "No checkpoint is intact: " + String.join("; ", damages)
                            + ". Restore one from a backup, or empty the folder to start from the beginning.",
                    null);
        }
        return null;
    }

    /**
     * Writes a checkpoint and returns its number of bytes. The checkpoint gets its final name only after it is complete
     * and on the disk.
     */
    long write(long number, List<CheckpointFile.Part> parts) throws IOException {
        keepLock();
        Path unfinished = folder.resolve(UNFINISHED);
        try {
            long bytes = CheckpointFile.write(unfinished, number, parts);
            keepLock(); // the following would remove checkpoints of another job
            Path file = file(number);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            forceFolder();
            List<Path> files = files();
            for (Path old : files.subList(0, Math.max(0, files.size() - KEPT))) {
                Files.deleteIfExists(old);
            }
            known = files();
            return bytes;
        } finally {
            Files.deleteIfExists(unfinished); // otherwise a full disk would stay full
        }
    }

    private Path file(long number) {
        return folder.resolve(String.format("%s%019d", PREFIX, number));
    }

    /**
     * Keeps the newest checkpoint under a name, beyond the end of the job.
     *
     * @throws CheckpointException if the name is taken
     */
    Path keep(long number, String name) throws IOException {
        Path savepoint = folder.resolve(SAVEPOINT + name);
        if (Files.exists(savepoint)) {
            throw new CheckpointException(
                    "The savepoint " + savepoint + " exists. Use another name, or delete the file.", null);
        }
        Path copy = folder.resolve(UNFINISHED);
        try {
            Files.copy(file(number), copy, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(copy, savepoint, StandardCopyOption.ATOMIC_MOVE);
            forceFolder();
            return savepoint;
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** Returns the names of the savepoints, in ascending order. For any thread. */
    List<String> savepoints() {
        return files(SAVEPOINT).stream()
                .map(file -> file.getFileName().toString().substring(SAVEPOINT.length()))
                .toList();
    }

    /** Removes a savepoint, if there is one of the name. For any thread. */
    void removeSavepoint(String name) {
        try {
            Files.deleteIfExists(folder.resolve(SAVEPOINT + name));
        } catch (IOException e) {
            throw new CheckpointException("The savepoint " + name + " in " + folder + " cannot be removed: " + e, e);
        }
    }

    private void forceFolder() throws IOException {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /**
     * Locks the folder again if the lock file is missing. Fails if another job has used the folder since.
     *
     * @throws LostFolderException if another job has locked the folder, or has changed its checkpoints
     */
    private void keepLock() throws IOException {
        if (lock.isInPlace()) {
            return;
        }
        lock.close();
        try {
            lock = ExclusiveFile.open(folder.resolve(LOCK));
        } catch (OverlappingFileLockException e) {
            throw new LostFolderException(
                    "The lock file of the checkpoint folder " + folder
                            + " was deleted, and another job has locked the folder since."
                            + " Give each job its own folder, and do not delete the lock file.",
                    e);
        }
        if (!files().equals(known)) {
            throw new LostFolderException(
                    "The lock file of the checkpoint folder " + folder
                            + " was deleted, and another job has changed the checkpoints since."
                            + " Give each job its own folder, and do not delete the lock file.",
                    null);
        }
        LOG.log(
                Level.WARNING,
                "The lock file of the checkpoint folder {0} was deleted. The job created it again.",
                folder);
    }

    /** Removes all checkpoints, after the job has completed. */
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
            LOG.log(Level.WARNING, "The lock of the checkpoint folder " + folder + " could not be released", e);
        }
    }

    /** Returns the checkpoints, oldest first. The order of their names is the order of their numbers. */
    private List<Path> files() {
        return files(PREFIX);
    }

    private List<Path> files(String prefix) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new CheckpointException("The checkpoint folder " + folder + " cannot be read: " + e, e);
        }
    }
}
