package org.speedwell.accelerator.replication;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The difference between a server's clock and the clock of this machine.
 *
 * @param ahead the most by which the server's clock may be ahead
 */
public record ServerClock(Duration ahead) {
    /**
     * Reads a server's time. The server reads its clock at some moment between request and answer. The result assumes
     * the moment of the request, so that {@link #here} is never too late and an age is never too small.
     */
    static ServerClock of(Connection connection) throws SQLException {
        Instant asked = Instant.now();
        return new ServerClock(Duration.between(asked, time(connection)));
    }

    /** Returns the time by the server's clock. */
    public static Instant time(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT UNIX_TIMESTAMP(SYSDATE(6))")) {
            row.next();
            long micros = row.getBigDecimal(1).movePointRight(6).longValue();
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
    }

    /**
     * Returns the time of a commit by this machine's clock, never in the future. MariaDB reports whole seconds, so the
     * commit was before the end of that second.
     */
    Instant here(Instant commit) {
        Instant second = commit.truncatedTo(ChronoUnit.SECONDS);
        Instant latest = commit.equals(second) ? second.plusSeconds(1) : commit;
        Instant here = latest.minus(ahead);
        Instant now = Instant.now();
        return here.isBefore(now) ? here : now;
    }
}
