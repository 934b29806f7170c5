package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.file.SnapshotFile;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;

/** A snapshot's file during its publication, and the handling of damage found later. Thread-safe. */
final class OpenedFile {
    private static final System.Logger LOG = System.getLogger(OpenedFile.class.getName());

    private static final long WATCH_MILLIS = 1_000;

    private final SnapshotFile file;
    private final Versions versions;
    private final Follows publication;
    private final Consumer<OpenedFile> onPublished;
    private final Runnable reload;
    private final Executor background;

    /** True if another version has replaced this file's version, or the store has withdrawn it. */
    private volatile boolean isReplaced;

    /** The previous version, which comes back if this file proves damaged. Null once the whole file is verified. */
    private volatile @Nullable Snapshot former;

    private volatile @Nullable Snapshot opened;

    private volatile boolean isVerified;

    /**
     * Creates the publication of a file.
     *
     * @param onPublished receives this object when the store publishes its version
     * @param reload runs after the store has withdrawn a version that followed the database
     * @param background runs the verification of a file that is published before
     */
    OpenedFile(
            SnapshotFile file,
            Versions versions,
            Follows publication,
            Consumer<OpenedFile> onPublished,
            Runnable reload,
            Executor background) {
        this.file = file;
        this.versions = versions;
        this.publication = publication;
        this.onPublished = onPublished;
        this.reload = reload;
        this.background = background;
    }

    /**
     * Returns the guard for queries of its version and of versions derived from it; null for a copy, which needs none.
     */
    @Nullable
    FileGuard guard() {
        return file.isMapped() ? new FileGuard(file.path(), () -> isFound(file::isTruncated)) : null;
    }

    /** Stops watching the file, because no version uses its bytes any more. */
    void replaced() {
        isReplaced = true;
    }

    /**
     * Verifies the whole file, and then publishes its version.
     *
     * @throws LoadException if the file is damaged. The current version then stays.
     */
    void publishVerified() throws LoadException {
        Snapshot verified = file.verified();
        isVerified = true;
        publish(verified);
    }

    /** Returns whether the whole file is verified, or its version is no longer current. */
    boolean isVerified() {
        return isVerified || isReplaced;
    }

    /**
     * Publishes the version in the file, and then verifies the whole file in the background.
     *
     * @param gate the check that each table must pass before its first use
     */
    CompletableFuture<Void> publishLazily(Gate gate) throws LoadException {
        former = versions.current();
        try {
            publish(file.gated(table -> admits(gate, table)));
        } catch (LoadException e) { // replication could not start from the version, which stays published
            var _ = verification();
            throw e;
        }
        return verification();
    }

    private CompletableFuture<Void> verification() {
        return CompletableFuture.runAsync(this::verify, background);
    }

    private void publish(Snapshot snapshot) throws LoadException {
        opened = snapshot;
        publication.publish(snapshot, published -> {
            opened = published;
            onPublished.accept(this);
            if (file.isMapped()) {
                Thread.ofVirtual().name("speedwell-watch").start(this::watch);
            }
        });
    }

    /** A check of a table. */
    @FunctionalInterface
    interface Gate {
        void check(SnapshotFile file, TableStore<?> table) throws LoadException;
    }

    private boolean admits(Gate gate, TableStore<?> table) {
        try {
            gate.check(file, table);
            return true;
        } catch (LoadException e) {
            withdraw(e);
            return false;
        }
    }

    private void verify() {
        try {
            file.verify();
            isVerified = true;
        } catch (LoadException e) {
            if (!isReplaced) { // the gate may have found the damage before
                withdrawFollowed(requireNonNull(e.getMessage()), e);
            }
            throw new CompletionException(new DataStoreException(requireNonNull(e.getMessage()), e));
        } finally {
            former = null;
        }
    }

    /** Returns the result of a look at the file, or false if it fails. The next look may succeed. */
    private boolean isFound(BooleanSupplier look) {
        try {
            return look.getAsBoolean();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "The snapshot " + file.path() + " could not be checked", e);
            return false;
        }
    }

    private void withdraw(LoadException reason) {
        Snapshot damaged = opened;
        if (damaged != null && versions.withdraw(damaged, former)) {
            isReplaced = true;
            LOG.log(System.Logger.Level.ERROR, requireNonNull(reason.getMessage()));
        }
    }

    /** Watches the file while a version uses its bytes. Running queries may see changed bytes. */
    private void watch() {
        try {
            while (!isReplaced && versions.current() != null) {
                if (isFound(file::isChanged)) {
                    verifyAgain();
                }
                Thread.sleep(WATCH_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void verifyAgain() {
        try {
            file.verifyAgain();
            LOG.log(
                    System.Logger.Level.INFO,
                    () -> "The snapshot " + file.path()
                            + " was written to while it was mapped. Its bytes are unchanged.");
        } catch (LoadException e) {
            withdrawFollowed(
                    "The snapshot " + file.path()
                            + " was written to while it was mapped, so its version is withdrawn."
                            + " Replace snapshots by moving a new file to their path, as save does, or open them"
                            + " with OpenMode.COPIED.",
                    e);
        }
    }

    /** Withdraws the version and those that replication has derived from it. Reloads if there was replication. */
    private void withdrawFollowed(String report, LoadException reason) {
        boolean wasFollowed = publication.withdraw(this::isReplaced, former);
        isReplaced = true;
        LOG.log(System.Logger.Level.ERROR, report, reason);
        if (wasFollowed) {
            reload.run();
        }
    }

    private boolean isReplaced() {
        return isReplaced;
    }
}
