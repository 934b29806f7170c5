package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The maintained queries of a store. Each has a slot in an array of results, which every version contains. The lock of
 * {@link Versions} protects the slots. Thread-safe.
 */
final class MaintainedQueries implements Versions.Listener {
    private final Versions versions;
    private final FallbackListener fallbacks;
    private final Fallback policy;
    private final Supplier<@Nullable FileGuard> guard;
    private final Function<TableId<?>, Optional<String>> staleness;
    private final List<@Nullable Slot> slots = new ArrayList<>();

    /** A query, and the handle that the application has. */
    private record Slot(StoreQuery<?, ?> query, WeakReference<Handle<?, ?>> handle) {
        boolean isUsed() {
            return handle.get() != null || query.hasSubscriptions();
        }
    }

    /**
     * Creates a registry without queries, and adds it to the versions.
     *
     * @param guard supplies the guard of a mapped file; null if none is mapped
     * @param staleness returns why replication no longer updates a table
     */
    MaintainedQueries(
            Versions versions,
            FallbackListener fallbacks,
            Fallback policy,
            Supplier<@Nullable FileGuard> guard,
            Function<TableId<?>, Optional<String>> staleness) {
        this.versions = versions;
        this.fallbacks = fallbacks;
        this.policy = policy;
        this.guard = guard;
        this.staleness = staleness;
        versions.add(this);
    }

    /**
     * Starts to maintain a query.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws FallbackException if the policy refuses queries that run from scratch, and this one does
     */
    <E, R> MaintainedQuery<R> maintain(QuerySource<E> source, Function<? super Stream<E>, ? extends R> of) {
        StoreQuery<E, R> query = new StoreQuery<>(source, of, fallbacks, guard);
        Snapshot version = required(versions.current());
        MaintainedResult<R> first = new MaintainedResult.Known<>(query.compute(version));
        if (policy == Fallback.FAIL && !query.isIncremental()) {
            throw new FallbackException("The query over " + source.name() + " cannot be maintained from the changes: "
                    + query.description() + ". Allow this with Fallback.WARN or Fallback.SILENT.");
        }
        Handle<E, R> handle = new Handle<>(query);
        versions.withCurrent(current -> add(handle, required(current), version, first));
        return handle;
    }

    private static Snapshot required(@Nullable Snapshot version) {
        if (version == null) {
            throw new DataStoreNotLoadedException("No version is in memory, so the query has no result. Call load().");
        }
        return version;
    }

    private <E, R> void add(Handle<E, R> handle, Snapshot current, Snapshot version, MaintainedResult<R> first) {
        handle.slot = freeSlot();
        handle.since = current.version();
        slots.set(handle.slot, new Slot(handle.query, new WeakReference<>(handle)));
        Object[] results = Arrays.copyOf(current.results(), slots.size());
        results[handle.slot] =
                current.equals(version) ? first : handle.query.next(first, new VersionStep(version, current));
        current.setResults(results);
    }

    private int freeSlot() {
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            if (slot == null || !slot.isUsed()) {
                return i;
            }
        }
        slots.add(null);
        return slots.size() - 1;
    }

    @Override
    public void beforePublication(@Nullable Snapshot former, Snapshot next) {
        if (slots.isEmpty()) {
            return;
        }
        VersionStep step = former == null ? null : new VersionStep(former, next);
        Object[] before = former == null ? new Object[0] : former.results();
        Object[] results = new Object[slots.size()];
        for (int i = 0; i < results.length; i++) {
            Slot slot = slots.get(i);
            if (slot != null && slot.isUsed()) {
                results[i] = step == null || i >= before.length || before[i] == null
                        ? slot.query.pending(next)
                        : next(slot.query, before[i], step);
            } else {
                slots.set(i, null);
            }
        }
        next.setResults(results);
    }

    @SuppressWarnings("unchecked") // a slot contains results of its own query
    private static <R> MaintainedResult<R> next(StoreQuery<?, R> query, Object former, VersionStep step) {
        return query.next((MaintainedResult<R>) former, step);
    }

    @Override
    public void afterPublication(Snapshot published) {
        Object[] results = published.results();
        for (int i = 0; i < results.length; i++) {
            Slot slot = slots.get(i);
            if (slot != null) {
                notify(slot.query, published, results[i]);
            }
        }
    }

    @SuppressWarnings("unchecked") // as above
    private static <R> void notify(StoreQuery<?, R> query, Snapshot version, Object result) {
        query.notify(version, (MaintainedResult<R>) result);
    }

    /** Releases the state of all queries, because no version is in memory any more. */
    void clear() {
        versions.withCurrent(_ -> slots.forEach(slot -> {
            if (slot != null) {
                slot.query.clear();
            }
        }));
    }

    /** Closes all queries. */
    void close() {
        List<Handle<?, ?>> handles = new ArrayList<>();
        versions.withCurrent(_ -> slots.forEach(slot -> {
            Handle<?, ?> handle = slot == null ? null : slot.handle.get();
            if (handle != null) {
                handles.add(handle);
            }
        }));
        handles.forEach(Handle::close);
    }

    /** Returns the result of a query over a version. */
    static <R> R result(MaintainedQuery<R> query, Snapshot version) {
        if (!(query instanceof Handle<?, R> handle)) {
            throw new IllegalArgumentException("The query " + query + " was not created by this store.");
        }
        handle.requireOpen();
        return handle.over(version);
    }

    /** The query that the application has. */
    private final class Handle<E, R> implements MaintainedQuery<R> {
        private final StoreQuery<E, R> query;
        private int slot;
        private long since;
        private volatile boolean isClosed;

        private Handle(StoreQuery<E, R> query) {
            this.query = query;
        }

        @Override
        public R get() {
            Snapshot now = versions.current();
            if (now == null || isClosed) {
                requireOpen();
                throw new DataStoreNotLoadedException(
                        "No version is in memory, so " + this + " has no result. Call load().");
            }
            return over(now);
        }

        @SuppressWarnings("unchecked") // the slot contains results of this query
        private @Nullable MaintainedResult<R> result(@Nullable Object of) {
            return (MaintainedResult<R>) of;
        }

        private R over(Snapshot version) {
            MaintainedResult<R> held = held(version);
            return held == null ? query.over(version) : held.get();
        }

        /** Returns the result that a version contains; null if the store did not maintain the query then. */
        private @Nullable MaintainedResult<R> held(Snapshot version) {
            Object[] results = version.results();
            return version.version() >= since && slot < results.length ? result(results[slot]) : null;
        }

        private void requireOpen() {
            if (isClosed) {
                throw new IllegalStateException(
                        this + " is closed. Create a new one with DataStoreComponent.maintain.");
            }
        }

        @Override
        public boolean isIncremental() {
            return query.isIncremental();
        }

        @Override
        public String describe() {
            return query.description();
        }

        @Override
        public Optional<String> staleness() {
            return query.tables()
                    .flatMap(table -> staleness.apply(table).stream()
                            .map(reason -> "Table " + table + " no longer follows the database: " + reason))
                    .findFirst();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ResultChange<R>> subscriber) {
            requireNonNull(subscriber);
            requireOpen();
            ResultSubscription<R> subscription = new ResultSubscription<>(this, subscriber, query::remove);
            subscriber.onSubscribe(subscription);
            versions.withCurrent(current -> {
                query.add(subscription);
                MaintainedResult<R> held = current == null ? null : held(current);
                if (current != null && held != null) {
                    subscription.add(current, held);
                }
                if (isClosed) {
                    subscription.close();
                }
            });
        }

        @Override
        public void close() {
            versions.withCurrent(_ -> {
                if (!isClosed) {
                    isClosed = true;
                    slots.set(slot, null);
                    query.close();
                }
            });
        }

        @Override
        public String toString() {
            return query.toString();
        }
    }
}
