package org.speedwell.accelerator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.index.IndexFormat;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/**
 * A snapshot in a file, as {@link SnapshotWriter} writes it:
 *
 * <ol>
 *   <li>the regions of all columns and indexes, each at a multiple of 64 bytes, in the byte order of the machine, with
 *       zeros between them;
 *   <li>the contents: what {@link ColumnFormat} and {@link IndexFormat} tell of each, with the checksum of each region;
 *   <li>the {@link SnapshotEnd}.
 * </ol>
 *
 * Nothing of a file is believed: the contents are checked when it is opened, the regions by {@link #verify}, their
 * checksums first and then what they hold, so that no query leaves a region even if the checksums are right.
 */
public final class SnapshotFile {
    /** So often a file may be replaced by another between a look at its stamp and the mapping, which are to be of one file. */
    private static final int MAX_REPLACED = 100;

    private final Path path;

    /** Null for a copy. */
    private volatile @Nullable Stamp stamp;

    private final long size;

    private final Lease lease;
    private final Map<TableStore<?>, TableCheck> checks = new IdentityHashMap<>();
    private final SnapshotContents contents;
    private final long version;

    /** How a file gets into memory. */
    public enum Access {
        MAPPED,
        COPIED
    }

    /** By which a file that is changed in place is known; a file moved to its name is another one. */
    private record Stamp(@Nullable Object key, FileTime modified, long size) {
        static Stamp of(Path path) throws IOException {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(file.fileKey(), file.lastModifiedTime(), file.size());
        }
    }

    /**
     * Opens a file. Its contents are checked, the bytes of its columns only by {@link #verify}.
     *
     * @param version of the snapshot
     * @param budget in which a copy counts
     * @throws LoadException if the file is none of this format, is cut off, or is of another model
     */
    public static SnapshotFile open(
            Path path, Access access, List<? extends TableModel<?>> models, long version, MemoryBudget budget)
            throws LoadException {
        Lease lease = new Lease(budget);
        boolean open = false;
        try {
            SnapshotFile file = new SnapshotFile(path, access, models, version, lease);
            open = true;
            return file;
        } catch (IOException e) {
            throw unopened(path, FileFailure.reason(e), e);
        } catch (MemoryBudgetException e) {
            throw new LoadException(
                    "The snapshot " + path + " does not fit: " + e.getMessage()
                            + ". Raise memoryBudget in the StoreConfiguration, or map it.",
                    e);
        } catch (RuntimeException | InternalError e) { // cut off under the mapping
            throw unopened(path, "its table of contents is damaged: " + e.getMessage(), e);
        } finally {
            if (!open) {
                lease.release();
            }
        }
    }

    private static LoadException unopened(Path path, String reason, Throwable cause) {
        return new LoadException(
                "The snapshot " + path + " cannot be opened: " + reason + ". Load from the database and save it anew.",
                cause);
    }

    private SnapshotFile(Path path, Access access, List<? extends TableModel<?>> models, long version, Lease lease)
            throws IOException {
        this.path = path;
        this.lease = lease;
        this.version = version;
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        if (!Files.isRegularFile(path)) {
            throw new IOException("it is no file");
        }
        Region bytes;
        if (access == Access.MAPPED) {
            Stamp before = Stamp.of(path);
            bytes = lease.map(path);
            for (int again = 0; !Stamp.of(path).equals(before); again++) {
                if (again == MAX_REPLACED) {
                    throw new IOException("it is changed again and again while it is opened");
                }
                before = Stamp.of(path);
                bytes = lease.map(path);
            }
            this.stamp = before;
        } else {
            this.stamp = null;
            lease.budget().awaitRoom(Files.size(path));
            bytes = lease.read(path);
        }
        this.size = bytes.size();
        this.contents = SnapshotContents.read(bytes, models, lease);
        contents.places().forEach((table, places) -> checks.put(table, new TableCheck(places)));
    }

    /**
     * The version in the file, once all of it is verified.
     *
     * @throws LoadException as {@link #verify}
     */
    public Snapshot verified() throws LoadException {
        verify();
        lease.belongsTo(version);
        return new Snapshot(version, contents.takenAt(), contents.position(), contents.tables());
    }

    /** The version in the file: each of its tables is given to the gate before it is used for the first time. */
    public Snapshot gated(Predicate<TableStore<?>> gate) {
        lease.belongsTo(version);
        return new Snapshot(version, contents.takenAt(), contents.position(), contents.tables(), gate);
    }

    /**
     * Reads the whole file: compares the checksums of all regions, and then checks what they hold.
     *
     * @throws LoadException naming the column whose bytes are not those that were written, or such as no column has; or if
     *     the file was changed meanwhile
     */
    public void verify() throws LoadException {
        for (TableStore<?> table : contents.tables()) {
            verify(table);
        }
        if (isChanged()) {
            throw new LoadException(
                    "The snapshot " + path + " was changed while it was read. Replace snapshots by moving"
                            + " a new file to the name, as save does.");
        }
    }

    /** As {@link #verify()}, for one table; what was found out once is known. */
    public void verify(TableStore<?> table) throws LoadException {
        Objects.requireNonNull(checks.get(table)).run();
    }

    /** Whether the file is still needed. */
    public boolean isMapped() {
        return stamp != null;
    }

    /**
     * Whether a mapped file has been written to since it was opened, and so has what is in memory. One that was replaced by
     * another, or removed, has not.
     */
    public boolean isChanged() {
        return isNow((now, known) -> !now.equals(known));
    }

    /**
     * Returns whether a mapped file is shorter than its mapping, so that reads behind its end fail. A file that was replaced or removed
     * is not.
     */
    public boolean isCutOff() {
        return isNow((now, known) -> now.size < size);
    }

    private boolean isNow(BiPredicate<Stamp, Stamp> test) {
        Stamp known = stamp;
        if (known == null) {
            return false;
        }
        try {
            Stamp now = Stamp.of(path);
            return Objects.equals(now.key, known.key) && test.test(now, known);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Verifies a mapped file once more, as it {@linkplain #isChanged was written to}.
     *
     * @throws LoadException naming the column whose bytes are others now
     */
    public void verifyAgain() throws LoadException {
        try {
            Stamp before = Stamp.of(path);
            for (TableCheck check : checks.values()) {
                check.again();
            }
            if (Stamp.of(path).equals(before)) { // else a writer is at work, and the next look finds the change
                stamp = before;
            }
        } catch (IOException e) {
            // it was removed or replaced meanwhile: what is mapped stays as it is
        }
    }

    public Path path() {
        return path;
    }

    /** Checks a table once. Thread-safe: other threads wait for the result. */
    private final class TableCheck {
        private final List<SnapshotContents.Place> places;
        private boolean isDone;
        private @Nullable LoadException damage;

        TableCheck(List<SnapshotContents.Place> places) {
            this.places = places;
        }

        /** Checks the table, the first time; throws what was found in any case. */
        synchronized void run() throws LoadException {
            if (!isDone) {
                again();
            }
            if (damage != null) {
                throw damage;
            }
        }

        synchronized void again() throws LoadException {
            isDone = true;
            for (SnapshotContents.Place place : places) {
                try {
                    place.check();
                } catch (IOException | RuntimeException | InternalError e) { // cut off under the mapping
                    damage = new LoadException(
                            "The snapshot " + path + " is damaged in table " + place.name() + ": " + e.getMessage()
                                    + ". Load from the database and save it anew.",
                            e);
                    throw damage;
                }
            }
            lease.keepAlive();
        }
    }
}
