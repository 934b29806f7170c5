package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.file.SnapshotFile;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;

/** A snapshot's file on its way to be published, and what becomes of it if it is damaged. Thread-safe. */
final class OpenedFile {
    private static final System.Logger LOG = System.getLogger(OpenedFile.class.getName());

    private static final long WATCH_MILLIS = 1_000;

    private final SnapshotFile file;
    private final Versions versions;
    private final Follows publication;
    private final Consumer<OpenedFile> onPublished;
    private final Runnable reload;

    /** Something else was published in place of this file, or it was withdrawn. */
    private volatile boolean isReplaced;

    /** What was published before, as long as this file may prove damaged. */
    private volatile @Nullable Snapshot former;

    private volatile @Nullable Snapshot opened;

    /**
     * @param onPublished is told when its version is published
     * @param reload to be called where a version that followed the database had to be withdrawn
     */
    OpenedFile(
            SnapshotFile file,
            Versions versions,
            Follows publication,
            Consumer<OpenedFile> onPublished,
            Runnable reload) {
        this.file = file;
        this.versions = versions;
        this.publication = publication;
        this.onPublished = onPublished;
        this.reload = reload;
    }

    /** Returns what guards queries of its version and of those that were made of it; null for a copy, which needs nothing. */
    @Nullable
    FileGuard guard() {
        return file.isMapped() ? new FileGuard(file.path(), () -> isFound(file::isCutOff)) : null;
    }

    /** Has the file watched no more, as no version has anything of it. */
    void replaced() {
        isReplaced = true;
    }

    /**
     * Publishes the version in the file once all of it is verified.
     *
     * @throws LoadException if it is damaged; nothing is published then
     */
    void publishVerified() throws LoadException {
        publish(file.verified());
    }

    /** Publishes the version in the file; the future completes when all of it is verified. */
    CompletableFuture<Void> publishLazily() throws LoadException {
        former = versions.current();
        publish(file.gated(this::admits));
        return CompletableFuture.runAsync(
                this::verify,
                task -> Thread.ofVirtual().name("speedwell-verify").start(task));
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

    private boolean admits(TableStore<?> table) {
        try {
            file.verify(table);
            return true;
        } catch (LoadException e) {
            withdraw(e);
            return false;
        }
    }

    private void verify() {
        try {
            file.verify();
        } catch (LoadException e) {
            withdraw(e);
            throw new CompletionException(new DataStoreException(requireNonNull(e.getMessage()), e));
        } finally {
            former = null;
        }
    }

    /** Returns what a look at the file finds. A look that fails finds nothing: the next one may. */
    private boolean isFound(BooleanSupplier look) {
        try {
            return look.getAsBoolean();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "The snapshot " + file.path() + " could not be looked at", e);
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

    /** Watches the file as long as a version has bytes of it. Queries under way may see a change of the bytes. */
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
                            + " was written to while it was mapped; its bytes are the same.");
        } catch (LoadException e) {
            boolean wasFollowed = publication.withdraw(this::isReplaced, former);
            isReplaced = true;
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The snapshot " + file.path()
                            + " was written to while it was mapped, so its version is withdrawn. Replace"
                            + " snapshots by moving a new file to the name, as save does, or open them with OpenMode.COPIED.",
                    e);
            if (wasFollowed) {
                reload.run();
            }
        }
    }

    private boolean isReplaced() {
        return isReplaced;
    }
}
