package org.speedwell.accelerator.load;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.BinlogPosition;

/**
 * One moment of a database, seen by several connections: each has a read-only transaction of its own, and all of them see
 * the same rows. In order of preference:
 *
 * <ol>
 *   <li>MariaDB tells each transaction the binlog position of its view: transactions of the same position see the same.
 *   <li>Writes are held off while the transactions begin, by {@code FLUSH TABLES WITH READ LOCK} where that is permitted,
 *       else by {@code LOCK TABLES … READ}. Positions compared without a lock prove nothing on MySQL, which writes a
 *       transaction to the binlog before others can see it.
 *   <li>Else there is one connection, which always agrees with itself.
 * </ol>
 *
 * <p>Thread-safe once open.
 */
final class ReadView implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReadView.class.getName());

    /** How often transactions are begun anew because MariaDB's positions differ; a busy server needs the lock. */
    private static final int ATTEMPTS = 5;

    /** How long a lock may be waited for: meanwhile writers wait behind it. */
    private static final int LOCK_SECONDS = 2;

    private final List<Connection> connections;
    private final ConcurrentLinkedDeque<Connection> idle;
    private final Semaphore permits;
    private final Instant takenAt = Instant.now();
    private @Nullable BinlogPosition position;

    /** Opens a connection of its own for whoever asks. */
    interface Connector {
        Connection connect() throws LoadException;
    }

    /** What is done with a connection while nobody else has it. */
    interface Use<T> {
        T apply(Connection connection) throws LoadException, SQLException;
    }

    private ReadView(List<Connection> connections) {
        this.connections = connections;
        this.idle = new ConcurrentLinkedDeque<>(connections);
        this.permits = new Semaphore(connections.size(), true);
    }

    /**
     * A view through up to {@code count} connections.
     *
     * @param tables quoted names of the tables to be read
     * @param isConsistent if not, nothing is held off, each connection sees a moment of its own, and each statement too
     */
    static ReadView open(Connector connector, int count, List<String> tables, boolean isConsistent)
            throws LoadException, SQLException {
        List<Connection> connections = new ArrayList<>();
        boolean open = false;
        try {
            connections.add(connector.connect());
            addUpTo(count, connections, connector);
            ReadView view = isConsistent ? consistent(connections, tables, connector) : new ReadView(connections);
            open = true;
            return view;
        } finally {
            if (!open) {
                connections.forEach(ReadView::abort);
            }
        }
    }

    /** More connections, as many as the server gives. */
    private static void addUpTo(int count, List<Connection> connections, Connector connector) {
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

    private static ReadView consistent(List<Connection> connections, List<String> tables, Connector connector)
            throws SQLException {
        for (Connection connection : connections) {
            execute(connection, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            begin(connections);
            Optional<BinlogPosition> position = Binlog.positionOfView(connections.getFirst());
            if (position.isEmpty()) {
                break; // not MariaDB, or no binlog
            }
            if (areAllAt(position, connections)) {
                return new ReadView(connections).at(position);
            }
        }
        try (Connection locker = connector.connect()) {
            if (isLocked(locker, tables)) {
                begin(connections);
                Optional<BinlogPosition> position = Binlog.currentPosition(locker);
                execute(locker, "UNLOCK TABLES");
                return new ReadView(connections).at(position);
            }
        } catch (LoadException e) {
            LOG.log(System.Logger.Level.DEBUG, "No connection to lock with", e);
        }
        if (connections.size() > 1) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The load goes on with one connection: several see the same rows only where the user may FLUSH TABLES"
                            + " WITH READ LOCK or LOCK TABLES.");
        }
        while (connections.size() > 1) {
            connections.removeLast().close();
        }
        begin(connections);
        return new ReadView(connections);
    }

    private static boolean areAllAt(Optional<BinlogPosition> position, List<Connection> connections)
            throws SQLException {
        for (Connection connection : connections) {
            if (!Binlog.positionOfView(connection).equals(position)) {
                return false;
            }
        }
        return true;
    }

    private static void begin(List<Connection> connections) throws SQLException {
        for (Connection connection : connections) {
            execute(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        }
    }

    /** Whether writers are held off now, by a lock that the connection holds. */
    private static boolean isLocked(Connection connection, List<String> tables) throws SQLException {
        execute(connection, "SET SESSION lock_wait_timeout = " + LOCK_SECONDS);
        String lockTables = tables.stream().collect(Collectors.joining(" READ, ", "LOCK TABLES ", " READ"));
        for (String lock : List.of("FLUSH TABLES WITH READ LOCK", lockTables)) {
            try {
                execute(connection, lock);
                return true;
            } catch (SQLException e) {
                if (!connection.isValid(LOCK_SECONDS)) {
                    throw e;
                }
                LOG.log(System.Logger.Level.DEBUG, () -> "Not permitted, or too busy: " + e.getMessage());
            }
        }
        return false;
    }

    private ReadView at(Optional<BinlogPosition> where) {
        position = where.orElse(null);
        return this;
    }

    /** The binlog position of the view, where the server tells it. */
    Optional<BinlogPosition> position() {
        return Optional.ofNullable(position);
    }

    Instant takenAt() {
        return takenAt;
    }

    int connections() {
        return connections.size();
    }

    /** Waits for a connection and uses it. */
    <T> T use(Use<T> use) throws LoadException, SQLException, InterruptedException {
        permits.acquire();
        try {
            Connection connection = idle.pop();
            try {
                return use.apply(connection);
            } finally {
                idle.push(connection);
            }
        } finally {
            permits.release();
        }
    }

    /** Cuts all connections: whatever runs on them fails at once. For any thread. */
    void abort() {
        connections.forEach(ReadView::abort);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A connection could not be aborted", e);
        }
    }

    /** Ends the transactions and closes the connections, on none of which a statement is under way. */
    @Override
    public void close() throws SQLException {
        for (Connection connection : connections) {
            if (!connection.isClosed()) {
                connection.close();
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What servers tell of their binlog. */
    private static final class Binlog {
        private Binlog() {}

        /** MariaDB's binlog position of a transaction's view. */
        static Optional<BinlogPosition> positionOfView(Connection connection) throws SQLException {
            String file = "";
            long offset = 0;
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW STATUS LIKE 'binlog\\_snapshot\\_%'")) {
                while (rows.next()) {
                    switch (rows.getString(1).toLowerCase(java.util.Locale.ROOT)) {
                        case "binlog_snapshot_file" -> file = rows.getString(2);
                        case "binlog_snapshot_position" -> offset = rows.getLong(2);
                        default -> {}
                    }
                }
            }
            return file.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new BinlogPosition(file, offset, mariaDbGtids(connection, file, offset)));
        }

        private static String mariaDbGtids(Connection connection, String file, long offset) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT BINLOG_GTID_POS('" + file + "', " + offset + ")")) {
                return row.next() && row.getString(1) != null ? row.getString(1) : "";
            }
        }

        /** The end of the binlog; empty where there is none or the user may not know. */
        static Optional<BinlogPosition> currentPosition(Connection connection) {
            // the first is what MySQL has from 8.2 on, the second what MariaDB and older ones have
            for (String query : List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS")) {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery(query)) {
                    if (row.next()) {
                        String file = row.getString(1);
                        long offset = row.getLong(2);
                        boolean isMySql = row.getMetaData().getColumnCount() >= 5;
                        String gtids = isMySql ? row.getString(5).replaceAll("\\s", "") : "";
                        return Optional.of(new BinlogPosition(
                                file, offset, isMySql ? gtids : mariaDbGtids(connection, file, offset)));
                    }
                } catch (SQLException e) {
                    LOG.log(System.Logger.Level.DEBUG, () -> query + " is refused: " + e.getMessage());
                }
            }
            return Optional.empty();
        }
    }
}
