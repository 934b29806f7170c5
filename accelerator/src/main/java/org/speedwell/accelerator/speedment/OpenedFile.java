package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.load.SnapshotFile;
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

    /** What was published before, as long as this file may prove damaged. */
    private volatile @Nullable Snapshot former;

    private volatile @Nullable Snapshot opened;

    OpenedFile(SnapshotFile file, Versions versions, Follows publication) {
        this.file = file;
        this.versions = versions;
        this.publication = publication;
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
        Snapshot published = publication.publish(snapshot);
        opened = published;
        if (file.isMapped()) {
            Thread.ofVirtual().name("speedwell-watch").start(() -> watch(published));
        }
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

    /** An answer that fails is no answer: the next look may have one. */
    private boolean isChanged() {
        try {
            return file.isChanged();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "The snapshot " + file.path() + " could not be looked at", e);
            return false;
        }
    }

    private void withdraw(LoadException reason) {
        Snapshot damaged = opened;
        if (damaged != null && versions.withdraw(damaged, former)) {
            LOG.log(System.Logger.Level.ERROR, requireNonNull(reason.getMessage()));
        }
    }

    /** As long as the version is published. What a change of its file does to queries under way cannot be told. */
    private void watch(Snapshot snapshot) {
        try {
            while (versions.current() == snapshot) {
                if (isChanged()) {
                    withdraw(
                            new LoadException(
                                    "The snapshot " + file.path() + " has been written to while it was open, so"
                                            + " that its version is no longer what was verified: it is withdrawn. Replace snapshots by"
                                            + " moving a new file to the name, as save does, or open them with OpenMode.COPIED."));
                }
                Thread.sleep(WATCH_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
