package org.speedwell.spring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.FollowStatus;
import org.springframework.context.SmartLifecycle;

/**
 * Loads the tables when the application starts, before its server takes requests. If there is a file, the application starts from
 * it, even while the database is away. The database is then followed from the file's position on, or loaded in the background,
 * as soon as it can be reached.
 */
final class StoreLoading implements SmartLifecycle {
    private static final Log LOG = LogFactory.getLog(StoreLoading.class);

    /** The seconds between a load in the background that failed and the next one. */
    private static final long RETRY_SECONDS = 5;

    private final DataStoreComponent store;
    private final SpeedwellProperties.Loading when;
    private final @Nullable Path file;
    private volatile boolean isRunning;
    private volatile long saved;

    /** The last failure of a load in the background, so that the log repeats none; for one load at a time. */
    private volatile @Nullable String failure;

    StoreLoading(DataStoreComponent store, SpeedwellProperties.Loading when, @Nullable Path file) {
        this.store = store;
        this.when = when;
        this.file = file;
    }

    /** Returns a phase before those of servers and of readers of messages, which are positive. */
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
            return; // from the file's position on
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
            store.open(file).join();
            saved = store.version();
            return true;
        } catch (DataStoreException e) {
            boolean isOpened = store.version() > 0;
            LOG.warn((isOpened
                            ? "The file is served, the database is loaded, as it cannot be followed: "
                            : "The file is not used, the database is loaded: ")
                    + e.getMessage());
            return isOpened;
        }
    }

    private boolean isFollowed() {
        return store.followStatus()
                .map(FollowStatus::phase)
                .filter(phase -> phase != FollowStatus.Phase.STOPPED)
                .isPresent();
    }

    private void loadBehind() {
        CompletableFuture<Void> _ = store.reloadInBackground()
                .thenRun(this::save)
                .exceptionally(reason -> {
                    retry(Optional.ofNullable(reason.getCause()).orElse(reason));
                    return null;
                });
    }

    private void retry(Throwable reason) {
        if (!isRunning) {
            return;
        }
        String message = String.valueOf(reason.getMessage());
        if (!message.equals(failure)) {
            failure = message;
            LOG.warn("The load in the background has failed, and is tried again every " + RETRY_SECONDS + " s: "
                    + message);
        }
        CompletableFuture.delayedExecutor(RETRY_SECONDS, TimeUnit.SECONDS).execute(() -> {
            if (isRunning) {
                loadBehind();
            }
        });
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
            LOG.warn("The version is not saved: " + e.getMessage());
        }
    }

    /** Saves the version from which the next start begins. */
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
