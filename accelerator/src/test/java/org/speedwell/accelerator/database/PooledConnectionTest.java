package org.speedwell.accelerator.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.schema.Database;

/** Verifies the state in which a load returns connections to a pool. */
@Tag("unit")
class PooledConnectionTest {

    @Test
    @Tag("database")
    void abortedConnectionIsNotReused() throws Exception {
        try (HikariDataSource pool = new HikariDataSource(config())) {
            try (LoadConnections connections = new LoadConnections(Duration.ofMinutes(2))) {
                connections.open("pooled", () -> {
                    try {
                        return pool.getConnection();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                connections.abort();
            }
            try (Connection next = pool.getConnection()) {
                assertThat(next.isValid(120)).isTrue();
            }
        }
    }

    /** Aborts and closes a connection at the same time. Drivers abort on another thread, which may run late. */
    @Test
    void connectionIsReturnedOnlyAfterItsAbort() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        CountDownLatch cutting = new CountDownLatch(1);
        LoadConnection connection = new LoadConnection(
                (Connection) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                            switch (method.getName()) {
                                case "abort" ->
                                    ((Executor) arguments[0]).execute(() -> {
                                        await(cutting);
                                        events.add("cut");
                                    });
                                case "createStatement" -> {
                                    events.add("used");
                                    throw new SQLException("The connection is closed", "08003");
                                }
                                case "close" -> events.add("given back");
                                default -> throw new UnsupportedOperationException(method.getName());
                            }
                            return null;
                        }),
                closed -> {});
        connection.abort();
        Thread closing = Thread.ofPlatform().start(connection::close);
        while (closing.getState() == Thread.State.NEW || closing.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait(); // until the thread waits or ends
        }
        cutting.countDown();
        closing.join();
        connection.abort(); // must not abort the connection of its next user
        assertThat(events).containsExactly("cut", "used", "given back");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HikariConfig config() {
        Database database = Database.forTests();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url(""));
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        return config;
    }
}
