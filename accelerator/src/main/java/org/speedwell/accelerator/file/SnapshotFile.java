package org.speedwell.accelerator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.file.SnapshotContents.Place;
import org.speedwell.accelerator.index.IndexFormat;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/**
 * A snapshot in a file, as {@link SnapshotWriter} writes it:
 *
 * <ol>
 * <li>the regions of all columns and indexes, each at a multiple of 64 bytes, in the byte order of the machine, with
 * zeros between them;
 * <li>the contents: perhaps the database's description of the tables, and the descriptions by {@link ColumnFormat} and {@link IndexFormat}, with the checksum of each region;
 * <li>the {@link SnapshotEnd}.
 * </ol>
 *
 * The reader trusts nothing in a file. It checks the contents when it opens the file. {@link #verify} checks the
 * regions: first their checksums, then their values. So no query reads outside a region, even in a file with correct
 * checksums.
 */
public final class SnapshotFile {
    /**
     * The number of times that another process may replace a file while this one opens it. The stamp and the mapping
     * must belong to the same file.
     */
    private static final int MAX_REPLACED = 100;

    private final Path path;

    /** The stamp of the mapped file; null for a copy. */
    private volatile @Nullable Stamp stamp;

    private final long size;

    private final Lease lease;
    private final Map<TableId<?>, TableCheck> checks = new HashMap<>();
    private final SnapshotContents contents;
    private final long version;

    /** The way in which the file enters memory. */
    public enum Access {
        MAPPED,
        COPIED
    }

    /** The attributes that reveal a change of a file in place. A file moved to its name has another key. */
    private record Stamp(@Nullable Object key, FileTime modified, long size) {
        static Stamp of(Path path) throws IOException {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(file.fileKey(), file.lastModifiedTime(), file.size());
        }
    }

    /**
     * Opens a file and checks its table of contents. Only {@link #verify} checks the bytes of the columns.
     *
     * @param version the version of the snapshot
     * @param budget the memory budget that a copy counts toward
     * @throws LoadException if the file has another format, is incomplete, or belongs to another model; or if a copy
     * exceeds the budget
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
                            + ". Raise memoryBudget in the StoreConfiguration, or open it with OpenMode.VERIFIED.",
                    e);
        } catch (RuntimeException | InternalError e) { // the mapped file was truncated
            throw unopened(path, "its table of contents is damaged: " + e.getMessage(), e);
        } finally {
            if (!open) {
                lease.release();
            }
        }
    }

    static LoadException unopened(Path path, String reason, Throwable cause) {
        return new LoadException(
                "The snapshot " + path + " cannot be opened: " + reason
                        + ". Load from the database and save the snapshot again.",
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
            throw new IOException("it is not a regular file");
        }
        Region bytes;
        if (access == Access.MAPPED) {
            Stamp before = Stamp.of(path);
            bytes = lease.map(path);
            for (int again = 0; !Stamp.of(path).equals(before); again++) {
                if (again == MAX_REPLACED) {
                    throw new IOException("another process keeps changing it");
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
        contents.places().forEach((table, places) -> checks.put(table.identifier(), new TableCheck(places)));
    }

    /**
     * Verifies the whole file and returns its version.
     *
     * @throws LoadException as {@link #verify}
     */
    public Snapshot verified() throws LoadException {
        verify();
        lease.belongsTo(version);
        return new Snapshot(version, contents.takenAt(), contents.position(), contents.tables());
    }

    /** Returns the version in the file. It passes each table to the gate before the first use of the table. */
    public Snapshot gated(Predicate<TableStore<?>> gate) {
        lease.belongsTo(version);
        return new Snapshot(version, contents.takenAt(), contents.position(), contents.tables(), gate);
    }

    /**
     * Verifies the whole file on all processors: compares the checksums of all regions, then checks their values.
     *
     * @throws LoadException if the file changed meanwhile, or if a column or index is damaged; the message names the
     * damaged part
     */
    public void verify() throws LoadException {
        for (TableStore<?> table : contents.tables()) {
            verify(table);
        }
        if (isChanged()) {
            throw new LoadException("Another process changed the snapshot " + path
                    + " during the read. Replace a snapshot by moving" + " a new file to its name, as save does.");
        }
    }

    /** Verifies one table like {@link #verify()}. Repeated calls reuse the first result. */
    public void verify(TableStore<?> table) throws LoadException {
        Objects.requireNonNull(checks.get(table.identifier())).run();
    }

    /**
     * Compares the checksums of one table, and does not check its values. Repeated calls reuse the first result.
     *
     * @throws LoadException if a byte differs from the byte that was written
     */
    public void verifyBytes(TableStore<?> table) throws LoadException {
        Objects.requireNonNull(checks.get(table.identifier())).bytes.run();
    }

    /** Returns whether the version still needs the file, because it maps the file. */
    public boolean isMapped() {
        return stamp != null;
    }

    /**
     * Returns whether another process wrote to a mapped file after this object opened it. Such a write also changes the
     * data in memory. Returns false after another process replaced or removed the file.
     */
    public boolean isChanged() {
        return isNow((now, known) -> !now.equals(known));
    }

    /**
     * Returns whether a mapped file is shorter than its mapping, so that reads after its end fail. Returns false after
     * another process replaced or removed the file.
     */
    public boolean isTruncated() {
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
     * Verifies a mapped file again, after it {@linkplain #isChanged was written to}.
     *
     * @throws LoadException if the bytes of a column or index differ now; the message names it
     */
    public void verifyAgain() throws LoadException {
        try {
            Stamp before = Stamp.of(path);
            for (TableCheck check : checks.values()) {
                check.again();
            }
            if (Stamp.of(path).equals(before)) { // otherwise a writer is active, and the next call sees the change
                stamp = before;
            }
        } catch (IOException e) {
            // another process removed or replaced the file: the mapping stays as it is
        }
    }

    public Path path() {
        return path;
    }

    /** The checks of one table. */
    private final class TableCheck {
        private final Once bytes;
        private final Once values;

        TableCheck(List<Place> places) {
            this.bytes = new Once(() -> check(places, Place::checkBytes));
            this.values = new Once(() -> {
                check(places.stream().filter(Place::isColumn).toList(), Place::checkValues);
                check(places.stream().filter(place -> !place.isColumn()).toList(), Place::checkValues);
            });
        }

        /** Compares the checksums, then checks the values. */
        void run() throws LoadException {
            bytes.run();
            values.run();
        }

        void again() throws LoadException {
            bytes.again();
            values.again();
        }

        /** Checks some places on all processors. Throws the damage of the first damaged one. */
        private void check(List<Place> places, Check check) throws LoadException {
            Optional<LoadException> found = places.parallelStream()
                    .flatMap(place -> damage(place, check).stream())
                    .findFirst();
            lease.keepAlive();
            if (found.isPresent()) {
                throw found.get();
            }
        }

        private Optional<LoadException> damage(Place place, Check check) {
            try {
                check.of(place);
                return Optional.empty();
            } catch (IOException | RuntimeException | InternalError e) { // the mapped file was truncated
                return Optional.of(new LoadException(
                        "The snapshot " + path + " is damaged in table " + place.name() + ": " + e.getMessage()
                                + ". Load from the database and save the snapshot again.",
                        e));
            }
        }
    }

    /** An action that runs once. Thread-safe: other threads wait for the result. */
    private static final class Once {
        private final Action action;
        private boolean isDone;
        private @Nullable LoadException failure;

        Once(Action action) {
            this.action = action;
        }

        /** Runs the action at the first call. Every call throws the failure found until then. */
        synchronized void run() throws LoadException {
            if (!isDone) {
                again();
            }
            if (failure != null) {
                throw failure;
            }
        }

        synchronized void again() throws LoadException {
            isDone = true;
            try {
                action.run();
            } catch (LoadException e) {
                failure = e;
                throw e;
            }
        }
    }

    /** Checks that find damage. */
    @FunctionalInterface
    private interface Action {
        void run() throws LoadException;
    }

    /** A check of one place. */
    @FunctionalInterface
    private interface Check {
        void of(Place place) throws IOException;
    }
}
