package org.speedwell.demo.live;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.speedwell.accelerator.model.Position;

/** A reader of the end of the binlog of a server. For one thread. */
public final class BinlogEnd {
    // MySQL 8.2 and later know the first statement. MariaDB and older versions of MySQL know the second.
    private static final List<String> STATEMENTS = List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS");
    // The server does not know the statement, lacks a binlog, or denies the privilege.
    private static final Set<Integer> REFUSALS = Set.of(1064, 1227, 1381);

    private final Connection connection;
    private int statement;

    /** Creates a reader on a connection, which the caller closes. */
    public BinlogEnd(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns the file and the offset of the end of the binlog. Empty if the server does not report them.
     *
     * @throws SQLException if the connection fails
     */
    public Optional<Position> read() throws SQLException {
        for (; statement < STATEMENTS.size(); statement++) {
            try (Statement show = connection.createStatement();
                    ResultSet row = show.executeQuery(STATEMENTS.get(statement))) {
                return row.next() ? Optional.of(new Position(row.getString(1), row.getLong(2), "")) : Optional.empty();
            } catch (SQLException e) {
                if (!REFUSALS.contains(e.getErrorCode())) {
                    throw e;
                }
            }
        }
        return Optional.empty();
    }
}
