package org.speedwell.spring.rest;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;

/** A maintained query and the clients that watch it. Thread-safe. */
final class Watch implements Flow.Subscriber<ResultChange<JsonRows>> {
    private final MaintainedQuery<JsonRows> query;
    private final Runnable onEnd;
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private volatile @Nullable VersionedRows latest;

    /**
     * Creates a watch without clients.
     *
     * @param onEnd is called when the query has no further results. Afterwards nothing adds watchers
     */
    Watch(MaintainedQuery<JsonRows> query, Runnable onEnd) {
        this.query = query;
        this.onEnd = onEnd;
    }

    MaintainedQuery<JsonRows> query() {
        return query;
    }

    /** Returns the result of the last change; null before the first one. */
    @Nullable
    VersionedRows latest() {
        return latest;
    }

    void add(Watcher watcher) {
        watchers.add(watcher);
    }

    void remove(Watcher watcher) {
        watchers.remove(watcher);
    }

    boolean hasWatchers() {
        return !watchers.isEmpty();
    }

    /** Ends all watchers. */
    void endWatchers() {
        watchers.forEach(Watcher::end);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ResultChange<JsonRows> change) {
        VersionedRows next = new VersionedRows(change.version(), change.after());
        latest = next;
        watchers.forEach(watcher -> watcher.offer(next));
    }

    /** Ends the watchers. The store has logged the failure, and the clients get the reason when they connect again. */
    @Override
    public void onError(Throwable failure) {
        onComplete();
    }

    @Override
    public void onComplete() {
        onEnd.run();
        endWatchers();
    }
}
