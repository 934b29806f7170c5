package org.speedwell.spring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.follow.FollowStatus;
import org.springframework.context.SmartLifecycle;

/**
 * The load of the tables at start, before the application's server accepts requests. If there is a file, the
 * application starts from it, even while the database is unreachable. Replication then continues from the file's binlog
 * position, or the store reloads in the background as soon as it reaches the database. If a load succeeds but
 * replication fails, only replication is retried.
 */
final class StoreLoading implements SmartLifecycle {
    private static final Log LOG = LogFactory.getLog(StoreLoading.class);

    /** The seconds between a failed attempt in the background and the next one. */
    private static final long RETRY_SECONDS = 5;

    private static final String NOT_LOADED = "The background load failed. The application retries it every ";
    private static final String NOT_FOLLOWED =
            "Memory serves its version, but does not follow the database. The application retries to follow every ";

    private final DataStore store;
    private final SpeedwellProperties.Loading when;
    private final @Nullable Path file;
    private final OpenMode mode;
    private final Runnable renewal;
    private final Executor retries;
    private volatile boolean isRunning;
    private volatile long saved;

    /**
     * The last failure of an attempt in the background, so that the log does not repeat it. One attempt runs at a time.
     */
    private volatile @Nullable String failure;

    /**
     * Creates a load that retries after {@code RETRY_SECONDS} in virtual threads.
     *
     * @param renewal closes the open connections, because they keep the privileges that the user had earlier
     */
    StoreLoading(
            DataStore store, SpeedwellProperties.Loading when, @Nullable Path file, OpenMode mode, Runnable renewal) {
        this(
                store,
                when,
                file,
                mode,
                renewal,
                CompletableFuture.delayedExecutor(
                        RETRY_SECONDS,
                        TimeUnit.SECONDS,
                        retry -> Thread.ofVirtual().name("speedwell-retry").start(retry)));
    }

    /**
     * Creates a load with the executor of its retries.
     *
     * @param retries runs each attempt some time after it receives it
     */
    StoreLoading(
            DataStore store,
            SpeedwellProperties.Loading when,
            @Nullable Path file,
            OpenMode mode,
            Runnable renewal,
            Executor retries) {
        this.store = store;
        this.when = when;
        this.file = file;
        this.mode = mode;
        this.renewal = renewal;
        this.retries = retries;
    }

    /** Returns a phase before those of servers and message listeners, which are positive. */
    @Override
    public int getPhase() {
        return 0;
    }

    @Override
    public void start() {
        isRunning = true;
        if (when == SpeedwellProperties.Loading.NEVER) {
            return;
        }
        boolean isOpened = open();
        if (isOpened && isFollowed()) {
            return; // replication continues from the file's binlog position
        }
        if (isOpened || when == SpeedwellProperties.Loading.BEHIND) {
            loadBehind();
        } else {
            store.load();
            save();
        }
    }

    private boolean open() {
        if (file == null || !Files.exists(file)) {
            return false;
        }
        try {
            CompletableFuture<Void> verified = store.open(file, mode);
            saved = store.version();
            var _ = verified.exceptionally(reason -> {
                reloadDamaged(Optional.ofNullable(reason.getCause()).orElse(reason));
                return null;
            });
            return true;
        } catch (DataStoreException e) {
            boolean isOpened = store.version() > 0;
            LOG.warn((isOpened
                            ? "The application serves the file, and loads the database,"
                                    + " because it cannot follow from the file: "
                            : "The application cannot use the file, and loads the database: ")
                    + e.getMessage());
            return isOpened;
        }
    }

    /** Loads the database after the store has withdrawn a file that the background found damaged. */
    private void reloadDamaged(Throwable damage) {
        if (isRunning) {
            LOG.warn("The application loads the database, because the file is damaged: " + damage.getMessage());
            saved = 0;
            loadBehind();
        }
    }

    private boolean isFollowed() {
        return store.followStatus()
                .map(FollowStatus::phase)
                .filter(phase -> phase != FollowStatus.Phase.STOPPED)
                .isPresent();
    }

    /**
     * Returns whether replication has stopped, although the configuration requests it and the application has not
     * stopped it.
     */
    private boolean isUnfollowed() {
        return store.followStatus().isPresent() && !isFollowed();
    }

    private void loadBehind() {
        long before = store.version();
        CompletableFuture<Void> _ = store.reloadInBackground()
                .thenRun(() -> {
                    failure = null;
                    save();
                })
                .exceptionally(reason -> {
                    failed(before, Optional.ofNullable(reason.getCause()).orElse(reason));
                    return null;
                });
    }

    /**
     * Handles a failed attempt: retries replication if the load has succeeded, otherwise the load.
     *
     * @param before the version in memory before the load
     */
    private void failed(long before, Throwable reason) {
        if (store.version() > before && isUnfollowed()) { // the load has succeeded
            save();
            boolean _ = warn(NOT_FOLLOWED, reason);
            later(this::follow);
        } else {
            boolean _ = warn(NOT_LOADED, reason);
            later(this::loadBehind);
        }
    }

    private void follow() {
        if (!isUnfollowed()) {
            return;
        }
        try {
            store.follow();
            failure = null;
        } catch (Throwable e) { // a later attempt may succeed
            boolean isNew = warn(NOT_FOLLOWED, e);
            // The store can never replicate a version without a binlog position. After another reason, a load may find
            // a position.
            later(isNew && store.position().isEmpty() ? this::loadBehind : this::follow);
        }
    }

    /**
     * Logs a warning, unless the reason is that of the last failure or the application has stopped. Returns whether it
     * logged.
     */
    private boolean warn(String what, Throwable reason) {
        String message = String.valueOf(reason.getMessage());
        if (!isRunning || message.equals(failure)) {
            return false;
        }
        failure = message;
        LOG.warn(what + RETRY_SECONDS + " s: " + message);
        return true;
    }

    private void later(Runnable attempt) {
        if (isRunning) {
            retries.execute(() -> {
                if (isRunning) {
                    renewal.run();
                    attempt.run();
                }
            });
        }
    }

    private synchronized void save() {
        long version = store.version();
        if (file == null || version == 0 || version == saved) {
            return;
        }
        try {
            store.save(file);
            saved = version;
        } catch (DataStoreException e) {
            LOG.warn("The application could not save the version: " + e.getMessage());
        }
    }

    /** Saves the version with which the next start begins. */
    @Override
    public void stop() {
        isRunning = false;
        save();
    }

    @Override
    public boolean isRunning() {
        return isRunning;
    }
}
