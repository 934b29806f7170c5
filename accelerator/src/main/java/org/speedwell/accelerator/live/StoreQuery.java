package org.speedwell.accelerator.live;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.Hop;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.incremental.NotIncrementalException;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.stream.Dependence;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The maintenance of one query. A publishing thread updates the incremental state. A thread that reads a result from
 * scratch may replace it. Thread-safe.
 */
final class StoreQuery<E, R> {
    private static final System.Logger LOG = System.getLogger(StoreQuery.class.getName());

    private final QuerySource<E> source;
    private final List<TableId<?>> tables;
    private final Function<? super Stream<E>, ? extends R> query;
    private final FallbackListener fallbacks;
    private final Supplier<@Nullable FileGuard> guard;
    private final StateBudget budget;
    private final Runnable onComputed;
    private final Set<TableId<?>> others = ConcurrentHashMap.newKeySet();

    /** The tables whose rows the entities of the query hold. No index finds the entities that their changes affect. */
    private final Set<TableId<?>> held = ConcurrentHashMap.newKeySet();

    private final Set<Hop> hops = ConcurrentHashMap.newKeySet();
    private final List<ResultSubscription<R>> subscriptions = new CopyOnWriteArrayList<>();

    /** The incremental state; null if the next result must be computed from scratch. */
    private volatile @Nullable State<E, R> state;

    private volatile String description = "";
    private volatile boolean isIncremental;
    private volatile boolean isOpaque;

    /** The rows and columns on which an incremental query depends; null if the query is not incremental. */
    private volatile @Nullable Dependence dependence;

    /** Why the budget has no room for the state of this query; null if it has, or the state was never too large. */
    private volatile @Nullable String overBudget;

    /** True if the query is closed or abandoned, and therefore keeps no state. */
    private boolean isReleased;

    /**
     * An incremental query that has followed the changes up to a version. The thread that publishes the next version is
     * the only one that updates it.
     *
     * @param at the version; null if the query follows every version, and so is up to date in the newest one
     */
    private record State<E, R>(@Nullable Snapshot at, IncrementalQuery<E, R> query, long bytes) {}

    /** @param onComputed is called after each computation from scratch, by which other changes may affect the query */
    StoreQuery(
            QuerySource<E> source,
            Function<? super Stream<E>, ? extends R> query,
            FallbackListener fallbacks,
            Supplier<@Nullable FileGuard> guard,
            StateBudget budget,
            Runnable onComputed) {
        this.source = source;
        this.tables = source.tables();
        this.query = query;
        this.fallbacks = fallbacks;
        this.guard = guard;
        this.budget = budget;
        this.onComputed = onComputed;
    }

    /**
     * Computes the result over a version from scratch. Keeps the state for the next version, if the query is
     * incremental.
     *
     * @throws RuntimeException if the query throws, or the version does not have its table
     */
    R compute(Snapshot version) {
        IncrementalQuery<E, R> made = guarded(() -> new IncrementalQuery<>(
                query,
                reads -> source.all(version, reads),
                (rows, reads) -> source.of(rows, version, reads),
                listener(version),
                overBudget == null ? source.refusal(version) : overBudget));
        addReads(made);
        isOpaque = made.isOpaque();
        keep(version, made);
        onComputed.run();
        return made.result();
    }

    private void addReads(IncrementalQuery<E, R> of) {
        others.addAll(of.otherTables());
        held.addAll(of.heldTables());
        hops.addAll(of.hops());
    }

    /** Describes the changes of referenced tables that the query does not follow. */
    private String exceptions(Snapshot version) {
        StringBuilder text = new StringBuilder();
        for (TableId<?> table : held) {
            text.append("; from scratch after changes of " + table.table() + ": the entities hold its rows");
        }
        for (TableId<?> table : others) {
            String reason = source.refusalOfReferences(version);
            if (hops.stream().noneMatch(hop -> hop.to().equals(table))) {
                reason = "the query reads it by no foreign key";
            }
            for (Hop hop : hops) {
                String ofHop = AffectedRows.refusal(hop, version);
                reason = reason == null && hop.to().equals(table) ? ofHop : reason;
            }
            text.append(reason == null ? "" : "; from scratch after changes of " + table.table() + ": " + reason);
        }
        return text.toString();
    }

    /** Keeps the state of an incremental query, unless a state of a newer version exists, or it does not fit. */
    private synchronized void keep(Snapshot version, IncrementalQuery<E, R> made) {
        if (overBudget != null) {
            return;
        }
        isIncremental = made.refusal() == null;
        description = made.describe() + (isIncremental ? exceptions(version) : "");
        dependence = isIncremental ? made.dependence() : null;
        State<E, R> other = state;
        if (isIncremental && (other == null || other.at != null && other.at.version() < version.version())) {
            set(new State<>(version, made, made.bytes()));
        }
    }

    /** Replaces the state. If the budget has no room for it, the query runs from scratch from then on. */
    private synchronized void set(@Nullable State<E, R> next) {
        State<E, R> before = state;
        State<E, R> kept = isReleased ? null : next;
        String refusal = budget.replace(before == null ? 0 : before.bytes, kept == null ? 0 : kept.bytes);
        if (refusal.isEmpty()) {
            state = kept;
            return;
        }
        set(null);
        overBudget = refusal;
        isIncremental = false;
        description = "computed from scratch: " + refusal;
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "The store computes the result of " + this + " from scratch, because " + refusal
                        + ". Raise maintainedBudget in the StoreConfiguration.");
    }

    /** Returns why the budget has no room for the state of this query; null if it has. */
    @Nullable
    String overBudget() {
        return overBudget;
    }

    /** Computes the result over any version, and keeps nothing. */
    R over(Snapshot version) {
        return guarded(() -> {
            try (Stream<E> stream = source.all(version, listener(version))) {
                return query.apply(stream);
            }
        });
    }

    private <T> T guarded(Supplier<T> read) {
        FileGuard of = guard.get();
        return of == null ? read.get() : of.answer("", true, read);
    }

    /** Returns the only table whose changes may affect the query; null if there are others, or all rows change. */
    @Nullable
    TableId<?> onlyTable() {
        return source instanceof QuerySource.OfTable<?> of ? of.of() : null;
    }

    /** Returns the rows and columns of the table on which the query depends. */
    Dependence dependence() {
        Dependence known = dependence;
        return known == null ? Dependence.ON_ALL : known;
    }

    /**
     * Returns whether the query needs no update by a step that does not affect it. It then follows all versions.
     *
     * @param result the result over the former version of the step
     */
    @SuppressWarnings("ReferenceEquality") // each version is one object
    boolean canSkip(Object result, Snapshot former) {
        State<E, R> last = state;
        if (last == null
                || isOpaque
                || dependence == null
                || !others.isEmpty()
                || !held.isEmpty()
                || onlyTable() == null
                || !((MaintainedResult<?>) result).isKnown()) {
            return false;
        }
        if (last.at == former) {
            set(new State<>(null, last.query, last.bytes));
        }
        return last.at == null || last.at == former;
    }

    /** Drops a state that does not belong to the version that the next one follows. */
    void interrupt() {
        State<E, R> last = state;
        if (last != null && last.at == null) {
            set(null);
        }
    }

    /** Releases the state. */
    void clear() {
        set(null);
    }

    /** Releases the state of a query without users, and keeps no other. */
    synchronized void release() {
        isReleased = true;
        set(null);
    }

    /** Returns a result over a version that the first reader computes. */
    MaintainedResult<R> pending(Snapshot version) {
        return new MaintainedResult.Pending<>(this::compute, version);
    }

    /**
     * Returns the result over the latter version of a step, which becomes visible next. Does not throw.
     *
     * @param former the result over the former version
     */
    @SuppressWarnings("ReferenceEquality") // each version is one object
    MaintainedResult<R> next(MaintainedResult<R> former, VersionStep step) {
        State<E, R> last = state;
        if (former.isKnown()
                && !isOpaque
                && areUnchanged(tables, step)
                && areUnchanged(others, step)
                && areUnchanged(held, step)) {
            if (last != null && last.at == step.former()) {
                set(new State<>(null, last.query, last.bytes));
            }
            return former;
        }
        if (last == null) {
            return pending(step.latter());
        }
        // a reader that computed an older version has kept its state
        VersionStep own = last.at == null || last.at == step.former() ? step : new VersionStep(last.at, step.latter());
        if (!canFollow(own)) {
            set(null);
            return pending(step.latter());
        }
        try {
            return updated(last, former, own);
        } catch (Throwable e) {
            set(null);
            LOG.log(
                    e instanceof NotIncrementalException ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    () -> "An update of " + this + " failed. The store computes its result from scratch: " + e);
            return pending(step.latter());
        }
    }

    /** Returns whether a step has changed only rows that are known, and other tables only behind foreign keys. */
    private boolean canFollow(VersionStep step) {
        for (TableId<?> table : tables) {
            if (step.rows(table).isUnknown()) {
                return false;
            }
        }
        if (!areUnchanged(held, step)) {
            return false;
        }
        for (TableId<?> other : others) {
            VersionStep.Rows rows = step.rows(other);
            if (rows.isUnknown()
                    || !rows.isNone() && hops.stream().noneMatch(hop -> hop.to().equals(other))) {
                return false;
            }
        }
        return true;
    }

    private static boolean areUnchanged(Collection<TableId<?>> tables, VersionStep step) {
        for (TableId<?> table : tables) {
            if (!step.rows(table).isNone()) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged result is the same object
    private MaintainedResult<R> updated(State<E, R> last, MaintainedResult<R> former, VersionStep step) {
        IncrementalQuery<E, R> of = last.query;
        of.update(
                source.changes(step, hops, fallbacks),
                (rows, reads) -> source.of(rows, step.latter(), reads),
                listener(step.latter()));
        addReads(of);
        long bytes = of.bytes();
        if (last.at != null || last.bytes != bytes) {
            set(new State<>(null, of, bytes));
        }
        return former.isKnown() && former.get() == of.result() ? former : new MaintainedResult.Known<>(of.result());
    }

    private FallbackListener listener(Snapshot version) {
        return VersionListener.kept(version, fallbacks);
    }

    /** Returns the tables that the query reads. */
    Stream<TableId<?>> tables() {
        return Stream.of(tables, others, held).flatMap(Collection::stream).distinct();
    }

    boolean isIncremental() {
        return isIncremental;
    }

    String description() {
        return description;
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

    /** Completes the subscriptions to some handles of this query. */
    void close(Predicate<MaintainedQuery<R>> handles) {
        subscriptions.stream()
                .filter(subscription -> handles.test(subscription.query()))
                .forEach(ResultSubscription::close);
    }

    @Override
    public String toString() {
        return "a maintained query over " + source.name();
    }
}
