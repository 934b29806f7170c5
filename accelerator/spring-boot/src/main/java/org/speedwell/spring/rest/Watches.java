package org.speedwell.spring.rest;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.spring.query.RowQuery;
import org.speedwell.spring.query.ServedTable;
import org.springframework.context.SmartLifecycle;

/**
 * The queries that clients watch. Clients of the same query share one maintained query, which closes with the last of
 * them. When the application stops, all watchers end before the server waits for its requests. Thread-safe.
 */
final class Watches implements SmartLifecycle {
    private final DataStore store;
    private final int max;
    private final Semaphore free;
    private final ConcurrentMap<Key, Watch> watches = new ConcurrentHashMap<>();
    private volatile boolean isStopped;

    /** A random number that identifies this start of the application, because each start counts versions from 1. */
    private final String start = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

    /** The identity of a query, for which the spelling of the request does not matter. */
    private record Key(TableId<?> table, String query) {}

    /** An exception for a watcher that the application does not accept now. The client sees the message. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;

        private RefusedException(String reason) {
            super(reason, null, false, false); // without a stack trace, so that a refusal costs little
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /**
     * Creates a registry without watchers.
     *
     * @param max the maximum number of watchers
     */
    Watches(DataStore store, int max) {
        this.store = store;
        this.max = max;
        this.free = new Semaphore(max);
    }

    /**
     * Adds a watcher, which begins with the current result.
     *
     * @param lastEventId the identifier of the last event that the client has; if it belongs to the current result, the
     * watcher begins with the next one
     * @throws RefusedException if there are too many watchers, or the application stops
     * @throws org.speedwell.accelerator.DataStoreNotLoadedException if no version is in memory
     * @throws org.speedwell.accelerator.FallbackException if the store refuses queries that it computes from scratch
     */
    <E> Watcher add(ServedTable<E> table, RowQuery<E> query, @Nullable String lastEventId) {
        if (isStopped) {
            throw new RefusedException("The application stops. Connect again later.");
        }
        if (!free.tryAcquire()) {
            throw new RefusedException(
                    "The application already has %d watchers, the maximum. Try again later.".formatted(max));
        }
        Key key = new Key(table.identifier(), query.text());
        Watcher watcher = new Watcher(closed -> remove(key, closed));
        try {
            Watch watch = watches.compute(key, (_, known) -> {
                Watch shared = known == null ? started(key, table, query) : known;
                shared.add(watcher);
                return shared;
            });
            begin(watcher, watch, lastEventId);
            if (isStopped) {
                watcher.end(); // stop() may not have seen it
            }
            return watcher;
        } catch (Throwable e) {
            watcher.close();
            throw e;
        }
    }

    private <E> Watch started(Key key, ServedTable<E> table, RowQuery<E> query) {
        MaintainedQuery<JsonRows> maintained = store.maintain(
                table.rows(),
                (Stream<E> all) ->
                        new JsonRows(query.rows(all).collect(query.encoder().toBytes())));
        Watch[] watch = new Watch[1];
        watch[0] = new Watch(maintained, () -> watches.remove(key, watch[0]));
        maintained.subscribe(watch[0]);
        return watch[0];
    }

    private void begin(Watcher watcher, Watch watch, @Nullable String lastEventId) {
        SnapshotView version = store.snapshot();
        VersionedRows now = new VersionedRows(version.version(), version.result(watch.query()));
        VersionedRows latest = watch.latest();
        boolean isKnown = id(now).equals(lastEventId)
                || latest != null
                        && id(latest).equals(lastEventId)
                        && latest.rows().equals(now.rows());
        if (isKnown) {
            watcher.skip(now);
        } else {
            watcher.offer(now);
        }
    }

    private void remove(Key key, Watcher watcher) {
        try {
            watches.computeIfPresent(key, (_, watch) -> {
                watch.remove(watcher);
                if (watch.hasWatchers()) {
                    return watch;
                }
                watch.query().close();
                return null;
            });
        } finally {
            free.release(); // last, so that no new watcher finds a query that closes
        }
    }

    /** Returns the identifier of the event for a result: the number of the version, and this start. */
    String id(VersionedRows result) {
        return result.version() + "-" + start;
    }

    /** Returns the number of queries that clients watch. */
    int queries() {
        return watches.size();
    }

    /** Returns the number of watchers. */
    int watchers() {
        return max - free.availablePermits();
    }

    @Override
    public void start() {
        isStopped = false;
    }

    /** Ends all watchers, and refuses new ones. */
    @Override
    public void stop() {
        isStopped = true;
        watches.values().forEach(Watch::endWatchers);
    }

    @Override
    public boolean isRunning() {
        return !isStopped;
    }
}
