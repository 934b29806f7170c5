package org.speedwell.accelerator.live;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.load.SnapshotLoader;

/**
 * A load, or the opening of a file in its place, from the decision until the end. Other threads can wait for it or stop
 * it. Thread-safe.
 */
final class LoadJob {
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final boolean isLoad;
    private volatile boolean isPublished;
    private @Nullable SnapshotLoader loader;
    private @Nullable String stopped;

    /** Creates a job that reads the database, or else a file. */
    LoadJob(boolean isLoad) {
        this.isLoad = isLoad;
    }

    /** Returns whether other requests for a load may wait for this job: it reads the database and is not stopped. */
    synchronized boolean mayBeJoined() {
        return isLoad && stopped == null;
    }

    /** Records that the job has published its version. Later steps may still fail. */
    void published() {
        isPublished = true;
    }

    /** Returns whether the job has published its version. */
    boolean isPublished() {
        return isPublished;
    }

    /** Returns a future of the publication. If the job fails, the future fails with a {@link DataStoreException}. */
    CompletableFuture<Void> done() {
        return done;
    }

    /** Sets the loader that runs for this job. If the job has already been stopped, this stops the loader at once. */
    synchronized void runs(SnapshotLoader running) {
        loader = running;
        if (stopped != null) {
            running.stop(stopped);
        }
    }

    /** Fails the load with this reason, if it has not ended yet. */
    synchronized void stop(String reason) {
        stopped = reason;
        if (loader != null) {
            loader.stop(reason);
        }
    }
}
