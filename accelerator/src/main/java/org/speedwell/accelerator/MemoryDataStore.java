package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.Inject;
import com.speedment.common.injector.annotation.OnlyIfMissing;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import com.speedment.runtime.core.manager.Manager;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.load.LoadSettings;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/** The data store of an application: holds the snapshot that new streams see. */
public final class MemoryDataStore implements DataStoreComponent {
    private static final System.Logger LOG = System.getLogger(MemoryDataStore.class.getName());

    private final StoreConfiguration configuration;
    private final AtomicBoolean loading = new AtomicBoolean();
    private @Nullable ProjectComponent projects;
    private @Nullable ManagerComponent managers;
    private @Nullable ConnectionPoolComponent connections;
    private volatile @Nullable Snapshot snapshot;
    private volatile long lastVersion;

    /** Called by the injector of an application without a {@link StoreConfiguration}. */
    @OnlyIfMissing(StoreConfiguration.class)
    public MemoryDataStore() {
        this(StoreConfiguration.defaults());
    }

    /** Called by the injector. */
    @Inject
    public MemoryDataStore(StoreConfiguration configuration) {
        this.configuration = configuration;
    }

    StoreConfiguration configuration() {
        return configuration;
    }

    /** Called by the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(
            @WithState(State.RESOLVED) ProjectComponent projectComponent,
            @WithState(State.RESOLVED) ManagerComponent managerComponent,
            @WithState(State.RESOLVED) ConnectionPoolComponent connectionPoolComponent) {
        this.projects = projectComponent;
        this.managers = managerComponent;
        this.connections = connectionPoolComponent;
    }

    @Override
    public void load(LoadProgress progress) {
        if (!loading.compareAndSet(false, true)) {
            throw new DataStoreException(
                    "A load is already under way. Wait until it is done before you start another.");
        }
        try {
            long started = System.nanoTime();
            Snapshot next = loader(progress).load(lastVersion + 1);
            lastVersion = next.version();
            snapshot = next;
            reclaim();
            LOG.log(
                    System.Logger.Level.INFO,
                    () -> "Loaded version %d: %,d rows of %d tables, %,d bytes, in %d ms"
                            .formatted(
                                    next.version(),
                                    rows(),
                                    next.tables().size(),
                                    bytes(),
                                    (System.nanoTime() - started) / 1_000_000));
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } finally {
            loading.set(false);
        }
    }

    /**
     * Retired versions return their memory when the collector finds them unreachable, and an idle application may not
     * collect for hours: where more than one retired version is outstanding, the collector is asked.
     */
    private void reclaim() {
        if (Lease.allocatedBytes() > 2 * bytes()) {
            System.gc();
        }
    }

    @Override
    public <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline) {
        Snapshot current = snapshot;
        TableStore<E> table = current == null ? null : current.table(manager.getTableIdentifier());
        if (table == null) {
            throw new DataStoreNotLoadedException("%s is not in memory: %s"
                    .formatted(
                            manager.getTableIdentifier().getTableId(),
                            current == null ? "call load() first." : "its streams come from the database."));
        }
        return ExplainingTrace.explain(table, pipeline);
    }

    /** Called by the injector when the application stops. */
    @Override
    @ExecuteBefore(State.STOPPED)
    public void clear() {
        snapshot = null;
    }

    @Override
    public long version() {
        Snapshot current = snapshot;
        return current == null ? 0 : current.version();
    }

    @Override
    public long bytes() {
        Snapshot current = snapshot;
        return current == null
                ? 0
                : current.tables().stream().mapToLong(TableStore::bytes).sum();
    }

    @Override
    public long rows() {
        Snapshot current = snapshot;
        return current == null
                ? 0
                : current.tables().stream().mapToLong(TableStore::rows).sum();
    }

    /** The snapshot that new streams see, or null while there is none. */
    @Nullable
    Snapshot snapshot() {
        return snapshot;
    }

    private SnapshotLoader loader(LoadProgress progress) {
        if (projects == null || managers == null || connections == null) {
            throw new DataStoreException("The application has not been started: load after build().");
        }
        ConnectionPoolComponent pool = connections;
        List<Manager<?>> all =
                managers.stream().<Manager<?>>map(manager -> manager).toList();
        LoadSettings settings = new LoadSettings(
                configuration.connections(),
                table -> 1 << 18,
                true,
                configuration::isLoaded,
                configuration::isIndexed,
                configuration.multiIndexes().stream()
                        .map(pair -> new LoadSettings.Pair(pair.first(), pair.second()))
                        .toList(),
                new LoadSettings.Decorator() {
                    @Override
                    public <E> @Nullable Function<Stream<E>, Stream<E>> of(
                            com.speedment.runtime.config.identifier.TableIdentifier<E> table) {
                        return null;
                    }
                },
                new MemoryBudget(configuration.memoryBudget()),
                null);
        return new SnapshotLoader(projects.getProject(), all, pool::newConnection, settings, progress::rows);
    }
}
