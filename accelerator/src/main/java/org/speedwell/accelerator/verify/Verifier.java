package org.speedwell.accelerator.verify;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.replication.ForeignKey;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.replication.Replicator;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/**
 * A comparison of the tables in memory with those of the database. It compares every row that it reads, and then
 * compares the rows that differ a second time. With replication, the second time is in a later view. For one thread.
 */
public final class Verifier {
    private final ReplicationSource source;
    private final @Nullable Replicator follower;
    private final Supplier<Snapshot> current;
    private final SnapshotLoader.Progress progress;
    private final List<Compared<?>> tables = new ArrayList<>();

    /**
     * Creates a verifier.
     *
     * @param follower null without replication; then the version in memory must be the latest state of the database
     */
    public Verifier(
            ReplicationSource source,
            @Nullable Replicator follower,
            Supplier<Snapshot> current,
            SnapshotLoader.Progress progress) {
        this.source = source;
        this.follower = follower;
        this.current = current;
        this.progress = progress;
    }

    /** A table during the comparison: its columns or the reason why it cannot be compared, and the first result. */
    private static final class Compared<E> {
        private final TableModel<E> model;
        private @Nullable LoadedColumns<E> loaded;
        private @Nullable String notCompared;
        private TableComparison.@Nullable Result first;

        Compared(TableModel<E> model) {
            this.model = model;
        }

        TableComparison<E> comparison(AlignedView view, LoadedColumns<E> columns, TableStore<E> store)
                throws SQLException {
            return new TableComparison<>(columns, store, view.connection());
        }
    }

    /**
     * Compares all tables that are in memory.
     *
     * @throws LoadException if the database fails, or memory and the database cannot reach a common position
     */
    public Verification verify(List<TableModel<?>> models) throws LoadException, InterruptedException {
        long began = System.nanoTime();
        try (LoadConnection connection = source.connect()) {
            for (TableModel<?> model : models) {
                tables.add(prepared(model, connection.jdbc()));
            }
        }
        List<Verification.Difference> differences = new ArrayList<>();
        try (AlignedView view = open()) {
            for (Compared<?> table : tables) {
                compare(table, view);
            }
            long found = tables.stream()
                    .mapToLong(table ->
                            table.first == null ? 0 : table.first.candidates().size())
                    .sum();
            if (found > 0 && follower == null) {
                confirm(view, differences);
            } else if (found > 0) {
                try (AlignedView later = open()) {
                    confirm(later, differences);
                }
            }
            return new Verification(
                    view.version().version(),
                    view.position(),
                    tables.stream().map(Verifier::publicResult).toList(),
                    differences,
                    found - differences.stream().map(Verifier::row).distinct().count(),
                    Duration.ofNanos(System.nanoTime() - began));
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static List<String> row(Verification.Difference difference) {
        return List.of(difference.table(), difference.key());
    }

    private static LoadException failed(SQLException e) {
        return new LoadException("The database failed during the comparison: " + e.getMessage(), e);
    }

    private AlignedView open() throws LoadException, InterruptedException {
        return AlignedView.open(source, follower, current.get());
    }

    private <E> Compared<E> prepared(TableModel<E> model, Connection connection) throws LoadException {
        Compared<E> table = new Compared<>(model);
        try {
            table.loaded = source.columns(table.model, connection);
        } catch (TableException e) {
            table.notCompared = e.getMessage();
        }
        return table;
    }

    private <E> void compare(Compared<E> table, AlignedView view)
            throws LoadException, SQLException, InterruptedException {
        LoadedColumns<E> loaded = table.loaded;
        TableStore<E> store = view.version().table(table.model.identifier());
        if (store == null) {
            table.notCompared = "it is not in memory";
        } else if (isStopped(table)) {
            table.notCompared = "it is no longer followed; see followStatus()";
        } else if (loaded != null) {
            progress.rows(table.model.identifier(), 0, store.rows(), LoadPhase.READING);
            table.first = table.comparison(view, loaded, store)
                    .all(rows -> progress.rows(table.model.identifier(), rows, store.rows(), LoadPhase.READING));
            progress.rows(table.model.identifier(), table.first.rows(), table.first.rows(), LoadPhase.DONE);
        }
    }

    private boolean isStopped(Compared<?> table) {
        return follower != null
                && follower.status()
                        .stopped()
                        .containsKey(ForeignKey.name(table.model.schemaName(), table.model.tableName()));
    }

    private void confirm(AlignedView view, List<Verification.Difference> differences)
            throws LoadException, SQLException, InterruptedException {
        for (Compared<?> table : tables) {
            confirm(table, view, differences);
        }
    }

    private static <E> void confirm(Compared<E> table, AlignedView view, List<Verification.Difference> differences)
            throws LoadException, SQLException, InterruptedException {
        LoadedColumns<E> loaded = table.loaded;
        TableStore<E> store = view.version().table(table.model.identifier());
        if (loaded != null && store != null && table.first != null) {
            differences.addAll(table.comparison(view, loaded, store).again(table.first.candidates()));
        }
    }

    private static Verification.Table publicResult(Compared<?> table) {
        TableComparison.Result result = table.first;
        return new Verification.Table(
                table.model.toString(),
                result == null ? 0 : result.rows(),
                result == null ? 0 : result.ranges(),
                result == null ? 0 : result.rangesThatDiffer(),
                Optional.ofNullable(table.notCompared));
    }
}
