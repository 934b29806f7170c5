package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import com.speedment.common.injector.Injector;
import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.Inject;
import com.speedment.common.injector.annotation.OnlyIfMissing;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.join.JoinComponent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.load.LoadSettings;
import org.speedwell.accelerator.load.SnapshotFile;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.load.SnapshotWriter;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.LoadReport;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/** The data store of an application: holds the snapshot that new streams see, and replaces it. */
public final class MemoryDataStore implements DataStoreComponent {
    private static final System.Logger LOG = System.getLogger(MemoryDataStore.class.getName());

    private static final int STOP_SECONDS = 30;

    /** Bytes of retired versions that are not worth a collection. */
    private static final long LITTLE = 64L << 20;

    private final StoreConfiguration configuration;
    private final MemoryBudget budget;
    private final FallbackPolicy fallbacks;
    private final QueryWatch queries;
    private final ReloadSchedule schedule;

    /** The load under way, of which there is one at most. */
    private final AtomicReference<@Nullable LoadJob> current = new AtomicReference<>();

    private Predicate<TableIdentifier<?>> isHeld = table -> true;
    private @Nullable ProjectComponent projects;
    private @Nullable ManagerComponent managers;
    private @Nullable ConnectionPoolComponent connections;
    private @Nullable RowUpdates updates;
    private final AtomicReference<@Nullable Snapshot> published = new AtomicReference<>();
    private final LongAdder failedLoads = new LongAdder();
    private volatile long lastVersion;
    private volatile boolean stopped;

    /** Called by the injector of an application without a {@link StoreConfiguration}. */
    @OnlyIfMissing(StoreConfiguration.class)
    public MemoryDataStore() {
        this(StoreConfiguration.defaults());
    }

    /** Called by the injector. */
    @Inject
    public MemoryDataStore(StoreConfiguration configuration) {
        this.configuration = configuration;
        this.budget = new MemoryBudget(configuration.memoryBudget());
        this.fallbacks = FallbackPolicy.of(configuration.fallback());
        this.queries = new QueryWatch(configuration.slowQuery());
        this.schedule =
                new ReloadSchedule(configuration.reloadPeriod(), () -> reloadInBackground(configuration.reload()));
    }

    StoreConfiguration configuration() {
        return configuration;
    }

    /** Who is told of fallbacks. */
    FallbackPolicy fallbackPolicy() {
        return fallbacks;
    }

    FallbackListener fallbackListener() {
        return fallbacks;
    }

    QueryWatch queries() {
        return queries;
    }

    /** To be called before the first load: which tables the store is to hold; all unless said. */
    void hold(Predicate<TableIdentifier<?>> tables) {
        isHeld = tables;
    }

    /** Whether the table is to be in memory; views never are. */
    boolean isHeld(TableIdentifier<?> table) {
        return isHeld.test(table)
                && configuration.isLoaded(table)
                && (projects == null
                        || !DocumentDbUtil.referencedTable(projects.getProject(), table)
                                .isView());
    }

    /** Called by the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(
            @WithState(State.RESOLVED) ProjectComponent projectComponent,
            @WithState(State.RESOLVED) ManagerComponent managerComponent,
            @WithState(State.RESOLVED) ConnectionPoolComponent connectionPoolComponent,
            Injector injector) {
        this.projects = projectComponent;
        this.managers = managerComponent;
        this.connections = connectionPoolComponent;
        this.updates = new RowUpdates(injector);
        if (!(injector.getOrThrow(JoinComponent.class) instanceof DatabaseJoins)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Joins read the database, not the tables in memory. To be told of each that does, or to have them"
                            + " refused by Fallback.FAIL, give the InMemoryBundle after the JoinBundle, or without it.");
        }
    }

    @Override
    public void load(LoadConfiguration how) {
        LoadJob job = begin(true);
        if (job == null) {
            throw underWay();
        }
        run(job, how);
    }

    @Override
    public CompletableFuture<Void> createSnapshotJob(LoadConfiguration how) {
        LoadJob job = begin(true);
        return job == null ? CompletableFuture.failedFuture(underWay()) : start(job, how);
    }

    @Override
    public CompletableFuture<Void> reloadInBackground(LoadConfiguration how) {
        while (true) {
            LoadJob running = current.get();
            if (running != null) {
                return running.isLoad()
                        ? running.done().copy()
                        : running.done().thenCompose(opened -> reloadInBackground(how));
            }
            LoadJob job = begin(true);
            if (job != null) {
                return start(job, how);
            }
        }
    }

    private static DataStoreException underWay() {
        return new DataStoreException("A load is already under way. Wait until it is done before you start another.");
    }

    /** A new job, or null where one is under way. */
    private @Nullable LoadJob begin(boolean isLoad) {
        LoadJob job = new LoadJob(isLoad);
        return current.compareAndSet(null, job) ? job : null;
    }

    private CompletableFuture<Void> start(LoadJob job, LoadConfiguration how) {
        CompletableFuture<Void> result = job.done().copy();
        Thread.ofVirtual().name("speedwell-load").start(() -> {
            try {
                run(job, how);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "A load in the background failed", e); // the future tells
            }
        });
        var _ = result.whenComplete((ignored, failure) -> {
            if (result.isCancelled()) {
                job.stop("The load was cancelled.");
            }
        });
        return result;
    }

    private void run(LoadJob job, LoadConfiguration how) {
        LoadEvent event = new LoadEvent();
        event.begin();
        try {
            load(job, how);
            event.version = version();
            event.rows = rows();
            event.bytes = bytes();
            tell(event);
            current.set(null);
            schedule.loaded(); // not before: a reload at once would find this load, and take it for its own
            job.done().complete(null);
        } catch (Throwable e) {
            DataStoreException failure = e instanceof DataStoreException known
                    ? known
                    : new DataStoreException(
                            e instanceof LoadException ? requireNonNull(e.getMessage()) : "The load failed: " + e, e);
            event.failure = requireNonNull(failure.getMessage());
            failedLoads.increment();
            current.set(null);
            job.done().completeExceptionally(failure);
            throw failure;
        } finally {
            event.commit();
            tellEnd(how.progress());
        }
    }

    /** Whatever a listener does, the load has ended as it has. */
    private static void tellEnd(LoadProgress progress) {
        try {
            progress.ended();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The progress of a load was told that it ended, and threw", e);
        }
    }

    private void load(LoadJob job, LoadConfiguration how) throws LoadException {
        long started = System.nanoTime();
        SnapshotLoader loader = loader(how);
        job.runs(loader);
        requireNotStopped();
        Snapshot next = loader.load(lastVersion + 1);
        lastVersion = next.version();
        published.set(next);
        tell(next.report());
        budget.collectRetired(bytes(), bytes() + LITTLE);
        LOG.log(
                System.Logger.Level.INFO,
                () -> "Loaded version %d: %,d rows of %d tables, %,d bytes, in %d ms"
                        .formatted(
                                next.version(),
                                next.rows(),
                                next.tables().size(),
                                next.bytes(),
                                (System.nanoTime() - started) / 1_000_000));
    }

    private void requireNotStopped() {
        if (stopped) {
            throw new DataStoreException("The application has been stopped.");
        }
    }

    private static void tell(LoadReport report) {
        report.tablesNotLoaded()
                .forEach(table -> LOG.log(
                        System.Logger.Level.WARNING,
                        () -> "Table %s is not in memory, its streams come from the database: %s"
                                .formatted(table.table(), table.reason())));
        report.badValues()
                .forEach(bad -> LOG.log(
                        System.Logger.Level.WARNING,
                        () -> "Table %s, column %s: %,d values became NULL, the first in row %s: %s"
                                .formatted(bad.table(), bad.column(), bad.count(), bad.firstRow(), bad.reason())));
    }

    private void tell(LoadEvent event) {
        Snapshot now = published.get();
        if (now != null) {
            LoadReport report = now.report();
            event.badValues = report.badValues().stream()
                    .mapToLong(LoadReport.BadValues::count)
                    .sum();
            event.firstBadValue = report.badValues().stream()
                    .findFirst()
                    .map(bad -> "Table %s, column %s, row %s: %s"
                            .formatted(bad.table(), bad.column(), bad.firstRow(), bad.reason()))
                    .orElse("");
            event.tablesNotLoaded = report.tablesNotLoaded().stream()
                    .map(LoadReport.TableNotLoaded::table)
                    .collect(Collectors.joining(", "));
        }
    }

    @Override
    public void save(Path file) {
        Snapshot now = published.get();
        if (now == null) {
            throw new DataStoreNotLoadedException("No version is in memory yet: call load() first.");
        }
        try {
            SnapshotWriter.save(now, file);
        } catch (IOException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        }
    }

    @Override
    public CompletableFuture<Void> open(Path path, OpenMode mode) {
        if (projects == null || managers == null) {
            throw new DataStoreException("The application has not been started: open after build().");
        }
        LoadJob job = begin(false);
        if (job == null) {
            throw underWay();
        }
        try {
            requireNotStopped();
            SnapshotFile file = SnapshotFile.open(
                    path,
                    mode == OpenMode.COPIED ? SnapshotFile.Access.COPIED : SnapshotFile.Access.MAPPED,
                    projects.getProject(),
                    managers.stream().<Manager<?>>map(manager -> manager).toList(),
                    lastVersion + 1,
                    budget);
            OpenedFile opened = new OpenedFile(file, published);
            CompletableFuture<Void> verified = CompletableFuture.completedFuture(null);
            if (mode == OpenMode.LAZY) {
                verified = opened.publishLazily();
            } else {
                opened.publishVerified();
            }
            lastVersion++;
            budget.collectRetired(bytes(), bytes() + LITTLE);
            schedule.loaded();
            return verified;
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } finally {
            current.set(null);
            job.done().complete(null);
        }
    }

    @Override
    public <E> E update(Manager<E> manager, E read, Consumer<? super E> change) {
        if (updates == null) {
            throw new DataStoreException("The application has not been started: update after build().");
        }
        return updates.update(manager, read, change);
    }

    @Override
    public SnapshotView snapshot() {
        Snapshot now = published.get();
        if (now == null) {
            throw new DataStoreNotLoadedException("No version is in memory yet: call load() first.");
        }
        return new SnapshotView(now, fallbacks);
    }

    @Override
    public StoreStatistics getStatistics() {
        Snapshot now = published.get();
        if (now == null) {
            throw new DataStoreNotLoadedException("No version is in memory yet: call load() first.");
        }
        return StoreStatistics.of(now);
    }

    @Override
    public <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline) {
        Snapshot now = published.get();
        TableStore<E> table = now == null ? null : now.table(manager.getTableIdentifier());
        if (table == null) {
            throw new DataStoreNotLoadedException("%s is not in memory: %s"
                    .formatted(
                            manager.getTableIdentifier().getTableId(),
                            now == null && isHeld(manager.getTableIdentifier())
                                    ? "call load() first."
                                    : "its streams come from the database."));
        }
        return Explaining.explain(table, pipeline);
    }

    @Override
    public void clear() {
        schedule.cancel();
        published.set(null);
    }

    /** Called by the injector when the application stops. A load under way is stopped, and waited for. */
    @ExecuteBefore(State.STOPPED)
    public void stop() {
        stopped = true;
        schedule.close();
        LoadJob running = current.get();
        if (running != null) {
            running.stop("The load was stopped, as the application was.");
            try {
                running.done()
                        .copy()
                        .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
                        .exceptionally(failure -> null)
                        .join();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "A load did not end when the application was stopped", e);
            }
        }
        published.set(null);
    }

    @Override
    public long version() {
        Snapshot now = published.get();
        return now == null ? 0 : now.version();
    }

    @Override
    public long bytes() {
        Snapshot now = published.get();
        return now == null ? 0 : now.bytes();
    }

    @Override
    public long rows() {
        Snapshot now = published.get();
        return now == null ? 0 : now.rows();
    }

    @Override
    public long loads() {
        return lastVersion;
    }

    @Override
    public long failedLoads() {
        return failedLoads.sum();
    }

    @Override
    public long fallbacks() {
        return fallbacks.count();
    }

    @Override
    public void addQueryListener(QueryListener listener) {
        queries.add(listener);
    }

    /** The snapshot that new streams see, or null while there is none. */
    @Nullable
    Snapshot current() {
        return published.get();
    }

    private static SnapshotLoader.Progress told(LoadProgress progress) {
        return (table, rows, estimate, phase) -> progress.rows(
                table,
                rows,
                estimate,
                switch (phase) {
                    case READING -> LoadProgress.Phase.READING;
                    case BUILDING -> LoadProgress.Phase.BUILDING;
                    case DONE -> LoadProgress.Phase.DONE;
                });
    }

    private SnapshotLoader loader(LoadConfiguration how) {
        if (projects == null || managers == null || connections == null) {
            throw new DataStoreException("The application has not been started: load after build().");
        }
        ConnectionPoolComponent pool = connections;
        List<Manager<?>> held = managers.stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> isHeld(manager.getTableIdentifier()))
                .toList();
        LoadSettings settings = new LoadSettings(
                configuration.connections(),
                how::chunkSize,
                how.isLocking()
                        ? LoadSettings.Consistency.LOCK
                        : how.isTransaction() ? LoadSettings.Consistency.SNAPSHOT : LoadSettings.Consistency.NONE,
                configuration.networkTimeout(),
                configuration::isLoaded,
                configuration::isIndexed,
                column -> configuration.badValue(column) == BadValue.NULL,
                configuration.tableNotLoaded() == NotLoaded.SQL,
                configuration.multiIndexes().stream()
                        .map(pair -> new LoadSettings.Pair(pair.first(), pair.second()))
                        .toList(),
                how.decorator()::of,
                budget,
                how.executor().orElse(null),
                published.get());
        return new SnapshotLoader(projects.getProject(), held, pool::newConnection, settings, told(how.progress()));
    }
}
