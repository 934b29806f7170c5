package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import com.speedment.common.injector.Injector;
import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.Inject;
import com.speedment.common.injector.annotation.OnlyIfMissing;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.PasswordComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import com.speedment.runtime.field.trait.HasFinder;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.FollowListener;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.changes.ChangeLog;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.file.SnapshotFile;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.load.LoadSettings;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.NativeMemory;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.QueryListener;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.replication.ReplicationSettings;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.table.Rows;

/** The data store of an application. It connects Speedment's components with loads, files and streams. */
public final class MemoryDataStore implements DataStoreComponent {
    private static final System.Logger LOG = System.getLogger(MemoryDataStore.class.getName());

    private final StoreConfiguration configuration;
    private final Versions versions;
    private final FallbackPolicy fallbacks;
    private final QueryWatch queries;
    private final ReloadSchedule schedule;
    private final Loads loads;
    private final @Nullable Shadow shadow;
    private final Follows follows;
    private final StateBudget stateBudget;
    private final MaintainedQueries maintained;
    private final Set<ChangeStream> changeStreams = ConcurrentHashMap.newKeySet();

    private Predicate<TableIdentifier<?>> isCached = table -> true;
    private @Nullable Application application;

    /** The components of the application, which the store receives when the application has started. */
    private record Application(
            Models models,
            ManagerComponent managers,
            ConnectionPoolComponent connections,
            PasswordComponent passwords,
            StreamSupplierComponent streams,
            JoinComponent joins,
            RowUpdates updates) {}

    /** Creates a store for an application without a {@link StoreConfiguration}. The injector calls it. */
    @OnlyIfMissing(StoreConfiguration.class)
    public MemoryDataStore() {
        this(StoreConfiguration.defaults());
    }

    /** Creates a store with a configuration. The injector calls it. */
    @Inject
    public MemoryDataStore(StoreConfiguration configuration) {
        this.configuration = configuration;
        this.versions = new Versions(new MemoryBudget(configuration.memoryBudget()), configuration.keep());
        this.fallbacks = FallbackPolicy.of(configuration.fallback(), configuration.readsFunctions());
        this.queries = new QueryWatch(configuration.slowQuery());
        this.schedule =
                new ReloadSchedule(configuration.reloadPeriod(), () -> reloadInBackground(configuration.reload()));
        this.follows = new Follows(versions, configuration.follow(), this::source, this::tables, this::view);
        this.shadow =
                configuration.shadow() == 0 ? null : new Shadow(configuration, () -> follows.alignedView(required()));
        this.loads = new Loads(
                versions,
                this::loader,
                schedule,
                follows,
                task -> Thread.ofVirtual().name("speedwell-verify").start(task));
        this.stateBudget = new StateBudget(configuration.maintainedBudget());
        this.maintained = new MaintainedQueries(
                versions, fallbacks, configuration.fallback(), loads::guard, this::staleness, stateBudget);
    }

    private Optional<String> staleness(TableId<?> table) {
        return follows.staleness(table).map(reason -> "Table " + table + " no longer follows the database: " + reason);
    }

    /** Returns the budget that all versions share. */
    MemoryBudget budget() {
        return versions.budget();
    }

    StoreConfiguration configuration() {
        return configuration;
    }

    /** Returns the component that repeats a share of the queries on the database; null if there is none. */
    @Nullable
    Shadow shadow() {
        return shadow;
    }

    /** Returns the listener to fallbacks. */
    FallbackPolicy fallbackPolicy() {
        return fallbacks;
    }

    QueryWatch queries() {
        return queries;
    }

    /** Selects the tables to hold; all unless called. Must be called before the first load. */
    void selectTables(Predicate<TableIdentifier<?>> tables) {
        isCached = tables;
    }

    /** Returns whether the table is to be in memory. A view is only if the configuration names it. */
    boolean isCached(TableIdentifier<?> table) {
        return isCached.test(table)
                && configuration.isLoaded(table)
                && (configuration.views().containsKey(table) || !isView(table));
    }

    /** Returns whether the application's model has a view of this name. */
    boolean isView(TableIdentifier<?> table) {
        return application != null && application.models.isView(table);
    }

    /**
     * Returns the components of the started application.
     *
     * @param what the requested operation, for the message
     */
    private Application started(String what) {
        if (application == null) {
            throw new DataStoreException("The application has not started yet. Call build() before you " + what + ".");
        }
        return application;
    }

    private List<TableModel<?>> tables() {
        return started("load").models.of(selectedManagers());
    }

    /** Receives the other components from the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(
            @WithState(State.RESOLVED) ProjectComponent projects,
            @WithState(State.RESOLVED) ManagerComponent managers,
            @WithState(State.RESOLVED) ConnectionPoolComponent connections,
            @WithState(State.RESOLVED) PasswordComponent passwords,
            Injector injector) {
        JoinComponent joins = injector.getOrThrow(JoinComponent.class);
        this.application = new Application(
                new Models(projects.getProject(), configuration),
                managers,
                connections,
                passwords,
                injector.getOrThrow(StreamSupplierComponent.class),
                joins,
                new RowUpdates(injector));
        if (!(joins instanceof MemoryJoins)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Joins read the database, not the tables in memory. Add the InMemoryBundle after the JoinBundle,"
                            + " or leave the JoinBundle out.");
        }
    }

    @Override
    public void load(LoadConfiguration how) {
        loads.load(how);
    }

    @Override
    public CompletableFuture<Void> createSnapshotJob(LoadConfiguration how) {
        return loads.start(how);
    }

    @Override
    public CompletableFuture<Void> reloadInBackground(LoadConfiguration how) {
        return loads.startOrJoin(how);
    }

    @Override
    public void save(Path file) {
        Snapshot version = whole("saved");
        try {
            SnapshotWriter.save(version, file);
        } catch (IOException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        }
    }

    @Override
    public CompletableFuture<Void> open(Path path, OpenMode mode) {
        Application app = started("open");
        SnapshotFile.Access access = mode == OpenMode.COPIED ? SnapshotFile.Access.COPIED : SnapshotFile.Access.MAPPED;
        List<TableModel<?>> all =
                app.managers.stream().<TableModel<?>>map(app.models::of).toList();
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
    public boolean isVerified() {
        return loads.isVerified();
    }

    @Override
    public <E> E update(Manager<E> manager, E read, Consumer<? super E> change) {
        return started("update").updates.update(manager, read, change);
    }

    @Override
    public SnapshotView snapshot() {
        return view(required());
    }

    private SnapshotView view(Snapshot version) {
        return new KeptSnapshot(version, fallbacks, loads.guard());
    }

    @Override
    public SnapshotView snapshotAt(Instant moment) {
        return kept(versions.last(version -> !version.takenAt().isAfter(moment)), moment);
    }

    @Override
    public SnapshotView snapshotAt(Position position) {
        return kept(versions.last(version -> Follows.isCovered(version, position)), position);
    }

    private SnapshotView kept(Optional<Snapshot> version, Object at) {
        return version.map(this::view)
                .orElseThrow(() -> new IllegalArgumentException(
                        "No version of " + at + " is kept: the oldest one is newer. See StoreConfiguration.keep."));
    }

    @Override
    public StoreStatistics getStatistics() {
        return Statistics.of(required(), versions.formerBytes(), follows.status(), shadowStatistics());
    }

    private Snapshot required() {
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
    public <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline) {
        return explain(manager, pipeline, new ExecutionTrace());
    }

    @Override
    public <E> Explanation plan(Manager<E> manager, Function<? super Stream<E>, ?> pipeline) {
        return explain(manager, pipeline, new ExecutionTrace(true));
    }

    private <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline, ExecutionTrace trace) {
        Snapshot now = versions.current();
        TableStore<E> table = now == null ? null : now.table(SpeedmentIds.of(manager.getTableIdentifier()));
        if (now == null || table == null) {
            throw new DataStoreNotLoadedException("%s is not in memory%s"
                    .formatted(
                            manager.getTableIdentifier().getTableId(),
                            now == null && isCached(manager.getTableIdentifier())
                                    ? " yet: call load() first."
                                    : ": its streams read the database."));
        }
        return guarded(() -> Explaining.explain(table, trace, now, configuration.readsFunctions(), pipeline));
    }

    @Override
    public <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return explain(join, pipeline, new ExecutionTrace());
    }

    @Override
    public <T> Explanation plan(Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return explain(join, pipeline, new ExecutionTrace(true));
    }

    @Override
    public <T> Join<T> fullOuterJoin(Join<T> leftJoin) {
        return InMemoryJoin.of(leftJoin).full();
    }

    @Override
    public JoinComponent joins(Rows<?>... rows) {
        if (!(started("join").joins instanceof MemoryJoins joins)) {
            throw new DataStoreException(
                    "Joins read the database, not the tables in memory. Add the InMemoryBundle after the JoinBundle,"
                            + " or leave the JoinBundle out.");
        }
        return joins.with(OwnRows.of(rows));
    }

    private <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline, ExecutionTrace trace) {
        InMemoryJoin<T> known = InMemoryJoin.of(join);
        return guarded(() -> Explaining.explain(
                known,
                trace,
                known instanceof RowJoin<T> ? null : required(),
                configuration.readsFunctions(),
                pipeline));
    }

    @Override
    public <E, R> Reference<E, R> reference(HasFinder<E, R> foreignKey) {
        return reference(StoreReference.keys(foreignKey));
    }

    @Override
    @SafeVarargs
    public final <E, R> Reference<E, R> reference(ReferenceKey<E, R> key, ReferenceKey<E, R>... further) {
        return reference(StoreReference.keys(key, further));
    }

    private <E, R> Reference<E, R> reference(List<ReferenceKey<E, R>> keys) {
        return StoreReference.of(keys, this::stream);
    }

    private <T> Stream<T> stream(TableIdentifier<T> table) {
        return started("look up").streams.stream(table, ParallelStrategy.computeIntensityDefault());
    }

    @Override
    public void follow() {
        follow(follows.configuration());
    }

    @Override
    public void follow(FollowConfiguration how) {
        follows.start(how);
    }

    @Override
    public void stopFollowing() {
        follows.stop();
    }

    @Override
    public void addFollowListener(FollowListener listener) {
        follows.add(requireNonNull(listener));
    }

    @Override
    public void removeFollowListener(FollowListener listener) {
        follows.remove(listener);
    }

    @Override
    public Optional<FollowStatus> followStatus() {
        return follows.status();
    }

    /** Returns whether new streams of a table would show data older than the configuration allows. */
    boolean isTooOld(TableIdentifier<?> table) {
        return configuration.maxAge().isPresent()
                && age(table).compareTo(configuration.maxAge().get()) > 0;
    }

    /** Returns the age of the data that new streams of a table show. */
    Duration age(TableIdentifier<?> table) {
        return follows.age(required(), SpeedmentIds.of(table));
    }

    @Override
    public void reload(Manager<?> manager) {
        if (!follows.reload(requireHeld(manager))) {
            throw new DataStoreException(
                    "A single table can be reloaded only while the database is followed. Otherwise it would"
                            + " contradict the other tables. Call follow(), or reload() for all tables.");
        }
    }

    @Override
    public Duration age() {
        return follows.age(required());
    }

    @Override
    public Duration age(Manager<?> table) {
        return follows.age(required(), requireHeld(table));
    }

    private <E> TableId<E> requireHeld(Manager<E> manager) {
        TableIdentifier<E> table = manager.getTableIdentifier();
        if (!isCached(table)) {
            throw new IllegalArgumentException("Table " + table.getTableId() + " is not configured to be in memory.");
        }
        return SpeedmentIds.of(table);
    }

    @Override
    public Optional<Position> position() {
        Snapshot now = versions.current();
        return now == null ? Optional.empty() : follows.position(now);
    }

    @Override
    public boolean await(Position position, Duration timeout) throws InterruptedException {
        return follows.await(position, null, timeout);
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        return follows.await((TableId<?>) null, timeout);
    }

    @Override
    public boolean await(Manager<?> table, Duration timeout) throws InterruptedException {
        return follows.await(requireHeld(table), timeout);
    }

    @Override
    public boolean await(Manager<?> table, Position position, Duration timeout) throws InterruptedException {
        return follows.await(position, requireHeld(table), timeout);
    }

    @Override
    public boolean await(Connection connection, Duration timeout) throws InterruptedException {
        return follows.await(connection, timeout);
    }

    @Override
    public Optional<ShadowStatistics> shadowStatistics() {
        return Optional.ofNullable(shadow).map(Shadow::statistics);
    }

    @Override
    public void addShadowListener(Consumer<ShadowDifference> listener) {
        if (shadow == null) {
            throw new IllegalStateException(
                    "The store runs no shadow queries. Turn them on with StoreConfiguration.shadow.");
        }
        shadow.add(listener);
    }

    @Override
    public Verification verify(LoadProgress progress) {
        whole("compared with the database");
        Verification verification = guarded(() -> follows.verify(this::required, progress));
        LOG.log(
                verification.isEqual() ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
                verification::toString);
        return verification;
    }

    /** Returns the guard for queries of a mapped version; null if it needs none. */
    @Nullable
    FileGuard guard() {
        return loads.guard();
    }

    /** Runs a query of the current version, perhaps in several threads, under the guard of its file. */
    private <R> R guarded(Supplier<R> query) {
        FileGuard guard = guard();
        return guard == null ? query.get() : guard.answer("", true, query);
    }

    @Override
    public void clear() {
        schedule.cancel();
        follows.stop();
        versions.clear();
        maintained.clear();
    }

    /** Stops the store when the application stops: stops a running load, and waits for it. The injector calls it. */
    @ExecuteBefore(State.STOPPED)
    public void stop() {
        schedule.close();
        loads.stop();
        if (shadow != null) {
            shadow.close();
        }
        follows.stop();
        List.copyOf(changeStreams).forEach(ChangeStream::close);
        maintained.close();
        versions.clear();
    }

    @Override
    public long version() {
        return ofCurrent(Snapshot::version);
    }

    @Override
    public long maintainedBytes() {
        return stateBudget.used();
    }

    @Override
    public long bytes() {
        return ofCurrent(Snapshot::bytes);
    }

    private long ofCurrent(ToLongFunction<Snapshot> number) {
        Snapshot now = versions.current();
        return now == null ? 0 : number.applyAsLong(now);
    }

    @Override
    public long formerBytes() {
        return versions.formerBytes();
    }

    @Override
    public long keptBytes() {
        return NativeMemory.keptBytes();
    }

    @Override
    public long rows() {
        return ofCurrent(Snapshot::rows);
    }

    @Override
    public long loads() {
        return versions.last();
    }

    @Override
    public long failedLoads() {
        return loads.failed();
    }

    @Override
    public long fallbacks() {
        return fallbacks.count();
    }

    @Override
    public void addQueryListener(QueryListener listener) {
        queries.add(listener);
    }

    /** Returns the snapshot that new streams see, or null while there is none. */
    @Nullable
    Snapshot current() {
        return versions.current();
    }

    /**
     * Returns the managers of all tables to be in memory, sorted by name, because Speedment returns them in any order.
     */
    private List<Manager<?>> selectedManagers() {
        return started("load").managers.stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> isCached(manager.getTableIdentifier()))
                .sorted(Comparator.comparing(
                        Manager::getTableIdentifier,
                        Comparator.<TableIdentifier<?>, String>comparing(TableIdentifier::getDbmsId)
                                .thenComparing(TableIdentifier::getSchemaId)
                                .thenComparing(TableIdentifier::getTableId)))
                .toList();
    }

    @Override
    public ChangeStream changes(Collection<? extends Manager<?>> tables) {
        return newChanges(null, tables);
    }

    @Override
    public ChangeStream changes(Position from, Collection<? extends Manager<?>> tables) {
        return newChanges(from, tables);
    }

    @Override
    public <E> Stream<RowDifference<E>> changes(Manager<E> table, SnapshotView from, SnapshotView to) {
        return KeptSnapshot.changes(table.getTableIdentifier(), from, to);
    }

    @Override
    public <E, R> MaintainedQuery<R> maintain(Manager<E> table, Function<? super Stream<E>, ? extends R> query) {
        return maintained.maintain(new QuerySource.OfTable<>(requireHeld(table)), query);
    }

    @Override
    public <T, R> MaintainedQuery<R> maintain(Join<T> join, Function<? super Stream<T>, ? extends R> query) {
        return maintained.maintain(new QuerySource.OfJoin<>(InMemoryJoin.of(join)), query);
    }

    private ChangeStream newChanges(@Nullable Position from, Collection<? extends Manager<?>> tables) {
        FollowConfiguration as = follows.configuration();
        ReplicationSettings settings = new ReplicationSettings(
                FollowConfiguration.defaults().serverId(), // other followers of the server have other ids
                as.heartbeat(),
                as.silence(),
                as.retry());
        List<TableModel<?>> models = started("follow").models.of(tables);
        try {
            ChangeLog log = ChangeLog.start(source(models), settings, from, models, follows::follower);
            ChangeStream changes = new BinlogChanges(log, changeStreams::remove);
            changeStreams.add(changes);
            return changes;
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataStoreException("The thread was interrupted before it could read changes.", e);
        }
    }

    private ReplicationSource source() {
        return source(tables());
    }

    private ReplicationSource source(List<TableModel<?>> tables) {
        Application app = started("follow");
        Set<String> databases = tables.stream().map(TableModel::database).collect(Collectors.toSet());
        if (databases.size() != 1) {
            throw new DataStoreException("Only tables of one database can be followed, not of " + databases
                    + ". Leave the tables of the other databases to SQL with withoutTable.");
        }
        return new Following(
                app.models.database(databases.iterator().next()),
                app.connections,
                app.passwords,
                configuration,
                (which, leavesTables) ->
                        loader(LoadConfiguration.defaults(), required().report().parts(), which, leavesTables));
    }

    private SnapshotLoader loader(LoadConfiguration how) {
        Map<TableId<?>, TableShare> parts = how.parts().values().stream()
                .collect(Collectors.toUnmodifiableMap(
                        part -> SpeedmentIds.of(part.key().asTableIdentifier()),
                        part -> new TableShare(SpeedmentIds.of(part.key()), part.number(), part.of())));
        return loader(how, parts, table -> true, configuration.tableNotLoaded() == NotLoaded.SQL);
    }

    /**
     * Returns a loader of some tables.
     *
     * @param parts the tables of which only a part is loaded
     * @param leavesTables whether to leave out a table that cannot be loaded; if not, the load fails
     */
    private SnapshotLoader loader(
            LoadConfiguration how,
            Map<TableId<?>, TableShare> parts,
            Predicate<TableId<?>> which,
            boolean leavesTables) {
        Application app = started("load");
        app.models.requireViews();
        List<TableModel<?>> held = tables().stream()
                .filter(table -> which.test(table.identifier()))
                .toList();
        LoadSettings settings = new LoadSettings(
                configuration.connections(),
                table -> how.chunkSize(SpeedmentIds.identifier(table)),
                how.isLocking()
                        ? LoadSettings.Consistency.LOCK
                        : how.isTransaction() ? LoadSettings.Consistency.SNAPSHOT : LoadSettings.Consistency.NONE,
                configuration.networkTimeout(),
                column -> configuration.isLoaded(SpeedmentIds.identifier(column)),
                column -> configuration.isIndexed(SpeedmentIds.identifier(column)),
                column -> configuration.badValue(SpeedmentIds.identifier(column)) == BadValue.NULL,
                leavesTables,
                configuration.multiIndexes(),
                parts,
                new LoadSettings.Decorator() {
                    @Override
                    public <E> @Nullable Function<Stream<E>, Stream<E>> of(TableId<E> table) {
                        return how.decorator().of(SpeedmentIds.identifier(table));
                    }
                },
                versions.budget(),
                how.executor().orElse(null),
                versions.current());
        LoadProgress progress = how.progress();
        return new SnapshotLoader(
                held,
                database -> app.connections.newConnection(app.models.database(database)),
                settings,
                (table, rows, estimate, phase) -> progress.rows(SpeedmentIds.identifier(table), rows, estimate, phase));
    }
}
