package org.speedwell.accelerator.load;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.load.LoadSettings.Consistency;
import org.speedwell.accelerator.model.Position;

/**
 * One moment of a database, seen by one connection or several: each has a read-only transaction of its own, and all of them
 * see the same rows.
 *
 * <ul>
 *   <li>One connection always agrees with itself, and needs no lock. Several see one moment only where nobody writes while
 *       their transactions begin, as no server tells a position in the binlog that is exactly that of what a transaction sees.
 *       MySQL has a transaction in the binlog before others see it, and in {@code gtid_executed} only after. MariaDB tells
 *       each transaction a position, and of a thousand that were begun beside a writer one was off by a transaction.
 *   <li>Where it is asked for, {@code LOCK TABLES … READ} holds off the writers of the tables while the transactions begin,
 *       never those of others.
 * </ul>
 *
 * @param connections at least one
 * @param takenAt before the moment that is seen, shortly
 * @param position in the binlog, where the server tells one: nothing before it is missing; without a lock some of what comes
 *     between it and the end may be there too
 * @param end of the binlog once all transactions had begun: they see nothing that comes after it
 */
record ReadView(
        List<LoadConnection> connections, Instant takenAt, Optional<Position> position, Optional<Position> end) {
    private static final System.Logger LOG = System.getLogger(ReadView.class.getName());

    /** A factory of connections. */
    interface Connector {
        LoadConnection connect() throws LoadException, InterruptedException;
    }

    /**
     * Opens a view through up to {@code count} connections. If this fails, the connector must close the open
     * connections.
     *
     * @param tables the quoted names of the tables to read
     */
    static ReadView open(Connector connector, int count, List<String> tables, Consistency consistency)
            throws LoadException, SQLException, InterruptedException {
        List<LoadConnection> connections = new ArrayList<>();
        connections.add(connector.connect());
        if (consistency == Consistency.NONE) {
            addUpTo(count, connections, connector);
            return new ReadView(connections, Instant.now(), Optional.empty(), Optional.empty());
        }
        if (consistency == Consistency.LOCK) {
            addUpTo(count, connections, connector);
            ReadView several = locked(connections, tables, connector);
            if (several != null) {
                return several.withGtids();
            }
            LOG.log(
                    System.Logger.Level.INFO,
                    "The load continues with one connection, because several might see different rows.");
            while (connections.size() > 1) {
                connections.removeLast().close();
            }
        }
        return ofOne(connections.getFirst());
    }

    /** Opens more connections, as many as the server accepts. */
    private static void addUpTo(int count, List<LoadConnection> connections, Connector connector)
            throws InterruptedException {
        try {
            while (connections.size() < count) {
                connections.add(connector.connect());
            }
        } catch (LoadException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    () -> "The load continues with %d of %d connections: %s"
                            .formatted(connections.size(), count, e.getMessage()));
        }
    }

    private static ReadView ofOne(LoadConnection connection) throws LoadException, SQLException, InterruptedException {
        Optional<Position> lowMark = BinlogStatus.lowMark(connection);
        Instant takenAt = Instant.now();
        connection.beginSnapshot();
        Optional<Position> end = lowMark.isEmpty() ? lowMark : Optional.of(BinlogStatus.highMark(connection.jdbc()));
        return new ReadView(List.of(connection), takenAt, lowMark, end);
    }

    /**
     * Returns a view whose transactions began while the tables were locked against writes; null if the lock was
     * refused.
     */
    static @Nullable ReadView locked(List<LoadConnection> connections, List<String> tables, Connector connector)
            throws SQLException, InterruptedException {
        try (LoadConnection locker = connector.connect()) {
            try {
                locker.lockTables(tables);
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.INFO, () -> "The load could not lock the tables: " + e.getMessage());
                return null;
            }
            Instant takenAt = Instant.now();
            for (LoadConnection connection : connections) {
                connection.beginSnapshot();
            }
            Optional<Position> position = BinlogStatus.currentPosition(locker.jdbc());
            try {
                locker.unlock();
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.INFO, () -> "The load lost its lock on the tables: " + e.getMessage());
                return null; // another client may have written between the transactions
            }
            return new ReadView(connections, takenAt, position, position);
        } catch (LoadException e) {
            LOG.log(System.Logger.Level.INFO, () -> "The load got no connection for the lock: " + e.getMessage());
            return null;
        }
    }

    /** Finding them takes a while, as the server may read its binlog for it. */
    private ReadView withGtids() {
        Optional<Position> exact = position.map(
                where -> BinlogStatus.withGtids(where, connections.getFirst().jdbc()));
        return new ReadView(connections, takenAt, exact, exact);
    }
}
