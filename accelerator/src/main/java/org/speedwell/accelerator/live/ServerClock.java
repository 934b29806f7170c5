package org.speedwell.accelerator.live;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The clock of a server beside that of this machine.
 *
 * @param ahead how far it was ahead when it was asked
 */
record ServerClock(Duration ahead) {
    static ServerClock of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT UNIX_TIMESTAMP(SYSDATE(6))")) {
            row.next();
            long micros = row.getBigDecimal(1).movePointRight(6).longValue();
            return new ServerClock(Duration.between(Instant.now(), Instant.EPOCH.plus(micros, ChronoUnit.MICROS)));
        }
    }

    /**
     * The moment of a commit by this machine's clock, which is not in the future. MariaDB tells whole seconds: such a one has
     * ended by then.
     */
    Instant here(Instant commit) {
        Instant second = commit.truncatedTo(ChronoUnit.SECONDS);
        Instant latest = commit.equals(second) ? second.plusSeconds(1) : commit;
        Instant here = latest.minus(ahead);
        Instant now = Instant.now();
        return here.isBefore(now) ? here : now;
    }
}
