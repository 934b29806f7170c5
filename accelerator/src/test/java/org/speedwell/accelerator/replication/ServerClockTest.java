package org.speedwell.accelerator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    private static final Duration DELAY = Duration.ofMillis(20);

    /** Ages would be too small by the delay if the clock took the time of the answer for that of the server. */
    @Test
    void slowAnswerMakesNoCommitLater() throws SQLException {
        ServerClock clock = ServerClock.of(slow());
        Instant commit = Instant.now().minusSeconds(5).plusNanos(1_000);

        assertThat(clock.here(commit)).isBeforeOrEqualTo(commit);
    }

    /** A connection to a server with this machine's clock, whose answers take {@link #DELAY}. */
    private static Connection slow() {
        return proxy(Connection.class, proxy(Statement.class, proxy(ResultSet.class, "")));
    }

    private static <T> T proxy(Class<T> type, Object result) {
        return type.cast(Proxy.newProxyInstance(
                ServerClockTest.class.getClassLoader(),
                new Class<?>[] {type},
                (_, method, _) -> switch (method.getName()) {
                    case "close" -> null;
                    case "next" -> true;
                    case "getBigDecimal" -> readSlowly();
                    default -> result;
                }));
    }

    /** Returns the server's time in seconds, rounded up to microseconds, and not before the delay has passed. */
    private static BigDecimal readSlowly() {
        Instant read = Instant.now();
        while (Duration.between(read, Instant.now()).compareTo(DELAY) < 0) {
            Thread.onSpinWait();
        }
        return BigDecimal.valueOf(read.getEpochSecond()).add(BigDecimal.valueOf(read.getNano() / 1_000 + 1, 6));
    }
}
