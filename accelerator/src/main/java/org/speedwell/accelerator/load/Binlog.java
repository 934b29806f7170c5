package org.speedwell.accelerator.load;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.speedwell.accelerator.store.BinlogPosition;

/** What servers tell of their binlog. */
public final class Binlog {
    private static final System.Logger LOG = System.getLogger(Binlog.class.getName());

    private static final int QUIET_TRIALS = 25;
    private static final int QUIET_MILLIS = 20;

    private Binlog() {}

    /** The same position, with its GTIDs if MariaDB can tell them. */
    public static BinlogPosition withGtids(BinlogPosition position, Connection connection) {
        if (!position.gtids().isEmpty()) {
            return position;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT BINLOG_GTID_POS('" + position.file() + "', " + position.offset() + ")")) {
            String gtids = row.next() ? row.getString(1) : null;
            return gtids == null ? position : new BinlogPosition(position.file(), position.offset(), gtids);
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
    public static BinlogPosition end(Connection connection) throws LoadException {
        try {
            return currentPosition(connection)
                    .map(end -> withGtids(end, connection))
                    .orElseThrow(() -> new LoadException("The server does not tell the end of its binlog."));
        } catch (SQLException e) {
            throw new LoadException("The end of the binlog could not be read: " + e.getMessage(), e);
        }
    }

    /**
     * Returns what {@link #end} does, with GTIDs of MySQL alone, and only where {@code gtid_mode} is {@code ON}: in the other
     * modes transactions without an id may follow, so file and offset decide. Empty where the server has no binlog or the
     * user may not know.
     *
     * @throws SQLException if the connection fails, which says nothing of the binlog
     */
    public static Optional<BinlogPosition> currentPosition(Connection connection) throws SQLException {
        // the first is what MySQL has from 8.2 on, the second what MariaDB and older ones have
        for (String query : List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS")) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                if (row.next()) {
                    boolean isMySql = row.getMetaData().getColumnCount() >= 5;
                    return Optional.of(
                            new BinlogPosition(row.getString(1), row.getLong(2), isMySql ? executed(connection) : ""));
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

    /** Whether the server does not know the statement, has no binlog, or denies the user the privilege. */
    private static boolean isRefusal(SQLException e) {
        return switch (e.getErrorCode()) {
            case 1064, 1381 -> true;
            default -> TableException.isMissingPrivilege(e);
        };
    }

    /**
     * A position before which a transaction that begins now misses nothing; there may be some before it that the transaction
     * sees already. On MySQL with global ids {@code gtid_executed} is one, as an id is in it only once everybody sees what it
     * stands for. A place in a file is reached before that, mostly by less than a millisecond: then it is waited for that no
     * statement is under way, or for a while. Empty where the server does not tell.
     */
    static Optional<BinlogPosition> lowMark(Connection connection) throws SQLException, InterruptedException {
        Optional<BinlogPosition> end = currentPosition(connection);
        if (end.isEmpty()) {
            return end;
        }
        if (!end.get().gtids().isEmpty()) {
            return end;
        }
        for (int i = 0; i < QUIET_TRIALS && running(connection) > 1; i++) {
            Thread.sleep(QUIET_MILLIS);
        }
        return end.map(position -> withGtids(position, connection));
    }

    /** Returns {@code gtid_executed} of MySQL if all transactions that follow have ids too; otherwise an empty string. */
    private static String executed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.gtid_mode, @@global.gtid_executed")) {
            return row.next() && row.getString(1).equals("ON")
                    ? row.getString(2).replaceAll("\\s", "")
                    : "";
        }
    }

    /** How many statements are under way, ours included. */
    private static int running(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Threads_running'")) {
            return row.next() ? row.getInt(2) : 1;
        }
    }
}
