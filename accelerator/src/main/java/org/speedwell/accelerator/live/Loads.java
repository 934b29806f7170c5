package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.file.SnapshotFile;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.store.LoadReport;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;

/**
 * The loads of the database, in the caller's thread or in the background, and the opening of files. At most one of them
 * runs at a time. Thread-safe.
 */
final class Loads {
    private static final System.Logger LOG = System.getLogger(Loads.class.getName());

    private static final int STOP_SECONDS = 30;
    private static final DataStoreException NO_MEMORY =
            new DataStoreException("The load failed because the heap is full. Raise the size of the heap with -Xmx.");

    private final Versions versions;
    private final Follows publication;
    private final Function<LoadConfiguration, SnapshotLoader> loaders;
    private final ReloadSchedule schedule;
    private final Executor verifier;
    private final AtomicReference<@Nullable LoadJob> current = new AtomicReference<>();
    private final LongAdder failed = new LongAdder();
    private volatile boolean stopped;

    /** The file whose bytes the current version uses. */
    private volatile @Nullable OpenedFile opened;

    private volatile @Nullable FileGuard guard;

    /** A function that opens a file as the version with a number. */
    @FunctionalInterface
    interface Opening {
        SnapshotFile open(long version) throws LoadException;
    }

    /**
     * Creates the loads. Each load has its own loader, and the schedule is notified of each successful load.
     *
     * @param verifier runs the verification of files that are published before
     */
    Loads(
            Versions versions,
            Function<LoadConfiguration, SnapshotLoader> loaders,
            ReloadSchedule schedule,
            Follows publication,
            Executor verifier) {
        this.versions = versions;
        this.publication = publication;
        this.loaders = loaders;
        this.schedule = schedule;
        this.verifier = verifier;
    }

    /** Returns the number of loads that failed. */
    long failed() {
        return failed.sum();
    }

    /** Loads the tables, and returns when the version is published. */
    void load(LoadConfiguration how) {
        LoadJob job = begin(true);
        if (job == null) {
            throw alreadyLoading();
        }
        run(job, how);
    }

    /** Starts a load in the background; cancelling the future stops the load. */
    CompletableFuture<Void> start(LoadConfiguration how) {
        LoadJob job = begin(true);
        return job == null ? CompletableFuture.failedFuture(alreadyLoading()) : start(job, how);
    }

    /**
     * Joins the running load, or else starts one. If the load was stopped, or a file is being opened, another load
     * starts after that has ended.
     */
    CompletableFuture<Void> startOrJoin(LoadConfiguration how) {
        while (true) {
            LoadJob running = current.get();
            if (running != null) {
                return running.mayBeJoined()
                        ? running.done().copy()
                        : running.done().handle((_, _) -> how).thenCompose(this::startOrJoin);
            }
            LoadJob job = begin(true);
            if (job != null) {
                return start(job, how);
            }
        }
    }

    /**
     * Publishes the version in a file.
     *
     * @param gate the check that each table must pass before its first use; null to verify the file before publication
     * @param reload called if the version followed the database and had to be withdrawn
     * @return a future that completes when the whole file is verified
     */
    CompletableFuture<Void> open(Opening opening, OpenedFile.@Nullable Gate gate, Runnable reload) {
        LoadJob job = begin(false);
        if (job == null) {
            throw alreadyLoading();
        }
        try {
            requireNotStopped();
            OpenedFile file = new OpenedFile(
                    opening.open(versions.last() + 1), versions, publication, this::replace, reload, verifier);
            CompletableFuture<Void> verified = CompletableFuture.completedFuture(null);
            if (gate == null) {
                file.publishVerified();
            } else {
                verified = file.publishLazily(gate);
            }
            schedule.loaded();
            return verified;
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } finally {
            current.set(null);
            job.done().complete(null);
        }
    }

    /** Returns whether the current version is verified. A version that does not come from a file is. */
    boolean isVerified() {
        OpenedFile file = opened;
        return file == null || file.isVerified();
    }

    /** Returns the guard for queries of a mapped version; null if it needs none. */
    @Nullable
    FileGuard guard() {
        return guard;
    }

    /**
     * Sets the file of the current version; null if the version does not come from a file. One thread publishes at a
     * time.
     */
    private void replace(@Nullable OpenedFile by) {
        OpenedFile before = opened;
        opened = by;
        guard = by == null ? null : by.guard();
        if (before != null) {
            before.replaced();
        }
    }

    /** Stops all loads: refuses new ones, stops the running one, and waits for it. */
    void stop() {
        stopped = true;
        LoadJob running = current.get();
        if (running != null) {
            running.stop("The load stopped because the application stopped.");
            try {
                running.done()
                        .copy()
                        .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
                        .exceptionally(failure -> null)
                        .join();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "A load did not end in time while the application stopped", e);
            }
        }
    }

    private static DataStoreException alreadyLoading() {
        return new DataStoreException("A load is already under way. Wait until it is done before you start another.");
    }

    private void requireNotStopped() {
        if (stopped) {
            throw new DataStoreException("The application has been stopped.");
        }
    }

    /** Returns a new job, or null while another one runs. */
    private @Nullable LoadJob begin(boolean isLoad) {
        LoadJob job = new LoadJob(isLoad);
        return current.compareAndSet(null, job) ? job : null;
    }

    private CompletableFuture<Void> start(LoadJob job, LoadConfiguration how) {
        CompletableFuture<Void> result = job.done().copy();
        try {
            Thread.ofVirtual().name("speedwell-load").start(() -> {
                try {
                    run(job, how);
                } catch (Throwable e) {
                    LOG.log(System.Logger.Level.DEBUG, "A load in the background failed", e); // the future reports it
                }
            });
        } catch (Throwable e) { // there is no memory for another thread
            end(job, new DataStoreException("The load could not be started: " + e, e));
        }
        var _ = result.whenComplete((ignored, failure) -> {
            if (result.isCancelled()) {
                job.stop("The load was cancelled.");
            }
        });
        return result;
    }

    private void run(LoadJob job, LoadConfiguration how) {
        LoadEvent event = new LoadEvent();
        event.begin();
        try {
            event.loaded(load(job, how));
            current.set(null);
            schedule.loaded(); // not before: an immediate reload would find and join this load
            job.done().complete(null);
        } catch (Throwable e) {
            DataStoreException failure = e instanceof DataStoreException known
                    ? known
                    : new DataStoreException(
                            e instanceof LoadException ? requireNonNull(e.getMessage()) : "The load failed: " + e, e);
            event.failure = requireNonNull(failure.getMessage());
            end(job, failure);
            if (job.isPublished()) {
                schedule.loaded(); // the version exists, although it is not followed
            }
            throw failure;
        } finally {
            if (!job.done().isDone()) { // there was no memory even to report why
                end(job, NO_MEMORY);
            }
            event.commit();
            notifyEnd(how.progress());
        }
    }

    private void end(LoadJob job, DataStoreException failure) {
        failed.increment();
        current.set(null);
        job.done().completeExceptionally(failure);
    }

    private Snapshot load(LoadJob job, LoadConfiguration how) throws LoadException {
        long started = System.nanoTime();
        SnapshotLoader loader = loaders.apply(how);
        job.runs(loader);
        requireNotStopped();
        Snapshot next = publication.publish(loader.load(versions.last() + 1), _ -> {
            job.published();
            replace(null);
        });
        logReport(next.report());
        LOG.log(
                System.Logger.Level.INFO,
                () -> "Loaded version %d: %,d rows of %d tables, %,d bytes, in %d ms"
                        .formatted(
                                next.version(),
                                next.rows(),
                                next.tables().size(),
                                next.bytes(),
                                (System.nanoTime() - started) / 1_000_000));
        return next;
    }

    private static void logReport(LoadReport report) {
        report.tablesNotLoaded()
                .forEach(table -> LOG.log(
                        System.Logger.Level.WARNING,
                        () -> "Table %s is not in memory. Its streams read the database: %s"
                                .formatted(table.table(), table.reason())));
        report.badValues()
                .forEach(bad -> LOG.log(
                        System.Logger.Level.WARNING,
                        () -> "Table %s, column %s: %,d values became NULL, the first in row %s: %s"
                                .formatted(bad.table(), bad.column(), bad.count(), bad.firstRow(), bad.reason())));
    }

    /** Notifies a listener of the end. Its exceptions do not change the result of the load. */
    private static void notifyEnd(LoadProgress progress) {
        try {
            progress.ended();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "The progress listener threw an exception at the end of the load", e);
        }
    }
}
