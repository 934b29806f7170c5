package org.speedwell.accelerator.load;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.load.LoadSettings.Consistency;
import org.speedwell.accelerator.store.BinlogPosition;

/**
 * One moment of a database, seen by one connection or several: each has a read-only transaction of its own, and all of them
 * see the same rows.
 *
 * <ul>
 *   <li>MariaDB and Percona Server tell each transaction the exact binlog position of its view: transactions of one position
 *       see the same. They are begun anew until all have the same one.
 *   <li>MySQL tells none that is exact: a transaction is in the binlog before others see it, and in {@code gtid_executed}
 *       only after. Unless a lock is asked for there is one connection, which always agrees with itself.
 *   <li>Where it is asked for, {@code LOCK TABLES … READ} holds off the writers of the tables while the transactions begin,
 *       never those of others.
 * </ul>
 *
 * @param connections at least one
 * @param takenAt before the moment that is seen, shortly
 * @param position of the moment in the binlog, where it is known exactly
 */
record ReadView(List<LoadConnection> connections, Instant takenAt, Optional<BinlogPosition> position) {
    private static final System.Logger LOG = System.getLogger(ReadView.class.getName());

    /** How long transactions are begun anew because writers came between them. */
    private static final Duration AGREEMENT = Duration.ofSeconds(2);

    /** Opens a connection of its own for whoever asks. */
    interface Connector {
        LoadConnection connect() throws LoadException, InterruptedException;
    }

    /**
     * A view through up to {@code count} connections. Where it fails, those that are open are the connector's to close.
     *
     * @param tables quoted names of the tables to be read
     */
    static ReadView open(Connector connector, int count, List<String> tables, Consistency consistency)
            throws LoadException, SQLException, InterruptedException {
        List<LoadConnection> connections = new ArrayList<>();
        connections.add(connector.connect());
        if (consistency == Consistency.NONE) {
            addUpTo(count, connections, connector);
            return new ReadView(connections, Instant.now(), Optional.empty());
        }
        ReadView one = ofOne(connections.getFirst());
        ReadView several = null;
        if (count > 1 && one.position.isPresent()) {
            addUpTo(count, connections, connector);
            several = agreed(connections);
        }
        if (several == null && consistency == Consistency.LOCK) {
            addUpTo(count, connections, connector);
            several = locked(connections, tables, connector);
        }
        if (several != null) {
            return several.withGtids();
        }
        if (connections.size() == 1) {
            return one.withGtids();
        }
        LOG.log(
                System.Logger.Level.INFO,
                "The load goes on with one connection, as several did not come to see the same rows.");
        while (connections.size() > 1) {
            connections.removeLast().close();
        }
        return ofOne(connections.getFirst()).withGtids();
    }

    /** More connections, as many as the server gives. */
    private static void addUpTo(int count, List<LoadConnection> connections, Connector connector)
            throws InterruptedException {
        try {
            while (connections.size() < count) {
                connections.add(connector.connect());
            }
        } catch (LoadException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    () -> "The load goes on with %d connections of %d: %s"
                            .formatted(connections.size(), count, e.getMessage()));
        }
    }

    private static ReadView ofOne(LoadConnection connection) throws SQLException {
        Instant takenAt = Instant.now();
        return new ReadView(List.of(connection), takenAt, begin(connection));
    }

    /** A view in which all positions are the same; null where they were not in good time. */
    private static @Nullable ReadView agreed(List<LoadConnection> connections)
            throws SQLException, InterruptedException {
        long end = System.nanoTime() + AGREEMENT.toNanos();
        do {
            Instant takenAt = Instant.now();
            List<Optional<BinlogPosition>> positions = begin(connections);
            if (positions.stream().distinct().count() == 1
                    && positions.getFirst().isPresent()) {
                return new ReadView(connections, takenAt, positions.getFirst());
            }
        } while (System.nanoTime() < end);
        return null;
    }

    /** A view whose transactions began while nobody could write to the tables; null where that could not be had. */
    static @Nullable ReadView locked(List<LoadConnection> connections, List<String> tables, Connector connector)
            throws SQLException, InterruptedException {
        try (LoadConnection locker = connector.connect()) {
            try {
                locker.lockInTime(tables);
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.INFO, () -> "The tables cannot be locked: " + e.getMessage());
                return null;
            }
            Instant takenAt = Instant.now();
            begin(connections);
            Optional<BinlogPosition> position = Binlog.currentPosition(locker.jdbc());
            try {
                locker.unlock();
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.INFO, () -> "The server took the lock back: " + e.getMessage());
                return null; // and so somebody may have written between the transactions
            }
            return new ReadView(connections, takenAt, position);
        } catch (LoadException e) {
            LOG.log(System.Logger.Level.INFO, () -> "No connection to lock with: " + e.getMessage());
            return null;
        }
    }

    /** Begins a transaction on each connection at about the same time; the positions of their views. */
    private static List<Optional<BinlogPosition>> begin(List<LoadConnection> connections)
            throws SQLException, InterruptedException {
        List<Callable<Optional<BinlogPosition>>> begins = new ArrayList<>();
        connections.forEach(connection -> begins.add(() -> begin(connection)));
        List<Optional<BinlogPosition>> positions = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Optional<BinlogPosition>> position : threads.invokeAll(begins)) {
                positions.add(position.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
        return positions;
    }

    private static Optional<BinlogPosition> begin(LoadConnection connection) throws SQLException {
        connection.beginSnapshot();
        return Binlog.positionOfView(connection.jdbc());
    }

    /** Finding them takes a while, as the server may read its binlog for it. */
    private ReadView withGtids() {
        return new ReadView(
                connections,
                takenAt,
                position.map(
                        where -> Binlog.withGtids(where, connections.getFirst().jdbc())));
    }
}
