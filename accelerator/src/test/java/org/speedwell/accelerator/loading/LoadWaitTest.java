package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;

/** Verifies that a load blocks no other client, even beside a query that does not end. */
@Tag("database")
class LoadWaitTest {
    /**
     * The time by which a client counts as blocked. A blocked client waits as long as the query; others take
     * milliseconds on an idle machine.
     */
    private static final Duration BLOCKED = Duration.ofSeconds(15);

    private static final String OTHER = "speedwell_test_waits_other";

    @Test
    void loadBlocksNoClientBesideALongQuery() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_waits");
                Connection slow = database.connect();
                Connection watch = database.connect()) {
            execute(watch, "DROP DATABASE IF EXISTS " + OTHER);
            execute(watch, "CREATE DATABASE " + OTHER);
            execute(watch, "CREATE TABLE " + OTHER + ".counter (number BIGINT NOT NULL) ENGINE=InnoDB");
            execute(watch, "INSERT INTO " + OTHER + ".counter VALUES (0)");
            Speedment app = database.inMemory(
                    StoreConfiguration.builder().connections(3).build());
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            long session = number(slow, "SELECT CONNECTION_ID()");
            CompletableFuture<Void> query = CompletableFuture.runAsync(
                    () -> {
                        try {
                            execute(slow, "SELECT SLEEP(600) FROM one_row");
                        } catch (SQLException e) {
                            // the test kills it
                        }
                    },
                    task -> Thread.ofPlatform().start(task));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> number(
                                    watch,
                                    "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = " + session
                                            + " AND INFO LIKE 'SELECT SLEEP%'")
                            == 1);
            long locks = locks(watch);
            try (Client reader = new Client(database, "SELECT COUNT(*) FROM one_row");
                    Client writer = new Client(database, "UPDATE mixed SET quantity = quantity WHERE id = 1");
                    Client other = new Client(database, "UPDATE " + OTHER + ".counter SET number = number + 1")) {
                for (int load = 0; load < 3; load++) {
                    store.load();
                }
                for (Client client : List.of(reader, writer, other)) {
                    client.awaitOneMore();
                    assertThat(client.longest()).as(client.sql).isLessThan(BLOCKED);
                }
            }
            if (database.database().isMariaDb()) { // the server of the tests has no other users there
                assertThat(locks(watch)).as("statements that lock or flush").isEqualTo(locks);
            }
            assertThat(query).as("the long query runs on").isNotDone();
            execute(watch, "KILL QUERY " + session);
            query.join();
            app.stop();
            execute(watch, "DROP DATABASE " + OTHER);
        }
    }

    private static long locks(Connection connection) throws SQLException {
        long locks = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_flush', 'Com_lock_tables')")) {
            while (rows.next()) {
                locks += rows.getLong(2);
            }
        }
        return locks;
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Executes a statement repeatedly, and measures the longest time that it took. */
    private static final class Client implements AutoCloseable {
        private final String sql;
        private final Connection connection;
        private final AtomicLong longest = new AtomicLong();
        private final AtomicLong done = new AtomicLong();
        private final CompletableFuture<Void> running;
        private volatile boolean isClosed;

        Client(TortureDatabase database, String sql) throws SQLException, InterruptedException {
            this.sql = sql;
            this.connection = database.connect();
            CountDownLatch begun = new CountDownLatch(1);
            this.running = CompletableFuture.runAsync(
                    () -> run(begun), task -> Thread.ofPlatform().start(task));
            begun.await();
        }

        private void run(CountDownLatch begun) {
            try {
                while (!isClosed) {
                    long from = System.nanoTime();
                    execute(connection, sql);
                    long nanos = System.nanoTime() - from;
                    longest.accumulateAndGet(nanos, Math::max);
                    done.incrementAndGet();
                    begun.countDown();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            } finally {
                begun.countDown();
            }
        }

        void awaitOneMore() {
            long before = done.get();
            Awaitility.await().atMost(BLOCKED).until(() -> done.get() > before);
        }

        Duration longest() {
            return Duration.ofNanos(longest.get());
        }

        @Override
        public void close() throws SQLException {
            isClosed = true;
            running.join();
            connection.close();
        }
    }
}
