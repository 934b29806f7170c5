package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.incremental.NotIncrementalException;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The maintenance of one query. The lock of {@link org.speedwell.accelerator.store.Versions} protects
 * the state; the subscriptions and {@link #compute} are thread-safe.
 */
final class StoreQuery<E, R> {
    private static final System.Logger LOG = System.getLogger(StoreQuery.class.getName());

    private final QuerySource<E> source;
    private final Function<? super Stream<E>, ? extends R> query;
    private final FallbackListener fallbacks;
    private final Supplier<@Nullable FileGuard> guard;
    private final Set<TableId<?>> others = ConcurrentHashMap.newKeySet();
    private final List<ResultSubscription<R>> subscriptions = new CopyOnWriteArrayList<>();

    /** The incremental state; null if the query runs from scratch. */
    private @Nullable IncrementalQuery<E, R> incremental;

    private volatile String description = "";
    private volatile boolean isIncremental;

    /** The version to which the state belongs; null before the first one. */
    private @Nullable Snapshot at;

    StoreQuery(
            QuerySource<E> source,
            Function<? super Stream<E>, ? extends R> query,
            FallbackListener fallbacks,
            Supplier<@Nullable FileGuard> guard) {
        this.source = source;
        this.query = query;
        this.fallbacks = fallbacks;
        this.guard = guard;
    }

    /**
     * Runs the query over a version, and keeps its state if it is incremental.
     *
     * @throws RuntimeException if the query throws, or the version does not have the table
     */
    MaintainedResult<R> start(Snapshot version) {
        IncrementalQuery<E, R> made = guarded(() -> new IncrementalQuery<>(
                query, reads -> source.all(version, reads), listener(version), source.refusal()));
        String refusal = made.refusal();
        incremental = refusal == null ? made : null;
        others.addAll(made.otherTables());
        at = version;
        describe(made.describe());
        return new MaintainedResult.Known<>(made.result());
    }

    private <T> T guarded(Supplier<T> read) {
        FileGuard of = guard.get();
        return of == null ? read.get() : of.answer("", true, read);
    }

    /** Returns whether the state belongs to a version. */
    @SuppressWarnings("ReferenceEquality") // each version is one object
    boolean isAt(Snapshot version) {
        return at == version;
    }

    /** Releases the state. The next version starts it again. */
    void clear() {
        at = null;
        incremental = null;
    }

    /** Returns the result over a version that does not follow the last one. Does not throw. */
    MaintainedResult<R> restart(Snapshot version) {
        at = version;
        if (!isIncremental) {
            return new MaintainedResult.Pending<>(this::compute, version);
        }
        try {
            return start(version);
        } catch (Throwable e) {
            return abandon(e, version);
        }
    }

    private MaintainedResult<R> abandon(Throwable reason, Snapshot version) {
        incremental = null;
        describe("computed from scratch: " + reason(reason));
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "The store computes " + this + " from scratch from now on: " + reason);
        return new MaintainedResult.Pending<>(this::compute, version);
    }

    private void describe(String how) {
        isIncremental = incremental != null;
        description = how;
    }

    /**
     * Returns the result over the version that becomes visible next. Does not throw.
     *
     * @param former the result over the version that {@link #start} or this method received last
     */
    MaintainedResult<R> next(MaintainedResult<R> former, Snapshot version) {
        Snapshot before = requireNonNull(at);
        at = version;
        IncrementalQuery<E, R> state = incremental;
        if (state == null) {
            return isSame(before, version) && isKnown(former)
                    ? former
                    : new MaintainedResult.Pending<>(this::compute, version);
        }
        try {
            return updated(state, former, before, version);
        } catch (Throwable e) {
            return abandon(e, version);
        }
    }

    private static @Nullable String reason(Throwable e) {
        return e instanceof NotIncrementalException ? e.getMessage() : "an update failed with " + e;
    }

    private MaintainedResult<R> updated(
            IncrementalQuery<E, R> state, MaintainedResult<R> result, Snapshot before, Snapshot version) {
        List<Change<E>> changes = source.changes(before, version, fallbacks);
        if (changes == null) {
            return start(version);
        }
        if (changes.isEmpty()) {
            return result;
        }
        R known = state.result();
        state.update(changes, reads -> source.none(version, reads), listener(version));
        return known == state.result() ? result : new MaintainedResult.Known<>(state.result());
    }

    private static boolean isKnown(MaintainedResult<?> result) {
        return !(result instanceof MaintainedResult.Pending<?> pending) || pending.known() != null;
    }

    /** Returns whether two versions have the same rows in all tables that the query reads. */
    @SuppressWarnings("ReferenceEquality") // versions share a table that does not change
    private boolean isSame(Snapshot one, Snapshot other) {
        return tables().allMatch(read -> one.table(read) == other.table(read));
    }

    /** Computes the result over a version from scratch. */
    R compute(Snapshot version) {
        FallbackListener kept = listener(version);
        FallbackListener recording = new FallbackListener() {
            @Override
            public void fallback(TableStore<?> of, String operation, String reason, @Nullable Object function) {
                kept.fallback(of, operation, reason, function);
            }

            @Override
            public boolean readsFunctions() {
                return kept.readsFunctions();
            }

            @Override
            public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                others.add(identifier);
                return kept.table(identifier);
            }
        };
        return guarded(() -> {
            try (Stream<E> stream = source.all(version, recording)) {
                return query.apply(stream);
            }
        });
    }

    private FallbackListener listener(Snapshot version) {
        return VersionListener.kept(version, fallbacks);
    }

    /** Returns the tables that the query reads. */
    Stream<TableId<?>> tables() {
        return Stream.concat(source.tables().stream(), others.stream());
    }

    boolean isIncremental() {
        return isIncremental;
    }

    String description() {
        return description;
    }

    boolean hasSubscriptions() {
        return !subscriptions.isEmpty();
    }

    void add(ResultSubscription<R> subscription) {
        subscriptions.add(subscription);
    }

    void remove(ResultSubscription<R> subscription) {
        subscriptions.remove(subscription);
    }

    /** Passes a new result to all subscriptions. */
    void notify(Snapshot version, MaintainedResult<R> result) {
        subscriptions.forEach(subscription -> subscription.add(version, result));
    }

    /** Completes all subscriptions. */
    void close() {
        subscriptions.forEach(ResultSubscription::close);
    }

    @Override
    public String toString() {
        return "a maintained query over " + source.name();
    }
}
