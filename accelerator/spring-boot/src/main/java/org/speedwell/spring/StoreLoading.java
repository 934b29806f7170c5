package org.speedwell.spring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.FollowStatus;
import org.springframework.context.SmartLifecycle;

/**
 * Loads the tables when the application starts, before its server takes requests. Where there is a file, that is opened, and
 * the database is loaded behind it, unless it can be followed from the file's position on.
 */
final class StoreLoading implements SmartLifecycle {
    private static final Log LOG = LogFactory.getLog(StoreLoading.class);

    private final DataStoreComponent store;
    private final SpeedwellProperties.Loading when;
    private final @Nullable Path file;
    private volatile boolean isRunning;
    private volatile long saved;

    StoreLoading(DataStoreComponent store, SpeedwellProperties.Loading when, @Nullable Path file) {
        this.store = store;
        this.when = when;
        this.file = file;
    }

    /** Before servers of requests and readers of messages, whose phases are positive. */
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
            LOG.warn("The file is not used, the database is loaded: " + e.getMessage());
            return store.version() > 0;
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
                .exceptionally(failure -> {
                    if (isRunning) {
                        LOG.warn("The load behind has failed: "
                                + Optional.ofNullable(failure.getCause())
                                        .orElse(failure)
                                        .getMessage());
                    }
                    return null;
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

    /** Saves what the next start is to begin with. */
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
