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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ServerClockTest {
    private static final Duration DELAY = Duration.ofMillis(20);

    /**
     * Checks that the clock does not use the time of the answer as the time of the server. Otherwise ages would be too
     * small by the delay.
     */
    @Test
    void slowAnswerDoesNotMakeCommitsLater() throws SQLException {
        ServerClock clock = ServerClock.of(slow());
        Instant commit = Instant.now().minusSeconds(5).plusNanos(1_000);

        assertThat(clock.here(commit)).isBeforeOrEqualTo(commit);
    }

    /** Returns a connection to a server with this machine's clock, whose answers take {@link #DELAY}. */
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

    /** Returns the server's time in seconds, rounded up to microseconds. It returns after the delay. */
    private static BigDecimal readSlowly() {
        Instant read = Instant.now();
        while (Duration.between(read, Instant.now()).compareTo(DELAY) < 0) {
            Thread.onSpinWait();
        }
        return BigDecimal.valueOf(read.getEpochSecond()).add(BigDecimal.valueOf(read.getNano() / 1_000 + 1, 6));
    }
}
