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
 * One moment of a database, which one or more connections see. Each connection has its own read-only transaction, and
 * all transactions see the same rows. With {@link Consistency#NONE} there are no transactions, and each statement sees
 * its own moment.
 *
 * <ul>
 * <li>One connection is always consistent and needs no lock.
 * <li>Several connections see the same moment only if no client writes while their transactions begin. No server
 * reports the exact binlog position that a transaction sees. In MySQL a transaction is in the binlog before others see
 * it, and in {@code gtid_executed} only afterwards. MariaDB reports a position for each transaction. In a test with a
 * concurrent writer, one of 1,000 positions was off by one transaction.
 * <li>With {@link Consistency#LOCK}, {@code LOCK TABLES … READ} blocks writers of these tables while the transactions
 * begin. Writers of other tables continue.
 * </ul>
 *
 * @param connections at least one connection
 * @param takenAt a time shortly before the moment of the view
 * @param position a binlog position up to which the view contains all transactions; empty if the server reports none.
 * Without a lock, the view may also contain some transactions between {@code position} and {@code end}
 * @param end the end of the binlog after all transactions had begun; the view contains nothing after it
 */
record ReadView(
        List<LoadConnection> connections, Instant takenAt, Optional<Position> position, Optional<Position> end) {
    private static final System.Logger LOG = System.getLogger(ReadView.class.getName());

    /** A factory of connections. */
    interface Connector {
        LoadConnection connect() throws LoadException, InterruptedException;
    }

    /**
     * Opens a view through up to {@code count} connections. If this method fails, the connector must close the open
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
     * Returns a view whose transactions began while a lock kept writers off the tables. Returns null if the lock
     * failed.
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

    /**
     * Returns the same view with the GTIDs of its position. The server may read its binlog for them, which takes time.
     * Therefore the caller unlocks the tables first.
     */
    private ReadView withGtids() {
        Optional<Position> exact = position.map(
                where -> BinlogStatus.withGtids(where, connections.getFirst().jdbc()));
        return new ReadView(connections, takenAt, exact, exact);
    }
}
