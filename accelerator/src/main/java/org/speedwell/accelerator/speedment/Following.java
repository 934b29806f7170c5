package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.core.component.PasswordComponent;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.accelerator.store.Snapshot;

/**
 * The one database of an application, in the form that its follower needs.
 *
 * @param loaders a function that loads some tables, and may leave out those that cannot be loaded
 */
record Following(
        Dbms dbms,
        ConnectionPoolComponent pool,
        PasswordComponent passwords,
        StoreConfiguration configuration,
        BiFunction<Predicate<TableId<?>>, Boolean, SnapshotLoader> loaders)
        implements ReplicationSource {

    @Override
    public String database() {
        return dbms.getName();
    }

    @Override
    public LoadConnection connect() throws LoadException, InterruptedException {
        return new LoadConnections(networkTimeout()).open(dbms.getName(), () -> pool.newConnection(dbms));
    }

    @Override
    public Duration networkTimeout() {
        return configuration.networkTimeout();
    }

    @Override
    public List<BinlogAddress> addresses(Connection connection) throws LoadException {
        try {
            String url = requireNonNull(connection.getMetaData().getURL());
            Supplier<String> password =
                    () -> passwords.get(dbms).map(String::new).orElse("");
            if (!(pool instanceof DataSourceConnections given)) {
                return BinlogAddress.of(url, dbms.getUsername().orElseGet(() -> user(connection)), password);
            }
            BinlogLogin login = given.binlog().orElseGet(() -> BinlogLogin.of(password));
            return BinlogAddress.of(
                    login.url().orElse(url), login.user().orElseGet(() -> user(connection)), login.password());
        } catch (SQLException | IllegalArgumentException e) {
            throw new LoadException("The database cannot be followed: " + e.getMessage(), e);
        }
    }

    private static String user(Connection connection) {
        try {
            String user = connection.getMetaData().getUserName(); // with the host name that the server sees
            return user.contains("@") ? user.substring(0, user.lastIndexOf('@')) : user;
        } catch (SQLException e) {
            return "";
        }
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
