package org.speedwell.accelerator.speedment;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.load.SnapshotLoader;

/**
 * A load from the moment that it is decided upon until its end, or the opening of a file in its place: what others wait
 * for or stop. Thread-safe.
 */
final class LoadJob {
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final boolean isLoad;
    private volatile boolean isPublished;
    private @Nullable SnapshotLoader loader;
    private @Nullable String stopped;

    /** One that reads the database, or else a file. */
    LoadJob(boolean isLoad) {
        this.isLoad = isLoad;
    }

    /** Returns whether it serves others who want the database read: it reads the database, and was not told to stop. */
    synchronized boolean mayBeJoined() {
        return isLoad && stopped == null;
    }

    /** Notes that the version is published. What comes after it may still fail. */
    void published() {
        isPublished = true;
    }

    /** Returns whether the version is published. */
    boolean isPublished() {
        return isPublished;
    }

    /** Completes when the new version is published, or with a {@link DataStoreException}. */
    CompletableFuture<Void> done() {
        return done;
    }

    /** Hands over what does the work; it is stopped at once if the job has been. */
    synchronized void runs(SnapshotLoader running) {
        loader = running;
        if (stopped != null) {
            running.stop(stopped);
        }
    }

    /** Makes the load fail with this reason, if it has not ended yet. */
    synchronized void stop(String reason) {
        stopped = reason;
        if (loader != null) {
            loader.stop(reason);
        }
    }
}
