package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.speedwell.accelerator.model.Position;

/** Queries for the binlog positions of a server. */
public final class BinlogStatus {
    private static final System.Logger LOG = System.getLogger(BinlogStatus.class.getName());

    /** The offset of the first event in a binlog file. */
    private static final int FIRST_EVENT = 4;

    private static final String OWNED = "SELECT @@global.gtid_owned";
    private static final int TRIALS = 500;
    private static final int PAUSE_MILLIS = 2;

    private BinlogStatus() {}

    /** Returns the same position, with its GTIDs if MariaDB reports them. */
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
     * Returns the end of the binlog, with its GTIDs if the server reports them.
     *
     * @throws LoadException if the server has no binlog, the user lacks the privilege, or the connection fails
     */
    public static Position end(Connection connection) throws LoadException {
        try {
            return currentPosition(connection)
                    .map(end -> withGtids(end, connection))
                    .orElseThrow(() -> new LoadException("The server does not report the end of its binlog. Check that"
                            + " log_bin is ON and that the user has REPLICATION CLIENT."));
        } catch (SQLException e) {
            throw new LoadException("Speedwell could not read the end of the binlog: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the end of the binlog. Empty if the server has no binlog, or the user lacks the privilege.
     *
     * <p>The position has GTIDs only on MySQL, and only if {@code gtid_mode} and {@code binlog_order_commits} are
     * {@code ON}. Otherwise transactions without a GTID may follow, so file and offset define the position.
     *
     * @throws SQLException if the connection fails; this says nothing about the binlog
     */
    public static Optional<Position> currentPosition(Connection connection) throws SQLException {
        // MySQL 8.2 and later know the first statement. MariaDB and older versions of MySQL know the second.
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
                LOG.log(System.Logger.Level.DEBUG, () -> "The server refused " + query + ": " + e.getMessage());
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
     * Returns a position after all transactions that were visible before this call.
     *
     * <p>With file and offset this is the end of the binlog. With MySQL's GTIDs it is the executed transactions and
     * those that are committing. MySQL adds a GTID to {@code gtid_owned} before the transaction is in the binlog. It
     * moves the GTID to {@code gtid_executed} after the transaction is visible.
     *
     * @throws LoadException if the server has no binlog, or the user lacks the privilege
     */
    public static Position highMark(Connection connection) throws LoadException {
        Position end = end(connection);
        if (end.gtids().isEmpty() || !end.gtids().contains(":")) {
            return end;
        }
        try {
            String owned = Sql.row(connection, OWNED, row -> row.getString(1).replaceAll("\\s|#\\d+", ""))
                    .orElse("");
            Position later = end(connection); // read after gtid_owned, whose GTIDs may move to gtid_executed
            return owned.isEmpty() || later.gtids().isEmpty()
                    ? later
                    : new Position(later.file(), later.offset(), later.gtids() + "," + owned);
        } catch (SQLException e) {
            throw new LoadException("Speedwell could not read the end of the binlog: " + e.getMessage(), e);
        }
    }

    /**
     * Returns a low mark: every transaction that begins after this call sees all commits up to this position. Such a
     * transaction may also see some commits after it. Empty if the server reports no position.
     *
     * <p>A commit is in the binlog before other sessions see it. Therefore the end of the binlog is a low mark only
     * after all commits up to it have completed:
     * <ul>
     * <li>On MySQL with {@code gtid_mode = ON}, the set {@code gtid_executed} is a low mark at once. MySQL adds a GTID
     * after its transaction has become visible.
     * <li>In other modes, MySQL counts the transactions that are committing. Once the count is 0, all transactions that
     * were in the binlog before are visible.
     * <li>MariaDB reports the position that a transaction with a consistent snapshot sees. The position is exact,
     * except for XA COMMIT, which InnoDB executes after the binlog contains it. {@code XA RECOVER} lists a distributed
     * transaction until then. A transaction that stays prepared is not committing if no statement runs.
     * </ul>
     *
     * <p>If the commits do not pause for a second, the method returns the start of the last file. A server starts a
     * binlog file only after it has committed the transactions of the file before. The connection may have a read-only
     * transaction afterwards.
     */
    public static Optional<Position> lowMark(LoadConnection connection) throws SQLException, InterruptedException {
        Connection jdbc = connection.jdbc();
        Optional<Position> end = currentPosition(jdbc);
        if (end.isEmpty() || !end.get().gtids().isEmpty()) {
            return end;
        }
        connection.beginSnapshot();
        Optional<Position> reported = ExactSnapshot.reportedPosition(jdbc);
        boolean isDone = reported.isPresent() ? awaitPrepared(jdbc) : awaitCommits(jdbc);
        Position safe =
                isDone ? reported.orElse(end.get()) : new Position(end.get().file(), FIRST_EVENT, "");
        return Optional.of(withGtids(safe, jdbc));
    }

    /**
     * Waits until MariaDB has committed or rolled back every distributed transaction that is prepared now. Also stops
     * waiting once no statement, and so no XA COMMIT, runs. Returns false if neither happens in time.
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
        return Sql.row(connection, "SHOW GLOBAL STATUS LIKE 'Threads_running'", row -> row.getInt(2) <= 1) // this one
                .orElse(false);
    }

    /** Waits until no transaction of MySQL is committing. Returns false if this does not happen in time. */
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
     * Returns {@code gtid_executed} of MySQL if it describes a position, else an empty string. It does so if all
     * following transactions have GTIDs and commit in binlog order. Otherwise the set may lack a transaction although
     * it contains a later one.
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
