package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.incremental.AffectedQueries;
import org.speedwell.accelerator.lambda.FunctionKey;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The maintained queries of a store. Each has a slot in an array of results, which every version contains. Equal
 * queries share a slot. The lock of {@link Versions} protects the slots. Thread-safe.
 */
final class MaintainedQueries implements Versions.Listener {
    private final Versions versions;
    private final FallbackListener fallbacks;
    private final Fallback policy;
    private final Supplier<@Nullable FileGuard> guard;
    private final Function<TableId<?>, Optional<String>> staleness;
    private final StateBudget budget;
    private final List<@Nullable Slot> slots = new ArrayList<>();
    private final Map<Key, Slot> byKey = new HashMap<>();

    /** Receives the users of abandoned queries. */
    private final ReferenceQueue<Shared<?, ?>> abandoned = new ReferenceQueue<>();

    /** The number of the last version that has results. */
    private long last;

    /** The queries over each table; only valid if {@link #isIndexed} is true. */
    private List<OfTable> byTable = List.of();

    /** The slots whose queries must see every step, whether it affects them or not. */
    private final BitSet always = new BitSet();

    /** False if queries were added, released or computed, so that other steps may affect them. */
    private volatile boolean isIndexed;

    /** The slots whose results the last version has changed. */
    private final BitSet changed = new BitSet();

    /** The identity of a query. Queries with equal keys have the same result in every version. */
    private record Key(QuerySource<?> source, FunctionKey function) {}

    /**
     * A query, and what its handles share. The handles and subscriptions keep the shared object reachable. It is gone
     * when the application has neither.
     */
    private record Slot(Key key, StoreQuery<?, ?> query, Users users) {}

    /** A reference to what the handles of the query in a slot share. */
    private static final class Users extends WeakReference<Shared<?, ?>> {
        final int slot;

        Users(Shared<?, ?> shared, ReferenceQueue<Shared<?, ?>> abandoned) {
            super(shared, abandoned);
            this.slot = shared.slot;
        }
    }

    /**
     * The queries over one table.
     *
     * @param slots their slots, in the order of the index
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record OfTable(TableId<?> table, int[] slots, AffectedQueries index) {
        /** Adds the slots of the queries that a step may affect. */
        void addAffected(VersionStep step, BitSet to) {
            VersionStep.Rows rows = step.rows(table);
            if (rows.isNone()) {
                return;
            }
            boolean[] affected = rows.isUnknown()
                    ? null
                    : index.by(
                            VersionStep.table(step.former(), table),
                            rows.gone(),
                            VersionStep.table(step.latter(), table),
                            rows.come());
            for (int i = 0; i < slots.length; i++) {
                if (affected == null || affected[i]) {
                    to.set(slots[i]);
                }
            }
        }
    }

    /** The part of a query that its handles share. */
    private static final class Shared<E, R> {
        final StoreQuery<E, R> query;
        final int slot;

        /** The first version that contains the result of the query. */
        final long since;

        /** The number of handles that are not closed. The lock of the versions protects it. */
        int handles;

        /** True if the store has closed all queries. */
        volatile boolean isClosed;

        Shared(StoreQuery<E, R> query, int slot, long since) {
            this.query = query;
            this.slot = slot;
            this.since = since;
        }

        @SuppressWarnings("unchecked") // the slot contains results of this query
        private static <R> @Nullable MaintainedResult<R> result(@Nullable Object of) {
            return (MaintainedResult<R>) of;
        }

        R over(Snapshot version) {
            MaintainedResult<R> held = held(version);
            return held == null ? query.over(version) : held.get();
        }

        /** Returns the result that a version contains; null if the store did not maintain the query then. */
        @Nullable
        MaintainedResult<R> held(Snapshot version) {
            Object[] results = version.results();
            return version.version() >= since && slot < results.length ? result(results[slot]) : null;
        }
    }

    /**
     * Creates a registry without queries, and adds it to the versions.
     *
     * @param guard supplies the guard of a mapped file; null if none is mapped
     * @param staleness returns why a table may be older than its source
     * @param budget limits the states of all queries
     */
    MaintainedQueries(
            Versions versions,
            FallbackListener fallbacks,
            Fallback policy,
            Supplier<@Nullable FileGuard> guard,
            Function<TableId<?>, Optional<String>> staleness,
            StateBudget budget) {
        this.versions = versions;
        this.fallbacks = fallbacks;
        this.policy = policy;
        this.guard = guard;
        this.staleness = staleness;
        this.budget = budget;
        this.last = versions.last();
        versions.add(this);
    }

    /**
     * Starts to maintain a query, or shares the state of an equal one.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws DataStoreException if the budget has no room for the state of the query
     * @throws FallbackException if the policy refuses queries that run from scratch, and this one does
     */
    <E, R> MaintainedQuery<R> maintain(QuerySource<E> source, Function<? super Stream<E>, ? extends R> of) {
        Snapshot version = required(versions.current());
        Key key = new Key(source, FunctionKey.of(of));
        StoreQuery<E, R> query = new StoreQuery<>(source, of, fallbacks, guard, budget, () -> isIndexed = false);
        Handle<E, R> handle = new Handle<>(query.toString());
        versions.withCurrent(_ -> {
            releaseAbandoned();
            handle.open(this.<E, R>shared(key));
        });
        if (!handle.isOpen()) {
            start(handle, query, key, version);
        }
        return handle;
    }

    /** Computes the first result of a query, and opens its handle. */
    private <E, R> void start(Handle<E, R> handle, StoreQuery<E, R> query, Key key, Snapshot version) {
        try {
            MaintainedResult<R> first = new MaintainedResult.Known<>(query.compute(version));
            requireAccepted(query);
            versions.withCurrent(current -> {
                Shared<E, R> other = shared(key); // another thread may have added it meanwhile
                handle.open(other == null ? add(key, query, required(current), version, first) : other);
            });
        } finally {
            if (!handle.isOf(query)) {
                query.release();
            }
        }
    }

    private void requireAccepted(StoreQuery<?, ?> query) {
        String overBudget = query.overBudget();
        if (overBudget != null) {
            throw new DataStoreException("The store refuses " + query + ", because " + overBudget
                    + ". Raise maintainedBudget in the StoreConfiguration, close other maintained queries, or let this"
                    + " one keep fewer groups or values.");
        }
        if (policy == Fallback.FAIL && !query.isIncremental()) {
            throw new FallbackException(
                    "The store refuses " + query + ", because it cannot maintain it from the changes: "
                            + query.description() + ". Allow this with Fallback.WARN or Fallback.SILENT.");
        }
    }

    /** Returns the shared part of a query; null if the query has no handles. */
    @SuppressWarnings("unchecked") // queries of equal keys have the same types
    private <E, R> @Nullable Shared<E, R> shared(Key key) {
        Slot slot = byKey.get(key);
        return slot == null ? null : (Shared<E, R>) slot.users.get();
    }

    private static Snapshot required(@Nullable Snapshot version) {
        if (version == null) {
            throw new DataStoreNotLoadedException("No version is in memory, so the query has no result. Call load().");
        }
        return version;
    }

    private <E, R> Shared<E, R> add(
            Key key, StoreQuery<E, R> query, Snapshot current, Snapshot version, MaintainedResult<R> first) {
        Shared<E, R> shared = new Shared<>(query, freeSlot(), current.version());
        Slot slot = new Slot(key, query, new Users(shared, abandoned));
        isIndexed = false;
        slots.set(shared.slot, slot);
        byKey.put(key, slot);
        Object[] results = Arrays.copyOf(current.results(), slots.size());
        results[shared.slot] = current.equals(version) ? first : query.next(first, new VersionStep(version, current));
        current.setResults(results);
        return shared;
    }

    private int freeSlot() {
        int free = slots.indexOf(null);
        if (free >= 0) {
            return free;
        }
        slots.add(null);
        return slots.size() - 1;
    }

    private void releaseAbandoned() {
        for (Object users = abandoned.poll(); users != null; users = abandoned.poll()) {
            int slot = ((Users) users).slot;
            Slot of = slots.get(slot);
            if (of != null && of.users == users) {
                release(slot);
            }
        }
    }

    private void release(int i) {
        isIndexed = false;
        Slot slot = slots.set(i, null);
        if (slot != null) {
            byKey.remove(slot.key, slot);
            slot.query.release();
        }
    }

    @Override
    public void beforePublication(@Nullable Snapshot former, Snapshot next) {
        changed.clear();
        boolean isSuccessor = former != null && former.version() == last;
        last = next.version();
        releaseAbandoned();
        if (slots.isEmpty()) {
            return;
        }
        Object[] results = Arrays.copyOf(former == null ? new Object[0] : former.results(), slots.size());
        if (!isSuccessor) {
            isIndexed = false;
            slots.stream().filter(Objects::nonNull).forEach(slot -> slot.query.interrupt());
        }
        if (former == null) {
            Arrays.setAll(results, i -> pending(slots.get(i), next));
            changed.set(0, results.length);
        } else {
            follow(new VersionStep(former, next), results);
        }
        next.setResults(results);
    }

    private static @Nullable Object pending(@Nullable Slot slot, Snapshot version) {
        return slot == null ? null : slot.query.pending(version);
    }

    /**
     * Replaces the results over the former version of a step by those over the latter one. Calls only queries that the
     * step may affect.
     */
    private void follow(VersionStep step, @Nullable Object[] results) {
        if (!isIndexed) {
            index(step.former(), results);
        }
        BitSet affected = (BitSet) always.clone();
        byTable.forEach(queries -> queries.addAffected(step, affected));
        for (int i = affected.nextSetBit(0); i >= 0; i = affected.nextSetBit(i + 1)) {
            Slot slot = slots.get(i);
            Object before = results[i];
            if (slot != null) {
                Object after = before == null ? slot.query.pending(step.latter()) : next(slot.query, before, step);
                results[i] = after;
                changed.set(i, after != before);
                always.set(i, !slot.query.canSkip(after, step.latter()));
            }
        }
    }

    /** Finds the queries that must see every step, and sorts the others by their tables. */
    private void index(Snapshot former, @Nullable Object[] results) {
        isIndexed = true; // before the queries are read, because a reader may compute one meanwhile
        always.clear();
        Map<TableId<?>, List<Integer>> inTable = new LinkedHashMap<>();
        for (int i = 0; i < results.length; i++) {
            Slot slot = slots.get(i);
            if (slot == null) {
                results[i] = null;
                continue;
            }
            Object result = results[i];
            always.set(i, result == null || !slot.query.canSkip(result, former));
            TableId<?> table = slot.query.onlyTable();
            if (table != null) {
                inTable.computeIfAbsent(table, _ -> new ArrayList<>()).add(i);
            }
        }
        byTable = inTable.entrySet().stream()
                .map(of -> index(of.getKey(), of.getValue()))
                .toList();
    }

    private OfTable index(TableId<?> table, List<Integer> of) {
        AffectedQueries index = new AffectedQueries(of.stream()
                .map(i -> requireNonNull(slots.get(i)).query.dependence())
                .toList());
        return new OfTable(table, of.stream().mapToInt(Integer::intValue).toArray(), index);
    }

    @SuppressWarnings("unchecked") // a slot contains results of its own query
    private static <R> MaintainedResult<R> next(StoreQuery<?, R> query, Object former, VersionStep step) {
        return query.next((MaintainedResult<R>) former, step);
    }

    @Override
    public void afterPublication(Snapshot published) {
        Object[] results = published.results();
        for (int i = changed.nextSetBit(0); i >= 0; i = changed.nextSetBit(i + 1)) {
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
        versions.withCurrent(_ -> {
            for (int i = 0; i < slots.size(); i++) {
                Slot slot = slots.get(i);
                Shared<?, ?> shared = slot == null ? null : slot.users.get();
                if (shared != null) {
                    shared.isClosed = true;
                    shared.query.close(_ -> true);
                }
                release(i);
            }
        });
    }

    /** Returns the result of a query over a version. */
    static <R> R result(MaintainedQuery<R> query, Snapshot version) {
        if (!(query instanceof Handle<?, R> handle)) {
            throw new IllegalArgumentException("The query " + query + " was not created by this store.");
        }
        return handle.required().over(version);
    }

    /** The query that the application has. Several handles may share a query. */
    private final class Handle<E, R> implements MaintainedQuery<R> {
        private final String name;

        /** The shared part of the query; null before this handle is opened, and after it is closed. */
        private volatile @Nullable Shared<E, R> shared;

        private Handle(String name) {
            this.name = name;
        }

        /** Opens this handle, unless there is nothing to share. */
        private void open(@Nullable Shared<E, R> of) {
            shared = of;
            if (of != null) {
                of.handles++;
            }
        }

        private boolean isOpen() {
            return shared != null;
        }

        private boolean isOf(StoreQuery<E, R> query) {
            Shared<E, R> of = shared;
            return of != null && of.query == query;
        }

        @Override
        public R get() {
            Shared<E, R> of = shared;
            Snapshot now = versions.current();
            if (now == null || of == null || of.isClosed) {
                required();
                throw new DataStoreNotLoadedException(
                        "No version is in memory, so " + this + " has no result. Call load().");
            }
            return of.over(now);
        }

        private Shared<E, R> required() {
            Shared<E, R> of = shared;
            if (of == null || of.isClosed) {
                throw new IllegalStateException(
                        this + " is closed. Create a new one with DataStoreComponent.maintain.");
            }
            return of;
        }

        @Override
        public boolean isIncremental() {
            return required().query.isIncremental();
        }

        @Override
        public String describe() {
            return required().query.description();
        }

        @Override
        public Optional<String> staleness() {
            return required()
                    .query
                    .tables()
                    .flatMap(table -> staleness.apply(table).stream())
                    .findFirst();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ResultChange<R>> subscriber) {
            requireNonNull(subscriber);
            StoreQuery<E, R> query = required().query;
            ResultSubscription<R> subscription = new ResultSubscription<>(this, subscriber, query::remove);
            subscriber.onSubscribe(subscription);
            versions.withCurrent(current -> {
                query.add(subscription);
                Shared<E, R> of = shared;
                MaintainedResult<R> held = current == null || of == null ? null : of.held(current);
                if (current != null && held != null) {
                    subscription.add(current, held);
                }
                if (of == null || of.isClosed) {
                    subscription.close();
                }
            });
        }

        @Override
        public void close() {
            versions.withCurrent(_ -> {
                Shared<E, R> of = shared;
                if (of != null && !of.isClosed) {
                    shared = null;
                    of.query.close(this::equals);
                    if (--of.handles == 0) {
                        release(of.slot);
                    }
                }
            });
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
