package org.speedwell.accelerator.load;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.DatabaseColumns;
import org.speedwell.accelerator.database.DriverSettings;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableNotLoaded;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.store.LoadReport;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.types.ColumnReader;

/**
 * A loader of an application's tables at one moment of each database. All connections to a database share one read
 * view. The load builds columns and indexes while it reads. For one load; any thread may stop it.
 */
public final class SnapshotLoader {
    private static final System.Logger LOG = System.getLogger(SnapshotLoader.class.getName());

    private final List<TableModel<?>> tables;
    private final Function<String, Connection> connections;
    private final LoadSettings settings;
    private final Progress progress;
    private volatile Optional<Position> end = Optional.empty();
    private volatile long estimate;
    private volatile @Nullable LoadTasks tasks;
    private volatile @Nullable String stopped;

    /**
     * Creates a loader of some tables and views.
     *
     * @param connections opens a new connection to the named database; the loader closes it
     * @param progress receives the progress, from one thread at a time
     */
    public SnapshotLoader(
            List<? extends TableModel<?>> tables,
            Function<String, Connection> connections,
            LoadSettings settings,
            Progress progress) {
        this.tables = List.copyOf(tables);
        this.connections = connections;
        this.settings = settings;
        Object turn = new Object();
        this.progress = (table, rows, estimate, phase) -> {
            synchronized (turn) {
                progress.rows(table, rows, estimate, phase);
            }
        };
    }

    /** A listener for the progress of tables. */
    @FunctionalInterface
    public interface Progress {
        /** Reports that the load has finished {@code rows} of about {@code estimate} rows in a phase. */
        void rows(TableId<?> table, long rows, long estimate, LoadPhase phase);
    }

    /**
     * Returns the end of the binlog at the moment of the read view of the last load. Empty if the server does not
     * report it, or if the load read several databases.
     */
    public Optional<Position> end() {
        return end;
    }

    /** Stops the load, which then fails with this reason. Any thread may call this. */
    public void stop(String reason) {
        stopped = reason;
        LoadTasks running = tasks;
        if (running != null) {
            running.fail(new LoadException(reason));
        }
    }

    /**
     * Loads a new snapshot. Other threads wait for the databases, so an interrupt or {@link #stop} ends the load at any
     * moment. A failed load returns all its memory and closes all its connections.
     *
     * @throws LoadException if the load fails, for example because of a table, an interrupt, or {@link #stop}
     */
    public Snapshot load(long version) throws LoadException {
        Lease lease = Lease.byRegion(settings.budget());
        List<TableLoad<?>> loads = new CopyOnWriteArrayList<>();
        List<ReadView> views = new CopyOnWriteArrayList<>();
        List<TableNotLoaded> left = new CopyOnWriteArrayList<>();
        boolean loaded = false;
        try (LoadConnections database = new LoadConnections(settings.networkTimeout());
                LoadTasks running = new LoadTasks(settings.executor(), settings.budget(), database::abort)) {
            tasks = running;
            String reason = stopped;
            if (reason != null) {
                throw new LoadException(reason);
            }
            running.read(() -> start(database, running, lease, loads, views, left));
            running.join();
            List<TableStore<?>> stores = new ArrayList<>();
            List<BadValues> badValues = new ArrayList<>();
            for (TableLoad<?> table : loads) {
                TableException failure = table.failure();
                if (failure == null) {
                    failure = add(table, lease, stores);
                }
                if (failure == null) {
                    badValues.addAll(table.badValues());
                } else {
                    left.add(notLoaded(table.model(), failure));
                }
                running.requireNotStopped();
            }
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "Estimated %,d bytes for the load; the columns and indexes take %,d"
                            .formatted(estimate, lease.bytes()));
            Instant takenAt = views.stream()
                    .map(ReadView::takenAt)
                    .min(Comparator.naturalOrder())
                    .orElseGet(Instant::now);
            Position position = views.size() == 1 ? views.getFirst().position().orElse(null) : null;
            end = views.size() == 1 ? views.getFirst().end() : Optional.empty();
            Snapshot snapshot = new Snapshot(
                    version, takenAt, position, stores, new LoadReport(badValues, left, parts(stores)), null);
            loaded = true;
            lease.belongsTo(version);
            return snapshot;
        } catch (MemoryBudgetException e) {
            throw budgetExceeded(e);
        } finally {
            tasks = null;
            loads.forEach(TableLoad::close);
            if (!loaded) {
                lease.release();
            }
        }
    }

    /** Adds a table after its load. Returns null, or the reason to leave the table to the database. */
    private @Nullable TableException add(TableLoad<?> table, Lease lease, List<TableStore<?>> stores)
            throws LoadException {
        try {
            stores.add(table.store(lease));
            return null;
        } catch (TableException e) {
            if (!settings.leavesTables()) {
                throw e;
            }
            return e;
        }
    }

    /** Opens all databases, checks the tables and starts reading them. */
    private void start(
            LoadConnections database,
            LoadTasks running,
            Lease lease,
            List<TableLoad<?>> loads,
            List<ReadView> views,
            List<TableNotLoaded> left)
            throws LoadException, InterruptedException {
        Map<String, List<TableModel<?>>> byDatabase =
                tables.stream().collect(Collectors.groupingBy(TableModel::database, TreeMap::new, Collectors.toList()));
        List<Runnable> starts = new ArrayList<>();
        long needed = 0;
        for (List<TableModel<?>> models : byDatabase.values()) {
            String name = models.getFirst().database();
            try {
                ReadView view = ReadView.open(
                        () -> database.open(name, () -> connections.apply(name)),
                        settings.connections(),
                        models.stream().map(TableModel::quotedName).toList(),
                        settings.consistency());
                views.add(view);
                Plan plan = plan(models, view.connections().getFirst(), loads::add, left);
                needed += plan.bytes();
                starts.add(() -> read(plan, view, running, lease));
            } catch (SQLException e) {
                throw new LoadException("Database " + name + " failed during the load: " + e.getMessage(), e);
            }
        }
        estimate = needed;
        long former = SizeEstimate.formerBytes(tables, settings);
        if (needed < former) {
            lease.replace(former); // refusing a smaller version would keep the larger one
        } else {
            settings.budget().awaitRoom(needed);
        }
        starts.forEach(Runnable::run);
    }

    /** Returns the partly loaded tables, each with its part. */
    private Map<TableId<?>, TableShare> parts(List<TableStore<?>> stores) {
        Map<TableId<?>, TableShare> parts = new HashMap<>(settings.parts());
        parts.keySet().retainAll(stores.stream().map(TableStore::identifier).toList());
        return parts;
    }

    /** The tables to read from one database, and their approximate size in memory. */
    private record Plan(List<TableLoad<?>> tables, ColumnReader.Session session, long bytes) {}

    private static TableNotLoaded notLoaded(TableModel<?> table, TableException failure) {
        return new TableNotLoaded(table.toString(), requireNonNull(failure.getMessage()));
    }

    /**
     * Checks all tables of a database before the load reads any. Passes each table to {@code made} as soon as it owns
     * memory. Adds the tables that stay in the database to {@code left}.
     */
    private Plan plan(
            List<TableModel<?>> models, LoadConnection view, Consumer<TableLoad<?>> made, List<TableNotLoaded> left)
            throws LoadException, SQLException {
        // MySQL caches table statistics for a day; MariaDB does not, and lacks this setting
        view.set("information_schema_stats_expiry", 0);
        Connection connection = view.jdbc();
        DriverSettings.check(connection);
        Map<String, DatabaseColumns> schemas = new HashMap<>();
        long bytes = 0;
        List<TableLoad<?>> loads = new ArrayList<>();
        for (TableModel<?> model : models) {
            DatabaseColumns columns = schemas.get(model.schemaName());
            if (columns == null) {
                columns = DatabaseColumns.of(connection, model.schemaName(), settings.isLoaded());
                schemas.put(model.schemaName(), columns);
            }
            try {
                TableLoad<?> table = TableLoad.plan(model, columns, connection, settings, progress);
                made.accept(table);
                loads.add(table);
                bytes += SizeEstimate.bytes(model, columns, settings);
            } catch (TableException e) {
                if (!settings.leavesTables()) {
                    throw e;
                }
                left.add(notLoaded(model, e));
            }
        }
        return new Plan(loads, ColumnReader.Session.of(connection), bytes);
    }

    /** Reads the parts of all tables, the largest table first. The next free connection reads the next part. */
    private static void read(Plan plan, ReadView view, LoadTasks running, Lease lease) {
        Queue<TableLoad.Reading> readings = new ConcurrentLinkedQueue<>();
        plan.tables().stream()
                .sorted(Comparator.comparingLong(TableLoad<?>::estimate).reversed())
                .forEach(table -> readings.addAll(table.readings(plan.session(), running, lease)));
        for (LoadConnection connection : view.connections()) {
            running.read(() -> {
                for (var next = readings.poll(); next != null; next = readings.poll()) {
                    next.read(connection.jdbc());
                }
                connection.close(); // close it now: the server keeps old row versions for its read view
            });
        }
    }

    private static LoadException budgetExceeded(MemoryBudgetException e) {
        return new LoadException(
                "The load does not fit: " + e.getMessage()
                        + ". Raise memoryBudget in the StoreConfiguration, or leave out columns or indexes with"
                        + " withoutColumn and withoutIndex.",
                e);
    }
}
