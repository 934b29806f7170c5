package org.speedwell.accelerator.live;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.store.Snapshot;

/**
 * The database that a store follows.
 *
 * @param loaders a function that loads some tables, and may leave out those that cannot be loaded
 */
record FollowedDatabase(
        String database,
        DatabaseAccess access,
        StoreConfiguration configuration,
        BiFunction<Predicate<TableId<?>>, Boolean, SnapshotLoader> loaders)
        implements ReplicationSource {

    @Override
    public LoadConnection connect() throws LoadException, InterruptedException {
        return new LoadConnections(networkTimeout()).open(database, () -> access.connect(database));
    }

    @Override
    public Duration networkTimeout() {
        return configuration.networkTimeout();
    }

    @Override
    public List<BinlogAddress> addresses(Connection connection) throws LoadException {
        return access.addresses(database, connection);
    }

    @Override
    public <E> LoadedColumns<E> columns(TableModel<E> model, Connection connection) throws LoadException {
        return columns(model, connection, column -> configuration.isLoaded(SpeedmentIds.identifier(column)));
    }

    @Override
    public <E> LoadedColumns<E> allColumns(TableModel<E> model, Connection connection) throws LoadException {
        return columns(model, connection, column -> true);
    }

    private <E> LoadedColumns<E> columns(TableModel<E> model, Connection connection, Predicate<ColumnId> which)
            throws LoadException {
        try {
            return LoadedColumns.of(
                    model,
                    connection,
                    which,
                    column -> configuration.badValue(SpeedmentIds.identifier(column)) == BadValue.NULL);
        } catch (SQLException e) {
            throw new LoadException(
                    "The columns of table " + model + " cannot be read from the database: " + e.getMessage(), e);
        }
    }

    @Override
    public Loaded load(Predicate<TableId<?>> tables, boolean leavesTables) throws LoadException {
        SnapshotLoader loader = loaders.apply(tables, leavesTables);
        Snapshot loaded = loader.load(1);
        return new Loaded(
                loaded,
                loader.end()
                        .orElseThrow(() -> new LoadException(
                                "The server does not report the end of its binlog: it has none, or the user lacks"
                                        + " REPLICATION CLIENT.")));
    }
}
