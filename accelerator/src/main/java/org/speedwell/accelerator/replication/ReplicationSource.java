package org.speedwell.accelerator.replication;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;

/** The database that is replicated. Thread-safe. */
public interface ReplicationSource {

    /** Returns the name that distinguishes the database from the application's other databases. */
    String database();

    /**
     * Returns a new connection like those of a load. It waits for an answer at most for {@link #networkTimeout}. The
     * caller closes it, which ends its transaction.
     *
     * @throws LoadException if there is none in that time
     */
    LoadConnection connect() throws LoadException, InterruptedException;

    /** Returns the longest time for which the database may send nothing. */
    Duration networkTimeout();

    /**
     * Returns the servers that each have the whole binlog, in the order in which to try them.
     *
     * @param connection a connection to one of them
     */
    List<BinlogAddress> addresses(Connection connection) throws LoadException;

    /** Returns the loaded columns of a table, as the database has them now. */
    <E> LoadedColumns<E> columns(TableModel<E> model, Connection connection) throws LoadException;

    /** Returns all columns of a table, also those that are not loaded, as the database has them now. */
    <E> LoadedColumns<E> allColumns(TableModel<E> model, Connection connection) throws LoadException;

    /**
     * Loads some tables.
     *
     * @param tables selects the tables
     * @param leavesTables whether to leave out a table that cannot be loaded; if not, the load fails
     */
    Loaded load(Predicate<TableId<?>> tables, boolean leavesTables) throws LoadException;

    /**
     * The result of a load.
     *
     * @param tables the tables, with a position before which nothing is missing
     * @param end the end of the binlog when the rows were read: the tables contain nothing after it
     */
    record Loaded(Snapshot tables, Position end) {

        /** Returns the position before which nothing is missing. */
        Position from() {
            return tables.position().orElseThrow();
        }
    }
}
