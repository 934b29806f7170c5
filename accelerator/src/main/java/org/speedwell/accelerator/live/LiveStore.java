package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.FollowListener;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StaleMemoryException;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.file.SnapshotFile;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.NativeMemory;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.QueryListener;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.text.ReadableTime;

/**
 * The tables in memory of one application, in any form of its API. It connects loads, files, versions, replication and
 * maintained queries. A subclass knows the application's tables and databases. Thread-safe.
 */
public abstract class LiveStore implements DataStore {
    private static final System.Logger LOG = System.getLogger(LiveStore.class.getName());

    private final StoreConfiguration configuration;
    private final Versions versions;
    private final FallbackPolicy fallbacks;
    private final QueryWatch queries;
    private final ReloadSchedule schedule;
    private final Loaders loaders;
    private final Loads loads;
    private final @Nullable Shadow shadow;
    private final Follows follows;
    private final StateBudget stateBudget;
    private final MaintainedQueries maintained;
    private final ChangeStreams changes;

    /** Creates a store without a version. */
    protected LiveStore(StoreConfiguration configuration) {
        this.configuration = configuration;
        this.versions = new Versions(new MemoryBudget(configuration.memoryBudget()), configuration.keep());
        this.fallbacks = FallbackPolicy.of(configuration.fallback(), configuration.readsFunctions());
        this.queries = new QueryWatch(configuration.slowQuery());
        this.schedule =
                new ReloadSchedule(configuration.reloadPeriod(), () -> reloadInBackground(configuration.reload()));
        this.loaders = new Loaders(configuration, versions, this::tables, this::access);
        this.follows = new Follows(versions, configuration.follow(), loaders::source, this::tables, this::view);
        this.changes = new ChangeStreams(follows);
        this.shadow =
                configuration.shadow() == 0 ? null : new Shadow(configuration, () -> follows.alignedView(required()));
        this.loads = new Loads(
                versions,
                loaders::all,
                schedule,
                follows,
                task -> Thread.ofVirtual().name("speedwell-verify").start(task));
        versions.add(new CarriedReferences()); // before the maintained queries, which need its facts
        this.stateBudget = new StateBudget(configuration.maintainedBudget());
        this.maintained = new MaintainedQueries(
                versions, fallbacks, configuration.fallback(), loads::guard, this::staleness, stateBudget);
    }

    /**
     * Returns the tables to be in memory, sorted by name.
     *
     * @throws DataStoreException if the application has not started
     */
    protected abstract List<TableModel<?>> tables();

    /** Returns whether a table is to be in memory. */
    protected abstract boolean isHeld(TableId<?> table);

    /**
     * Returns all tables of the application, which a file may contain.
     *
     * @throws DataStoreException if the application has not started
     */
    protected abstract List<TableModel<?>> allTables();

    /** Returns all tables, with factories that make entities of single rows, without the rows of other tables. */
    protected List<TableModel<?>> changedTables() {
        return allTables();
    }

    /** Returns the description of the tables for files; {@link Catalogue#NONE} if files need none. */
    protected Catalogue catalogue() {
        return Catalogue.NONE;
    }

    /** Returns the application's access to its databases. */
    protected abstract DatabaseAccess access();

    /**
     * Returns the table of a class of rows.
     *
     * @throws IllegalArgumentException if the application has no table of this class
     */
    protected abstract <E> TableId<E> table(Class<E> rows);

    /** Returns the class of the rows of a table of the application. */
    protected abstract <E> Class<E> classOf(TableId<E> table);

    /** Returns a sentence that tells the caller of a stream what to do if memory does not hold the table. */
    protected abstract String remedyOfAbsence(TableId<?> table);

    private Optional<String> staleness(TableId<?> table) {
        return follows.staleness(table).map(reason -> "Table " + table + " no longer follows the database: " + reason);
    }

    /** Returns the budget that all versions share. */
    public final MemoryBudget budget() {
        return versions.budget();
    }

    @Override
    public final StoreConfiguration configuration() {
        return configuration;
    }

    @Override
    public final List<TableDescription<?>> describe() {
        return allTables().stream().<TableDescription<?>>map(this::described).toList();
    }

    @Override
    @SuppressWarnings("unchecked") // the table of a class has its rows
    public final <E> TableDescription<E> describe(Class<E> rows) {
        return described((TableModel<E>) modelsOf(Set.of(rows), allTables()).getFirst());
    }

    @SuppressWarnings("unchecked") // equal identifiers name one table
    private <E> TableDescription<E> described(TableId<E> table) {
        return described((TableModel<E>) allTables().stream()
                .filter(model -> model.identifier().equals(table))
                .findFirst()
                .orElseThrow());
    }

    private <E> TableDescription<E> described(TableModel<E> model) {
        boolean isHeld = isHeld(model.identifier());
        return new TableDescription<>(
                model.identifier(),
                classOf(model.identifier()),
                isHeld,
                isHeld ? DescribedColumn.all(model, configuration) : List.of(),
                new ModelValues<>(changed(model)));
    }

    @SuppressWarnings("unchecked") // equal identifiers name one table
    private <E> TableModel<E> changed(TableModel<E> model) {
        return (TableModel<E>) changedTables().stream()
                .filter(table -> table.identifier().equals(model.identifier()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the component that repeats a share of the queries on the database; null if there is none. */
    @Nullable
    public final Shadow shadow() {
        return shadow;
    }

    /** Returns the listener to fallbacks. */
    public final FallbackPolicy fallbackPolicy() {
        return fallbacks;
    }

    public final QueryWatch queries() {
        return queries;
    }

    @Override
    public final void load(LoadConfiguration how) {
        loads.load(how);
    }

    @Override
    public final CompletableFuture<Void> createSnapshotJob(LoadConfiguration how) {
        return loads.start(how);
    }

    @Override
    public final CompletableFuture<Void> reloadInBackground(LoadConfiguration how) {
        return loads.startOrJoin(how);
    }

    @Override
    public final void save(Path file) {
        Snapshot version = whole("saved");
        try {
            SnapshotWriter.save(version, catalogue(), file);
        } catch (IOException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        }
    }

    @Override
    public final CompletableFuture<Void> open(Path path, OpenMode mode) {
        SnapshotFile.Access access = mode == OpenMode.COPIED ? SnapshotFile.Access.COPIED : SnapshotFile.Access.MAPPED;
        List<TableModel<?>> all = allTables();
        return loads.open(
                version -> SnapshotFile.open(path, access, all, version, versions.budget()),
                gate(mode),
                () -> reloadInBackground(configuration.reload()));
    }

    private static OpenedFile.@Nullable Gate gate(OpenMode mode) {
        return switch (mode) {
            case LAZY -> SnapshotFile::verify;
            case TRUSTED -> SnapshotFile::verifyBytes;
            case VERIFIED, COPIED -> null;
        };
    }

    @Override
    public final boolean isVerified() {
        return loads.isVerified();
    }

    @Override
    public final SnapshotView snapshot() {
        return view(required());
    }

    private SnapshotView view(Snapshot version) {
        return new KeptSnapshot(version, this::table, this::described, this::remedyOfAbsence, fallbacks, loads.guard());
    }

    @Override
    public final SnapshotView snapshotAt(Instant moment) {
        return kept(versions.last(version -> !version.takenAt().isAfter(moment)), moment);
    }

    @Override
    public final SnapshotView snapshotAt(Position position) {
        return kept(versions.last(version -> Follows.isCovered(version, position)), position);
    }

    private SnapshotView kept(Optional<Snapshot> version, Object at) {
        return version.map(this::view)
                .orElseThrow(() -> new IllegalArgumentException(
                        "No version of " + at + " is kept: the oldest one is newer. See StoreConfiguration.keep."));
    }

    @Override
    public final StoreStatistics getStatistics() {
        return Statistics.of(required(), versions.formerBytes(), follows.status(), shadowStatistics());
    }

    protected final Snapshot required() {
        Snapshot now = current();
        if (now == null) {
            throw new DataStoreNotLoadedException("No version is in memory yet: call load() first.");
        }
        return now;
    }

    private Snapshot whole(String what) {
        Snapshot now = required();
        try {
            now.report().requireWhole(what);
            return now;
        } catch (IllegalStateException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        }
    }

    @Override
    public final void follow() {
        follow(follows.configuration());
    }

    @Override
    public final void follow(FollowConfiguration how) {
        follows.start(how);
    }

    @Override
    public final void stopFollowing() {
        follows.stop();
    }

    @Override
    public final void addFollowListener(FollowListener listener) {
        follows.add(requireNonNull(listener));
    }

    @Override
    public final void removeFollowListener(FollowListener listener) {
        follows.remove(listener);
    }

    @Override
    public final Optional<FollowStatus> followStatus() {
        return follows.status();
    }

    @Override
    public final Duration age() {
        return follows.age(required());
    }

    @Override
    public final Optional<Position> position() {
        Snapshot now = versions.current();
        return now == null ? Optional.empty() : follows.position(now);
    }

    @Override
    public final boolean await(Position position, Duration timeout) throws InterruptedException {
        return follows.await(position, null, timeout);
    }

    @Override
    public final boolean await(Duration timeout) throws InterruptedException {
        return follows.await((TableId<?>) null, timeout);
    }

    @Override
    public final boolean await(Connection connection, Duration timeout) throws InterruptedException {
        return follows.await(connection, timeout);
    }

    @Override
    public final Optional<ShadowStatistics> shadowStatistics() {
        return Optional.ofNullable(shadow).map(Shadow::statistics);
    }

    @Override
    public final void addShadowListener(Consumer<ShadowDifference> listener) {
        if (shadow == null) {
            throw new IllegalStateException(
                    "The store runs no shadow queries. Turn them on with StoreConfiguration.shadow.");
        }
        shadow.add(listener);
    }

    @Override
    public final Verification verify(LoadProgress progress) {
        whole("compared with the database");
        Verification verification = guarded(() -> follows.verify(this::required, progress));
        LOG.log(
                verification.isEqual() ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
                verification::toString);
        return verification;
    }

    /** Returns the guard for queries of a mapped version; null if it needs none. */
    @Nullable
    public final FileGuard guard() {
        return loads.guard();
    }

    /** Runs a query of the current version, perhaps in several threads, under the guard of its file. */
    private <R> R guarded(Supplier<R> query) {
        FileGuard guard = guard();
        return guard == null ? query.get() : guard.answer("", true, query);
    }

    @Override
    public final void clear() {
        schedule.cancel();
        follows.stop();
        versions.clear();
        maintained.clear();
    }

    /** Ends the store: stops a running load, and waits for it. */
    protected final void end() {
        schedule.close();
        loads.stop();
        if (shadow != null) {
            shadow.close();
        }
        follows.stop();
        changes.close();
        maintained.close();
        versions.clear();
    }

    @Override
    public final long version() {
        return ofCurrent(Snapshot::version);
    }

    @Override
    public final long maintainedBytes() {
        return stateBudget.used();
    }

    @Override
    public final long bytes() {
        return ofCurrent(Snapshot::bytes);
    }

    private long ofCurrent(ToLongFunction<Snapshot> number) {
        Snapshot now = versions.current();
        return now == null ? 0 : number.applyAsLong(now);
    }

    @Override
    public final long formerBytes() {
        return versions.formerBytes();
    }

    @Override
    public final long keptBytes() {
        return NativeMemory.keptBytes();
    }

    @Override
    public final long rows() {
        return ofCurrent(Snapshot::rows);
    }

    @Override
    public final long loads() {
        return versions.last();
    }

    @Override
    public final long failedLoads() {
        return loads.failed();
    }

    @Override
    public final long fallbacks() {
        return fallbacks.count();
    }

    @Override
    public final void addQueryListener(QueryListener listener) {
        queries.add(listener);
    }

    /** Returns the snapshot that new streams see, or null while there is none. */
    @Nullable
    public final Snapshot current() {
        return versions.current();
    }

    /**
     * Starts a stream of the changes of some tables.
     *
     * @param from the position after which it begins; null for the present
     */
    protected final ChangeStream changes(@Nullable Position from, List<TableModel<?>> models) {
        return changes.start(loaders.source(models), from, models);
    }

    /**
     * Returns a stream of a table in the current version.
     *
     * @param alias the object by which the caller names the table. The version finds a known alias without a search
     * @throws DataStoreNotLoadedException if no version is in memory, or it does not have the table
     * @throws StaleMemoryException if memory is too old
     */
    protected final <E> Stream<E> stream(TableId<E> table, Object alias) {
        Snapshot now = required();
        if (isTooOld(table)) {
            throw tooOld(table);
        }
        TableStore<E> store = VersionListener.table(now, alias, table);
        if (store == null) {
            throw new DataStoreNotLoadedException("Table " + table + " is not in memory. " + remedyOfAbsence(table));
        }
        VersionListener version = VersionListener.kept(now, fallbacks);
        return watched(table.table(), sampled(store, version, EntityStream.of(store, false, version)));
    }

    /**
     * Returns a stream of a table, which shadow mode may repeat on the database. Shadow mode leaves out tables without
     * some of their columns. It also leaves out views, because changes of a view have no position in the binlog.
     */
    public final <E> Stream<E> sampled(TableStore<E> table, Tables version, Stream<E> stream) {
        return shadow == null || !table.isComplete() || isView(table.identifier())
                ? stream
                : shadow.sampled(table, version, stream);
    }

    /** Returns whether a table is a view. */
    protected abstract boolean isView(TableId<?> table);

    /** Returns a stream under the guard of its file and the watch of queries, where these are on. */
    private <E> Stream<E> watched(String name, Stream<E> stream) {
        FileGuard guard = guard();
        Stream<E> guarded = guard == null ? stream : guard.guarded(stream);
        return queries.isOn() ? queries.watched(name, guarded) : guarded;
    }

    /**
     * Returns a stream of the tuples of a join in the current version.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws StaleMemoryException if memory is too old
     * @throws DataStoreException if memory cannot run the join
     */
    protected final <T> Stream<T> tuples(LiveJoin<T> join) {
        Snapshot now = required();
        for (TableId<?> table : join.tables()) {
            if (!join.rows().all().containsKey(table) && isTooOld(table)) {
                throw tooOld(table);
            }
        }
        try {
            return watched(join.names(), join.stream(join.rows().with(VersionListener.kept(now, fallbacks)), null));
        } catch (NotInMemoryException e) {
            throw new DataStoreException(
                    "Memory cannot run the join of %s: %s.".formatted(join.names(), e.reason()), e);
        }
    }

    /** Returns the exception for a stream of a table that is too old. */
    public final StaleMemoryException tooOld(TableId<?> table) {
        return new StaleMemoryException("Memory is %s old, but maxAge allows %s at most: %s"
                .formatted(
                        ReadableTime.of(age(table)),
                        ReadableTime.of(configuration.maxAge().orElseThrow()),
                        followStatus()
                                .map(status -> status.problem().orElse("replication is " + status.phase()))
                                .orElse("the database is not followed. Call reload() or follow().")));
    }

    @Override
    public final <E> Explanation explain(Class<E> rows, Function<? super Stream<E>, ?> pipeline) {
        return explain(table(rows), pipeline, new ExecutionTrace());
    }

    @Override
    public final <E> Explanation plan(Class<E> rows, Function<? super Stream<E>, ?> pipeline) {
        return explain(table(rows), pipeline, new ExecutionTrace(true));
    }

    @Override
    public final void reload(Class<?> rows) {
        reload(held(rows));
    }

    @Override
    public final Duration age(Class<?> rows) {
        return age(held(rows));
    }

    @Override
    public final boolean await(Class<?> rows, Position position, Duration timeout) throws InterruptedException {
        return await(held(rows), position, timeout);
    }

    @Override
    public final boolean await(Class<?> rows, Duration timeout) throws InterruptedException {
        return await(held(rows), timeout);
    }

    @Override
    public final ChangeStream changes(Set<Class<?>> tables) {
        return changes(null, modelsOf(tables, changedTables()));
    }

    @Override
    public final ChangeStream changes(Position from, Set<Class<?>> tables) {
        return changes(from, modelsOf(tables, changedTables()));
    }

    private List<TableModel<?>> modelsOf(Set<Class<?>> tables, List<TableModel<?>> all) {
        Set<TableId<?>> ids = tables.stream().<TableId<?>>map(this::table).collect(Collectors.toSet());
        return all.stream().filter(model -> ids.contains(model.identifier())).toList();
    }

    @Override
    public final <E> Stream<RowDifference<E>> changes(Class<E> rows, SnapshotView from, SnapshotView to) {
        return KeptSnapshot.changes(table(rows), from, to);
    }

    @Override
    public final <E, R> MaintainedQuery<R> maintain(Class<E> rows, Function<? super Stream<E>, ? extends R> query) {
        return maintained(held(rows), query);
    }

    private <E> TableId<E> held(Class<E> rows) {
        return held(table(rows));
    }

    /**
     * Returns a table.
     *
     * @throws IllegalArgumentException if it is not configured to be in memory
     */
    protected final <E> TableId<E> held(TableId<E> table) {
        if (!isHeld(table)) {
            throw new IllegalArgumentException("Table " + table.table() + " is not configured to be in memory.");
        }
        return table;
    }

    /** Returns whether new streams of a table would show data older than the configuration allows. */
    public final boolean isTooOld(TableId<?> table) {
        return configuration.maxAge().isPresent()
                && age(table).compareTo(configuration.maxAge().get()) > 0;
    }

    /** Returns the age of the data that new streams of a table show. */
    public final Duration age(TableId<?> table) {
        return follows.age(required(), table);
    }

    /** Reloads a table of a followed database, and returns when new streams show it. */
    protected final void reload(TableId<?> table) {
        if (!follows.reload(table)) {
            throw new DataStoreException(
                    "A single table can be reloaded only while the database is followed. Otherwise it would"
                            + " contradict the other tables. Call follow(), or reload() for all tables.");
        }
    }

    /** Waits until new streams of a table show everything that the database committed before this call. */
    protected final boolean await(TableId<?> table, Duration timeout) throws InterruptedException {
        return follows.await(table, timeout);
    }

    /** Waits until new streams of a table show everything before a position. */
    protected final boolean await(TableId<?> table, Position position, Duration timeout) throws InterruptedException {
        return follows.await(position, table, timeout);
    }

    /** Maintains the result of a query of a table. */
    protected final <E, R> MaintainedQuery<R> maintained(
            TableId<E> table, Function<? super Stream<E>, ? extends R> query) {
        return maintained.maintain(new QuerySource.OfTable<>(table), query);
    }

    /** Maintains the result of a query of a join. */
    protected final <T, R> MaintainedQuery<R> maintained(
            LiveJoin<T> join, Function<? super Stream<T>, ? extends R> query) {
        return maintained.maintain(new QuerySource.OfJoin<>(join), query);
    }

    /** Returns the rows of a table that differ between two versions. */
    protected static <E> Stream<RowDifference<E>> differences(TableId<E> table, SnapshotView from, SnapshotView to) {
        return KeptSnapshot.changes(table, from, to);
    }

    /**
     * Explains a pipeline over a table.
     *
     * @param trace the trace that receives the execution, or the plan alone
     * @throws DataStoreNotLoadedException if the table is not in memory
     */
    protected final <E> Explanation explain(
            TableId<E> table, Function<? super Stream<E>, ?> pipeline, ExecutionTrace trace) {
        Snapshot now = versions.current();
        TableStore<E> store = now == null ? null : now.table(table);
        if (now == null || store == null) {
            boolean isExpected = now == null
                    && tables().stream().anyMatch(model -> model.identifier().equals(table));
            throw new DataStoreNotLoadedException("Table %s is not in memory%s"
                    .formatted(table.table(), isExpected ? " yet: call load() first." : ". " + remedyOfAbsence(table)));
        }
        return guarded(() -> Explaining.explain(store, trace, now, configuration.readsFunctions(), pipeline));
    }

    /**
     * Explains a pipeline over a join.
     *
     * @param trace the trace that receives the execution, or the plan alone
     */
    protected final <T> Explanation explain(
            LiveJoin<T> join, Function<? super Stream<T>, ?> pipeline, ExecutionTrace trace) {
        Snapshot now = join.rows().all().keySet().containsAll(join.tables()) ? null : required();
        return guarded(() -> Explaining.explain(join, trace, now, configuration.readsFunctions(), pipeline));
    }
}
