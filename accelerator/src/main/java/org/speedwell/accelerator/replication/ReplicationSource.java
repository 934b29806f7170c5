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

/** The database that is followed. Thread-safe. */
public interface ReplicationSource {

    /** By which it is told from the other databases of the application. */
    String database();

    /**
     * A new connection, as the load's are, that does not wait longer for an answer than {@link #networkTimeout}; to be closed, which ends its
     * transaction.
     *
     * @throws LoadException if there is none in that time
     */
    LoadConnection connect() throws LoadException, InterruptedException;

    /** How long the database may say nothing. */
    Duration networkTimeout();

    /** Servers of which each has the whole binlog, in the order in which they are tried; by a connection to one of them. */
    List<BinlogAddress> addresses(Connection connection) throws LoadException;

    /** What is loaded of a table, as the database has it now. */
    <E> LoadedColumns<E> columns(TableModel<E> model, Connection connection) throws LoadException;

    /** All columns of a table, also those that are not loaded, as the database has it now. */
    <E> LoadedColumns<E> allColumns(TableModel<E> model, Connection connection) throws LoadException;

    /**
     * Loads some tables.
     *
     * @param tables tells which tables are loaded
     * @param leavesTables whether a table that cannot be loaded is left out; if not, the load fails
     */
    Loaded load(Predicate<TableId<?>> tables, boolean leavesTables) throws LoadException;

    /**
     * Tables that were loaded.
     *
     * @param tables the tables, with a position before which nothing is missing
     * @param end of the binlog when their rows were seen: nothing that comes after it is in them
     */
    record Loaded(Snapshot tables, Position end) {

        /** Returns the position before which nothing is missing. */
        Position from() {
            return tables.position().orElseThrow();
        }
    }
}
