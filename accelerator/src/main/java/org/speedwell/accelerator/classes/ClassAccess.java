package org.speedwell.accelerator.classes;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.live.DatabaseAccess;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.source.DataSourceConnections;

/** The connections of a data source. Thread-safe. */
final class ClassAccess implements DatabaseAccess {
    private final DataSourceConnections connections;

    /** The check of the first connection, until it succeeds; null if there is none. */
    private volatile @Nullable Check pending;

    /** A comparison of the classes with the database. */
    interface Check {
        /** @throws MappingException if a class does not fit its table */
        void of(Connection connection) throws SQLException;
    }

    /**
     * Creates the access.
     *
     * @param check the check that must succeed before anything else reads the database; null if there is none
     */
    ClassAccess(DataSourceConnections connections, @Nullable Check check) {
        this.connections = connections;
        this.pending = check;
    }

    @Override
    public Connection connect(String database) {
        try {
            Connection connection = connections.loadConnection();
            if (pending != null) {
                check(connection);
            }
            return connection;
        } catch (SQLException e) {
            throw new DataStoreException("No connection to the database: " + e.getMessage(), e);
        }
    }

    private synchronized void check(Connection connection) throws SQLException {
        Check check = pending;
        if (check == null) {
            return; // another thread was faster
        }
        try {
            check.of(connection);
            pending = null;
        } catch (MappingException e) {
            String differences = String.valueOf(e.getMessage());
            throw new DataStoreException(differences, new LoadException(differences));
        } finally {
            if (pending != null) {
                connection.close();
            }
        }
    }

    @Override
    public List<BinlogAddress> addresses(String database, Connection connection) throws LoadException {
        return DatabaseAccess.addresses(connection, connections.login());
    }
}
