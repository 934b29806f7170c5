package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.model.Position;

/**
 * A read-only transaction whose binlog position is known. MariaDB reports the position.
 *
 * <p>MySQL does not report it. There the class reads the position just before and just after the transaction begins,
 * until both are equal. In about one of a thousand cases, such a position differs by a transaction that commits at that
 * moment.
 */
public final class ExactSnapshot {
    private static final int TRIALS = 200;

    private ExactSnapshot() {}

    /**
     * Begins a read-only transaction and returns the position that it sees.
     *
     * @throws LoadException if the server reports no position, or commits without a pause
     */
    public static Position begin(Connection connection) throws SQLException, LoadException {
        return tryToBegin(connection)
                .orElseThrow(() -> new LoadException(
                        "The server commits without a pause, so it cannot report the position of a transaction."));
    }

    /**
     * Begins a read-only transaction and returns the position that it sees. Empty if the server commits without a
     * pause; the caller may try again.
     *
     * @throws LoadException if the server reports no position
     */
    public static Optional<Position> tryToBegin(Connection connection) throws SQLException, LoadException {
        for (int trial = 0; trial < TRIALS; trial++) {
            Optional<Position> before = BinlogStatus.currentPosition(connection);
            if (before.isEmpty()) {
                throw new LoadException(
                        "The server does not report a binlog position: it has no binlog, or the user lacks"
                                + " REPLICATION CLIENT.");
            }
            Sql.execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            Sql.execute(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            Optional<Position> reported = reportedPosition(connection);
            if (reported.isPresent()) {
                return Optional.of(BinlogStatus.withGtids(reported.get(), connection));
            }
            if (BinlogStatus.currentPosition(connection).equals(before)) {
                return before;
            }
            Sql.execute(connection, "ROLLBACK");
        }
        return Optional.empty();
    }

    /** Returns the position that MariaDB reports for the snapshot of this transaction. Empty on MySQL. */
    static Optional<Position> reportedPosition(Connection connection) throws SQLException {
        Map<String, String> variables = Sql.variables(connection, "SHOW STATUS LIKE 'binlog_snapshot_%'");
        String file = variables.getOrDefault("binlog_snapshot_file", "");
        return file.isEmpty()
                ? Optional.empty()
                : Optional.of(new Position(file, Long.parseLong(variables.get("binlog_snapshot_position")), ""));
    }
}
