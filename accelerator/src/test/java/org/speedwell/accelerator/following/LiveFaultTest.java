package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.FaultyProxy.Direction;
import org.speedwell.accelerator.FaultyProxy.Fault;
import org.speedwell.accelerator.FaultyProxy.Kind;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Injects random faults at random moments. A writer moves amounts between two tables, and a reader adds them up.
 * <ul>
 * <li>No version shows part of a transaction.
 * <li>The status reports each fault.
 * <li>At rest the tables equal the database, and each transaction was applied once.
 * </ul>
 *
 * <p>The test uses a separate MariaDB server, which it kills. {@code -Dspeedwell.liveFaults=1000} injects more faults,
 * {@code -Dspeedwell.seed} others.
 */
@Tag("fault")
@Tag("database")
@DisabledIfEnvironmentVariable(
        named = "SPEEDWELL_TEST_URL",
        matches = ".+",
        disabledReason = "an embedded server of its own, whatever the others have")
@Timeout(4 * 3_600)
class LiveFaultTest {
    private static final int FAULTS = Integer.getInteger("speedwell.liveFaults", Trouble.values().length);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long BUDGET = 8 << 20;

    private enum Trouble {
        /** Cuts the connection at a random byte in either direction. */
        CONNECTION_CUT,
        CONNECTION_STALLED,
        SERVER_KILLED,
        SERVER_STOPPED,
        /** Purges the binlogs, so that replication cannot resume from its position. */
        LOGS_PURGED,
        /** Moves the server's clock to the past or the future. */
        CLOCK_MOVED,
        /** Cuts a transaction with more rows than memory holds at a time. */
        LARGE_TRANSACTION,
        /** Inserts more rows than the budget allows, and deletes them later. */
        BUDGET_HIT
    }

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Transfers transfers = new Transfers(this::connect);
    private final AtomicLong looks = new AtomicLong();

    /** The running server. */
    private volatile Database database;

    private FaultyProxy proxy;
    private Speedment app;
    private DataStoreComponent store;

    @BeforeEach
    void start() throws Exception {
        database = Database.embedded(folder, List.of("--debug-no-sync"));
        Sakila.scale(1).load(database, Progress.none());
        execute(
                "CREATE USER follower@'127.0.0.1' IDENTIFIED BY 'word'",
                "GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT, BINLOG MONITOR ON *.* TO follower@'127.0.0.1'");
        execute(Transfers.preparation().toArray(String[]::new));
        proxy = new FaultyProxy(database.host(), database.port());
        app = new SakilaApplicationBuilder()
                .withConnectionUrl(database.url(Sakila.SCHEMA).replace(":" + database.port(), ":" + proxy.port()))
                .withUsername("follower")
                .withPassword("word")
                .withParam("statistics.scheduler.enabled", "false") // Speedment would contact its server
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .memoryBudget(BUDGET)
                                .networkTimeout(Duration.ofSeconds(5))
                                .follow(FollowConfiguration.builder()
                                        .heartbeat(Duration.ofMillis(50))
                                        .silence(Duration.ofMillis(1_000))
                                        .retry(Duration.ofMillis(200))
                                        .build())
                                .build())
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
        store.load();
    }

    @AfterEach
    void stop() {
        stopped.set(true);
        threads.close();
        app.stop();
        proxy.close();
        database.close();
    }

    @Test
    void faultsLoseDuplicateAndTearNothing() throws Exception {
        Future<?> reader = threads.submit(this::read);
        Map<Trouble, Integer> tried = new EnumMap<>(Trouble.class);
        for (int i = 0; i < FAULTS; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            Trouble trouble = Trouble.values()[Math.floorMod(seed, Trouble.values().length)];
            try {
                trial(trouble, random);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "-Dspeedwell.seed=" + seed + ", " + trouble + ": " + e.getMessage() + "; " + status(), e);
            }
            if (reader.isDone()) {
                reader.get(); // throws the cause
            }
            tried.merge(trouble, 1, Integer::sum);
        }
        stopped.set(true);
        reader.get();
        System.out.printf(
                "%s from seed %d on, %,d commits, %,d looks, %,d reloads%n",
                tried, SEED, transfers.commits(), looks.get(), status().reloads());
    }

    private void trial(Trouble trouble, Random random) throws Exception {
        FollowStatus before = status();
        long committedBefore = committed();
        // the writer pauses, so that this table is the one that does not fit
        AtomicBoolean isOver = new AtomicBoolean(trouble == Trouble.BUDGET_HIT);
        Future<?> writer = threads.submit(() -> {
            transfers.write(new Random(random.nextLong()), isOver::get);
            return null;
        });
        try {
            cause(trouble, random, before);
        } finally {
            isOver.set(true);
            proxy.heal();
        }
        writer.get();
        try (Connection connection = connect()) {
            assertThat(store.await(connection, LONG)).as("seen after all").isTrue();
            assertThat(app.getOrThrow(FilmManager.class).stream()
                            .filter(Film.LENGTH.greaterOrEqual(0))
                            .count())
                    .isEqualTo(1_000);
            ReadBack.assertSameRowsAsJdbc(app, connection);
        }
        // memory may have been complete before the next connection was open
        FollowStatus after = awaitStatus(status -> status.phase() == FollowStatus.Phase.FOLLOWING);
        assertThat(after.stopped()).isEmpty();
        if (after.reloads() == before.reloads()) {
            assertThat(after.transactions() - before.transactions())
                    .as("transactions that were applied")
                    .isEqualTo(committed() - committedBefore);
        }
    }

    private void cause(Trouble trouble, Random random, FollowStatus before) throws Exception {
        switch (trouble) {
            case CONNECTION_CUT -> cut(random, 20_000);
            case CONNECTION_STALLED -> {
                proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, random.nextInt(20_000), true));
                assertThat(awaitStatus(status -> status.phase() == FollowStatus.Phase.DISCONNECTED)
                                .problem())
                        .isPresent();
            }
            case SERVER_KILLED -> restart(true);
            case SERVER_STOPPED -> restart(false);
            case LOGS_PURGED -> {
                proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, 0, true));
                awaitStatus(status -> status.phase() == FollowStatus.Phase.DISCONNECTED);
                transfers.awaitMore(3, LONG);
                execute("FLUSH BINARY LOGS");
                Awaitility.await().atMost(LONG).until(this::isPurged);
                proxy.heal();
                awaitStatus(status -> status.reloads() > before.reloads());
            }
            case CLOCK_MOVED -> {
                transfers.setClock("UNIX_TIMESTAMP() + " + (random.nextInt(20_000_000) - 10_000_000));
                transfers.awaitMore(5, LONG);
                transfers.setClock("DEFAULT");
                transfers.awaitMore(2, LONG);
            }
            case LARGE_TRANSACTION -> {
                proxy.inject(
                        new Fault(Kind.CUT, Direction.FROM_SERVER, random.nextInt(10_000_000), random.nextBoolean()));
                execute(Transfers.largeTransaction(random).toArray(String[]::new));
                assertThat(proxy.awaitHit(LONG.toMillis())).isTrue();
            }
            case BUDGET_HIT -> {
                for (int i = 0; i < 40 && status().stopped().isEmpty(); i++) {
                    execute(
                            "INSERT INTO inventory (film_id, store_id) SELECT film_id, store_id FROM inventory LIMIT 20000");
                }
                awaitStatus(status -> !status.stopped().isEmpty());
                execute("DELETE FROM inventory WHERE inventory_id > 1000");
                store.reload(app.getOrThrow(InventoryManager.class));
            }
        }
    }

    private void cut(Random random, int bytes) throws InterruptedException {
        Direction direction = random.nextInt(4) == 0 ? Direction.TO_SERVER : Direction.FROM_SERVER;
        int offset = direction == Direction.TO_SERVER ? 0 : random.nextInt(bytes);
        proxy.inject(new Fault(Kind.CUT, direction, offset, random.nextBoolean()));
        if (direction == Direction.FROM_SERVER) {
            assertThat(proxy.awaitHit(LONG.toMillis())).isTrue();
        }
    }

    private void restart(boolean isKilled) throws Exception {
        Database ended = database;
        if (isKilled) {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT @@pid_file")) {
                row.next();
                long pid = Long.parseLong(
                        Files.readString(Path.of(row.getString(1))).strip());
                ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            }
        }
        ended.close();
        assertThat(awaitStatus(status -> status.phase() == FollowStatus.Phase.DISCONNECTED)
                        .problem())
                .isPresent();
        Database another = Database.embedded(folder, List.of("--debug-no-sync"));
        proxy.passTo(another.port());
        database = another;
    }

    /**
     * Purges the binlogs and returns whether only the last one remains. A server keeps a binlog that it still sends to
     * a client.
     */
    private boolean isPurged() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            String last = "";
            try (ResultSet rows = statement.executeQuery("SHOW BINARY LOGS")) {
                while (rows.next()) {
                    last = rows.getString(1);
                }
            }
            statement.execute("PURGE BINARY LOGS TO '" + last + "'");
            try (ResultSet rows = statement.executeQuery("SHOW BINARY LOGS")) {
                rows.next();
                return rows.getString(1).equals(last);
            }
        }
    }

    private void read() {
        while (!stopped.get()) {
            Transfers.assertWhole(store.snapshot());
            looks.incrementAndGet();
            LockSupport.parkNanos(500_000); // without a pause it would take most of one of two cores
        }
    }

    private FollowStatus status() {
        return store.followStatus().orElseThrow();
    }

    /** Waits for a status that fulfils a condition, and returns it. */
    private FollowStatus awaitStatus(Predicate<FollowStatus> condition) {
        return Awaitility.await().atMost(LONG).until(this::status, condition);
    }

    /** Returns the number of transactions that the server has committed in total. */
    private long committed() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@gtid_binlog_pos")) {
            row.next();
            String[] gtid = row.getString(1).split("-");
            return Long.parseLong(gtid[2]);
        }
    }

    private Connection connect() throws SQLException {
        return database.connect(Sakila.SCHEMA);
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
