package org.speedwell.accelerator.load;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.speedwell.accelerator.store.BinlogPosition;

/** What servers tell of their binlog. */
final class Binlog {
    private static final System.Logger LOG = System.getLogger(Binlog.class.getName());

    private Binlog() {}

    /**
     * The position of the connection's transaction, which MariaDB and Percona Server tell. The former leaves the GTIDs to
     * {@link #withGtids}.
     */
    static Optional<BinlogPosition> positionOfView(Connection connection) throws SQLException {
        String file = "";
        long offset = 0;
        String gtids = "";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW STATUS LIKE 'binlog\\_snapshot\\_%'")) {
            while (rows.next()) {
                switch (rows.getString(1).toLowerCase(Locale.ROOT)) {
                    case "binlog_snapshot_file" -> file = rows.getString(2);
                    case "binlog_snapshot_position" -> offset = rows.getLong(2);
                    case "binlog_snapshot_gtid_executed" -> gtids = plain(rows.getString(2));
                    default -> {}
                }
            }
        }
        return file.isEmpty() ? Optional.empty() : Optional.of(new BinlogPosition(file, offset, gtids));
    }

    private static String plain(String gtids) {
        return gtids.equals("not-in-consistent-snapshot") ? "" : gtids.replaceAll("\\s", "");
    }

    /** The same position, with its GTIDs if MariaDB can tell them. */
    static BinlogPosition withGtids(BinlogPosition position, Connection connection) {
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

    /** The end of the binlog; empty where there is none or the user may not know. */
    static Optional<BinlogPosition> currentPosition(Connection connection) {
        // the first is what MySQL has from 8.2 on, the second what MariaDB and older ones have
        for (String query : List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS")) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                if (row.next()) {
                    boolean isMySql = row.getMetaData().getColumnCount() >= 5;
                    return Optional.of(new BinlogPosition(
                            row.getString(1),
                            row.getLong(2),
                            isMySql ? row.getString(5).replaceAll("\\s", "") : ""));
                }
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.DEBUG, () -> query + " is refused: " + e.getMessage());
            }
        }
        return Optional.empty();
    }
}
