package org.speedwell.accelerator.load;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.load.LoadSettings.Consistency;
import org.speedwell.schema.Database;

/**
 * Verifies that several connections share one read view while writers run, and that a load restores the sessions it
 * returns.
 */
@Tag("fault")
@Tag("database")
class ReadViewTest {
    private static final Database DATABASE = Database.forTests();
    private static final String SCHEMA = "speedwell_test_read_view";
    private static final List<String> TABLES = List.of("`" + SCHEMA + "`.`debit`", "`" + SCHEMA + "`.`credit`");
    private static final int ACCOUNTS = 50;

    private final LoadConnections connections = new LoadConnections(Duration.ofSeconds(30));

    @BeforeAll
    static void create() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
            for (String table : TABLES) {
                statement.execute(
                        "CREATE TABLE " + table + " (id INT PRIMARY KEY, amount BIGINT NOT NULL) ENGINE=InnoDB");
                for (int id = 0; id < ACCOUNTS; id++) {
                    statement.execute("INSERT INTO " + table + " VALUES (" + id + ", 0)");
                }
            }
        }
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @AfterEach
    void close() {
        connections.close();
    }

    private LoadConnection connect() throws LoadException, InterruptedException {
        return connections.open(SCHEMA, ReadViewTest::connection);
    }

    private static Connection connection() {
        try {
            return DATABASE.connect(SCHEMA);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Opens a view without a lock. No server can prove that several connections see one state, so the view uses one
     * connection.
     */
    @Test
    void viewWithoutALockUsesOneConsistentConnection() throws Exception {
        try (Writers writers = new Writers(2)) {
            for (int round = 0; round < 20; round++) {
                ReadView view = ReadView.open(this::connect, 4, TABLES, Consistency.SNAPSHOT);
                assertThat(view.connections()).hasSize(1);
                assertConsistent(view);
                assertThat(view.position()).isPresent();
                assertThat(view.position().map(position -> position.gtids().isEmpty()))
                        .isNotEqualTo(Optional.of(true));
                view.connections().forEach(LoadConnection::close);
            }
            assertThat(writers.written()).isPositive();
        }
    }

    @Test
    void lockedViewIsConsistentAcrossConnections() throws Exception {
        try (Writers writers = new Writers(2)) {
            for (int round = 0; round < 10; round++) {
                List<LoadConnection> several = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    several.add(connect());
                }
                ReadView view = ReadView.locked(several, TABLES, this::connect);
                if (view != null) { // otherwise the lock was not granted in time
                    assertConsistent(view);
                    assertThat(view.position()).isPresent();
                }
                several.forEach(LoadConnection::close);
            }
            assertThat(writers.written()).isPositive();
        }
    }

    @Test
    void serverReleasesTheLockOfASilentClient() throws Exception {
        LoadConnection locker = connect();
        locker.lockTables(TABLES);
        // the locker sends nothing from here on, like a client that hangs or lost its network
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try (Connection writer = connection()) {
                transfer(writer, 1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });

        written.get(60, TimeUnit.SECONDS);
        assertThatThrownBy(locker::unlock).as("the lock was taken back").isInstanceOf(SQLException.class);
    }

    @Test
    void connectionIsReturnedUnchangedAndWritable() throws Exception {
        try (Connection real = connection()) {
            real.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            execute(real, "SET SESSION lock_wait_timeout = 77, SESSION wait_timeout = 777");
            real.setNetworkTimeout(Runnable::run, 12_345);
            List<String> before = session(real);
            Connection pooled = notClosing(real);

            for (Consistency consistency : Consistency.values()) {
                LoadConnections pool = new LoadConnections(Duration.ofSeconds(30));
                ReadView view = ReadView.open(() -> pool.open(SCHEMA, () -> pooled), 1, TABLES, consistency);
                view.connections().getFirst().set("max_join_size", 4_711);
                view.connections().getFirst().set("information_schema_stats_expiry", 0);
                pool.close();

                assertThat(session(real)).as("%s", consistency).isEqualTo(before);
                transfer(real, 1);
            }
            LoadConnections pool = new LoadConnections(Duration.ofSeconds(30));
            pool.open(SCHEMA, () -> pooled).lockTables(TABLES);
            pool.close();

            assertThat(session(real)).as("after a lock").isEqualTo(before);
            transfer(real, 1);
        }
    }

    @Test
    void connectionThatCannotBeRestoredIsAborted() throws Exception {
        try (Connection real = connection()) {
            LoadConnections pool = new LoadConnections(Duration.ofSeconds(30));
            LoadConnection connection = pool.open(SCHEMA, () -> notClosing(real));
            connection.set("lock_wait_timeout", 1);
            try (Connection other = connection();
                    Statement statement = real.createStatement();
                    ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
                row.next();
                execute(other, "KILL " + row.getLong(1));
            }
            pool.close();

            assertThat(real.isClosed()).isTrue();
        }
    }

    /** Returns the properties of a session that a load could change. */
    private static List<String> session(Connection connection) throws SQLException {
        List<String> session = new ArrayList<>(List.of(
                String.valueOf(connection.getAutoCommit()),
                String.valueOf(connection.isReadOnly()),
                String.valueOf(connection.getTransactionIsolation()),
                String.valueOf(connection.getNetworkTimeout())));
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW SESSION VARIABLES WHERE Variable_name NOT IN"
                        + " ('timestamp', 'rand_seed1', 'rand_seed2', 'gtid_binlog_pos', 'gtid_current_pos',"
                        + " 'gtid_binlog_state', 'gtid_executed', 'last_gtid', 'error_count', 'warning_count',"
                        + " 'innodb_buffer_pool_load_incremental', 'original_server_version', 'statement_id',"
                        + " 'in_transaction', 'pseudo_thread_id')")) {
            while (rows.next()) {
                session.add(rows.getString(1) + " = " + rows.getString(2));
            }
        }
        return session;
    }

    /** Returns a connection as a pool lends it: {@code close} does not close the real one. */
    private static Connection notClosing(Connection connection) {
        return (Connection) java.lang.reflect.Proxy.newProxyInstance(
                ReadViewTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw requireNonNull(e.getCause());
                    }
                });
    }

    private static void assertConsistent(ReadView view) throws SQLException {
        List<List<Long>> seen = new ArrayList<>();
        for (LoadConnection connection : view.connections()) {
            seen.add(List.of(sum(connection, TABLES.getFirst()), sum(connection, TABLES.getLast())));
        }
        assertThat(seen).containsOnly(seen.getFirst());
        assertThat(seen.getFirst().getFirst() + seen.getFirst().getLast())
                .as("whole transfers only")
                .isZero();
    }

    private static long sum(LoadConnection connection, String table) throws SQLException {
        try (Statement statement = connection.jdbc().createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(amount) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Moves one unit from the first table to the second in one transaction. */
    private static void transfer(Connection connection, long amount) throws SQLException {
        long account = amount % ACCOUNTS;
        execute(connection, "START TRANSACTION");
        execute(connection, "UPDATE " + TABLES.getFirst() + " SET amount = amount - 1 WHERE id = " + account);
        execute(connection, "UPDATE " + TABLES.getLast() + " SET amount = amount + 1 WHERE id = " + account);
        execute(connection, "COMMIT");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Threads that transfer without a pause and retry after a deadlock. */
    private static final class Writers implements AutoCloseable {
        private final List<CompletableFuture<Void>> running = new ArrayList<>();
        private final AtomicLong written = new AtomicLong();
        private volatile boolean done;

        Writers(int count) {
            for (int i = 0; i < count; i++) {
                running.add(CompletableFuture.runAsync(
                        this::write, task -> Thread.ofPlatform().start(task)));
            }
        }

        long written() {
            return written.get();
        }

        private void write() {
            try (Connection connection = connection()) {
                do {
                    try {
                        transfer(connection, written.getAndIncrement());
                    } catch (SQLTransactionRollbackException e) {
                        // the lock and the writer blocked each other; the writer retries
                    }
                } while (!done);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Stops the writers and fails if one of them failed. */
        @Override
        public void close() {
            done = true;
            running.forEach(CompletableFuture::join);
        }
    }
}
