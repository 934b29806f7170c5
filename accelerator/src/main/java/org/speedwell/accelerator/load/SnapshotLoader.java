package org.speedwell.accelerator.load;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/** Loads all tables of an application at one moment of the database: one read view, on one connection per database. */
public final class SnapshotLoader {
    private final List<TableModel<?>> tables;
    private final Function<Dbms, Connection> connections;

    /**
     * A loader for the tables of these managers. Views are left to the database: they have no key, and what they show is
     * computed from the tables.
     *
     * @param connections opens a new connection, which the loader closes
     */
    public SnapshotLoader(Project project, List<Manager<?>> managers, Function<Dbms, Connection> connections) {
        List<TableModel<?>> models = new ArrayList<>();
        managers.forEach(manager -> models.add(TableModel.of(project, manager)));
        this.tables = models.stream().filter(table -> !table.view()).toList();
        this.connections = connections;
    }

    /** Told from the loading thread how far a table is. */
    @FunctionalInterface
    public interface Progress {
        /** {@code rows} so far of about {@code estimate}; the last call for a table has {@code done}. */
        void rows(TableIdentifier<?> table, long rows, long estimate, boolean done);
    }

    /**
     * A new snapshot.
     *
     * @throws LoadException if any table cannot be loaded; then all memory of this load has been returned
     */
    public Snapshot load(long version, Progress progress) throws LoadException {
        Lease lease = new Lease();
        boolean loaded = false;
        try {
            Instant takenAt = Instant.now();
            List<TableStore<?>> stores = new ArrayList<>();
            Map<Dbms, List<TableModel<?>>> byDbms = tables.stream().collect(Collectors.groupingBy(TableModel::dbms));
            for (Map.Entry<Dbms, List<TableModel<?>>> entry : byDbms.entrySet()) {
                load(entry.getKey(), entry.getValue(), lease, progress, stores);
            }
            Snapshot snapshot = new Snapshot(version, takenAt, stores);
            loaded = true;
            return snapshot;
        } finally {
            if (!loaded) {
                lease.release();
            }
        }
    }

    private void load(Dbms dbms, List<TableModel<?>> models, Lease lease, Progress progress, List<TableStore<?>> stores)
            throws LoadException {
        try (Connection connection = connect(dbms);
                Statement statement = connection.createStatement()) {
            Map<String, DatabaseColumns> schemas = new HashMap<>();
            for (TableModel<?> model : models) {
                DatabaseColumns columns = schemas.get(model.schemaName());
                if (columns == null) {
                    columns = DatabaseColumns.of(connection, model.schemaName());
                    schemas.put(model.schemaName(), columns);
                }
                columns.matching(model); // all are checked before any is read
            }
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            for (TableModel<?> model : models) {
                stores.add(load(model, requireNonNull(schemas.get(model.schemaName())), connection, lease, progress));
            }
            statement.execute("COMMIT");
        } catch (SQLException e) {
            throw new LoadException("Database " + dbms.getName() + " failed during the load: " + e.getMessage(), e);
        }
    }

    private static <E> TableStore<E> load(
            TableModel<E> model, DatabaseColumns columns, Connection connection, Lease lease, Progress progress)
            throws LoadException {
        long estimate = columns.rowEstimate(model);
        try (TableLoader<E> loader = new TableLoader<>(model, columns.matching(model))) {
            loader.read(connection, rows -> progress.rows(model.identifier(), rows, estimate, false));
            TableStore<E> store = loader.build(lease);
            progress.rows(model.identifier(), store.rows(), store.rows(), true);
            return store;
        }
    }

    private Connection connect(Dbms dbms) throws LoadException {
        try {
            return connections.apply(dbms);
        } catch (RuntimeException e) {
            throw new LoadException(
                    "No connection to database " + dbms.getName() + ": " + rootMessage(e)
                            + ". Check that it runs, and the address, user and password given to the application"
                            + " builder.",
                    e);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
