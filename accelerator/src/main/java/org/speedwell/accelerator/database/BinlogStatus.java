package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.speedwell.accelerator.model.Position;

/** What servers tell of their binlog. */
public final class BinlogStatus {
    private static final System.Logger LOG = System.getLogger(BinlogStatus.class.getName());

    /** Offset of the first event in a file. */
    private static final int FIRST_EVENT = 4;

    private static final String OWNED = "SELECT @@global.gtid_owned";
    private static final int TRIALS = 500;
    private static final int PAUSE_MILLIS = 2;

    private BinlogStatus() {}

    /** The same position, with its GTIDs if MariaDB can tell them. */
    public static Position withGtids(Position position, Connection connection) {
        if (!position.gtids().isEmpty()) {
            return position;
        }
        String query = "SELECT BINLOG_GTID_POS('" + position.file() + "', " + position.offset() + ")";
        try {
            return Sql.row(connection, query, row -> row.getString(1))
                    .map(gtids -> new Position(position.file(), position.offset(), gtids))
                    .orElse(position);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, () -> "No GTIDs of " + position + ": " + e.getMessage());
            return position;
        }
    }

    /**
     * The end of the binlog, with its GTIDs if the server can tell them.
     *
     * @throws LoadException where there is none, the user may not know, or the connection fails
     */
    public static Position end(Connection connection) throws LoadException {
        try {
            return currentPosition(connection)
                    .map(end -> withGtids(end, connection))
                    .orElseThrow(() -> new LoadException("The server does not tell the end of its binlog."));
        } catch (SQLException e) {
            throw new LoadException("The end of the binlog could not be read: " + e.getMessage(), e);
        }
    }

    /**
     * Returns what {@link #end} does, with GTIDs of MySQL alone, and only where {@code gtid_mode} and {@code
     * binlog_order_commits} are {@code ON}: else transactions without an id may follow, so file and offset decide. Empty where the server has no binlog or the
     * user may not know.
     *
     * @throws SQLException if the connection fails, which says nothing of the binlog
     */
    public static Optional<Position> currentPosition(Connection connection) throws SQLException {
        // the first is what MySQL has from 8.2 on, the second what MariaDB and older ones have
        for (String query : List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS")) {
            try {
                Optional<Position> position = Sql.row(connection, query, row -> {
                    boolean isMySql = row.getMetaData().getColumnCount() >= 5;
                    return new Position(row.getString(1), row.getLong(2), isMySql ? executed(connection) : "");
                });
                if (position.isPresent()) {
                    return position;
                }
            } catch (SQLException e) {
                if (!isRefusal(e)) {
                    throw e;
                }
                LOG.log(System.Logger.Level.DEBUG, () -> query + " is refused: " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    /** Returns whether the server does not know the statement, has no binlog, or denies the privilege. */
    private static boolean isRefusal(SQLException e) {
        return switch (e.getErrorCode()) {
            case 1064, 1381 -> true;
            default -> TableException.isMissingPrivilege(e);
        };
    }

    /**
     * Returns a position such that all transactions that were visible before this call come before it. In a file that is the
     * end. Among the ids of MySQL it is the executed ones with those that are being committed: an id is in {@code
     * gtid_owned} before its transaction is in the binlog, and moves to {@code gtid_executed} after the transaction is visible.
     *
     * @throws LoadException where there is none or the user may not know
     */
    public static Position highMark(Connection connection) throws LoadException {
        Position end = end(connection);
        if (end.gtids().isEmpty() || !end.gtids().contains(":")) {
            return end;
        }
        try {
            String owned = Sql.row(connection, OWNED, row -> row.getString(1).replaceAll("\\s|#\\d+", ""))
                    .orElse("");
            Position later = end(connection); // to be read after those that may become a part of it
            return owned.isEmpty() || later.gtids().isEmpty()
                    ? later
                    : new Position(later.file(), later.offset(), later.gtids() + "," + owned);
        } catch (SQLException e) {
            throw new LoadException("The end of the binlog could not be read: " + e.getMessage(), e);
        }
    }

    /**
     * Returns a position such that a transaction that begins after this call misses nothing that comes before the position.
     * It may see some of what comes behind. Empty where the server does not tell.
     *
     * <p>A commit is in the binlog before others see it, so the end of the binlog is a low mark only once the commits up to
     * there are done:
     *
     * <ul>
     *   <li>On MySQL with {@code gtid_mode = ON} the ids in {@code gtid_executed} are one at once: an id is added after its
     *       transaction has become visible.
     *   <li>In other modes MySQL counts the transactions that are being committed; once there are none, all that were in the
     *       binlog before are visible.
     *   <li>MariaDB tells what a transaction with a consistent snapshot sees. That is exact, except for XA COMMIT, which
     *       InnoDB executes after the binlog has it. {@code XA RECOVER} lists a distributed transaction until that is done;
     *       one that stays prepared is not being committed if no statement runs.
     * </ul>
     *
     * Where the commits do not pause for a second, the beginning of the last file is returned. A server begins a file after
     * those of the file before are committed. The connection may have a transaction that only reads afterwards.
     */
    public static Optional<Position> lowMark(LoadConnection connection) throws SQLException, InterruptedException {
        Connection jdbc = connection.jdbc();
        Optional<Position> end = currentPosition(jdbc);
        if (end.isEmpty() || !end.get().gtids().isEmpty()) {
            return end;
        }
        connection.beginSnapshot();
        Optional<Position> told = ExactSnapshot.told(jdbc);
        boolean isDone = told.isPresent() ? awaitPrepared(jdbc) : awaitCommits(jdbc);
        Position safe = isDone ? told.orElse(end.get()) : new Position(end.get().file(), FIRST_EVENT, "");
        return Optional.of(withGtids(safe, jdbc));
    }

    /**
     * Waits until each distributed transaction that MariaDB has prepared now is committed or rolled back, or until no statement
     * runs, and so no XA COMMIT; false if neither happens.
     */
    private static boolean awaitPrepared(Connection connection) throws SQLException, InterruptedException {
        Set<String> waitedFor = null;
        for (int trial = 0; trial < TRIALS; trial++) {
            Set<String> prepared = new HashSet<>(Sql.rows(
                    connection,
                    "XA RECOVER",
                    row -> row.getString(1) + ',' + row.getString(2) + ',' + row.getString(4)));
            if (waitedFor == null) {
                waitedFor = prepared;
            }
            waitedFor.retainAll(prepared);
            if (waitedFor.isEmpty() || isQuiet(connection)) {
                return true;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return false;
    }

    private static boolean isQuiet(Connection connection) throws SQLException {
        return Sql.row(connection, "SHOW GLOBAL STATUS LIKE 'Threads_running'", row -> row.getInt(2) <= 1) // ours
                .orElse(false);
    }

    /** Waits until MySQL is committing nothing; false if that does not happen. */
    private static boolean awaitCommits(Connection connection) throws SQLException, InterruptedException {
        for (int trial = 0; trial < TRIALS; trial++) {
            if (isNoneCommitting(connection)) {
                return true;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return false;
    }

    private static boolean isNoneCommitting(Connection connection) throws SQLException {
        String withoutId = "SHOW GLOBAL STATUS LIKE 'Ongoing_anonymous_transaction_count'";
        return Sql.row(connection, withoutId, row -> row.getLong(2) == 0).orElse(false)
                && Sql.row(connection, OWNED, row -> row.getString(1).isBlank()).orElse(false);
    }

    /**
     * Returns {@code gtid_executed} of MySQL if all transactions that follow have ids too, and are executed in their order, so
     * that none is missing of which a later one is there. Otherwise returns an empty string.
     */
    private static String executed(Connection connection) throws SQLException {
        String query = "SELECT @@global.gtid_mode = 'ON' AND @@global.binlog_order_commits, @@global.gtid_executed";
        return Sql.row(
                        connection,
                        query,
                        row -> row.getBoolean(1) ? row.getString(2).replaceAll("\\s", "") : "")
                .orElse("");
    }
}
