package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.FaultyProxy.Direction;
import org.speedwell.accelerator.FaultyProxy.Fault;
import org.speedwell.accelerator.FaultyProxy.Kind;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Country;
import org.speedwell.sakila.CountryManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.FilmTextManager;
import org.speedwell.sakila.RentalManager;

/** Injects faults into replication. Every change must arrive exactly once, and the status must report each fault. */
@Tag("fault")
@Tag("database")
@Timeout(600)
class FollowFaultTest {
    private static final String SCHEMA = "speedwell_test_follow_faults";
    private static final int FAULTS = Integer.getInteger("speedwell.followFaults", 8);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);
    private static final Duration LONG = Duration.ofMinutes(2);

    private FollowedSakila sakila;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila(SCHEMA);
    }

    @AfterEach
    void drop() throws SQLException {
        sakila.close();
    }

    private static StoreConfiguration impatient(Duration silence) {
        return impatient(silence, Duration.ofMillis(200));
    }

    private static StoreConfiguration impatient(Duration silence, Duration retry) {
        return StoreConfiguration.builder()
                .follow(FollowConfiguration.builder()
                        .heartbeat(Duration.ofMillis(50))
                        .silence(silence)
                        .retry(retry)
                        .build())
                .build();
    }

    private void loadThrough(FaultyProxy proxy) {
        loadThrough(proxy, Duration.ofSeconds(1));
    }

    private void loadThrough(FaultyProxy proxy, Duration silence) {
        loadThrough(proxy, silence, Duration.ofMillis(200));
    }

    private void loadThrough(FaultyProxy proxy, Duration silence, Duration retry) {
        loadThrough(proxy, impatient(silence, retry));
    }

    private void loadThrough(FaultyProxy proxy, StoreConfiguration configuration) {
        String url =
                sakila.database().url(SCHEMA).replace(":" + sakila.database().port() + "/", ":" + proxy.port() + "/");
        sakila.use(sakila.builder(url, configuration));
        sakila.store().load();
    }

    @Test
    void cutAndStalledConnectionsLoseNothing() throws Exception {
        try (FaultyProxy proxy =
                new FaultyProxy(sakila.database().host(), sakila.database().port())) {
            loadThrough(proxy);
            for (int i = 0; i < FAULTS; i++) {
                long seed = SEED + i;
                Random random = new Random(seed);
                Fault fault = new Fault(
                        random.nextInt(3) == 0 ? Kind.STALL : Kind.CUT,
                        random.nextInt(4) == 0 ? Direction.TO_SERVER : Direction.FROM_SERVER,
                        random.nextInt(random.nextBoolean() ? 200 : 20_000),
                        random.nextBoolean());
                proxy.inject(fault);
                for (int j = 0; j < 10; j++) {
                    write(random);
                }
                proxy.heal();
                sakila.awaitOwn();
                try {
                    sakila.assertSameAsDatabase();
                } catch (AssertionError e) {
                    throw new AssertionError("seed " + seed + ", " + fault, e);
                }
            }
            assertThat(sakila.store().followStatus().orElseThrow().reloads()).isZero();
        }
    }

    private void write(Random random) throws SQLException {
        int id = 1 + random.nextInt(1_000);
        sakila.execute("BEGIN");
        sakila.execute(
                "INSERT INTO actor (first_name, last_name) VALUES ('" + id + "', 'NEW')",
                "UPDATE film SET length = length + 1, title = CONCAT('T', " + id + ", title) WHERE film_id = " + id,
                "DELETE FROM payment WHERE payment_id = " + id,
                "UPDATE rental SET return_date = NULL WHERE rental_id BETWEEN " + id + " AND " + (id + 20),
                "COMMIT");
    }

    /** Verifies that missing heartbeats change the status long before the store gives up the connection. */
    @Test
    void missingHeartbeatsMeanDisconnected() throws Exception {
        try (FaultyProxy proxy =
                new FaultyProxy(sakila.database().host(), sakila.database().port())) {
            loadThrough(proxy, Duration.ofMinutes(5));
            sakila.execute("UPDATE film SET length = 1 WHERE film_id = 1");
            sakila.awaitOwn();
            proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, 0, true));
            assertThat(proxy.awaitHit(LONG.toMillis())).isTrue();
            FollowStatus disconnected = Awaitility.await()
                    .atMost(LONG)
                    .until(this::status, now -> now.phase() == FollowStatus.Phase.DISCONNECTED);
            assertThat(disconnected.problem().orElseThrow()).contains("no complete binlog event");
            proxy.heal();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> status().phase() == FollowStatus.Phase.FOLLOWING
                            && status().problem().isEmpty());
        }
    }

    private FollowStatus status() {
        return sakila.store().followStatus().orElseThrow();
    }

    /**
     * Verifies the age on a network that delivers fewer bytes than the server commits. Then no change waits here, but
     * many are missing.
     */
    @Test
    void unreceivedChangesCountAsAge() throws Exception {
        try (FaultyProxy proxy =
                new FaultyProxy(sakila.database().host(), sakila.database().port())) {
            // no heartbeat arrives between the two transactions, and no other connection delivers the missing bytes
            FollowConfiguration.Builder quiet = FollowConfiguration.builder()
                    .heartbeat(Duration.ofMinutes(2))
                    .silence(Duration.ofMinutes(5));
            loadThrough(
                    proxy, StoreConfiguration.builder().follow(quiet.build()).build());
            sakila.execute("UPDATE film SET length = 1 WHERE film_id = 1");
            sakila.awaitOwn();
            proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, 0, true));
            sakila.execute("UPDATE film SET length = 1234 WHERE film_id = 1");
            assertThat(proxy.awaitHit(LONG.toMillis())).isTrue();
            sakila.execute("UPDATE film SET description = REPEAT('x', 2000)");
            long committed = System.nanoTime();
            Awaitility.await().atMost(LONG).until(() -> sakila.store().age().compareTo(Duration.ofSeconds(4)) > 0);
            proxy.replace(
                    new Fault(Kind.STALL, Direction.FROM_SERVER, 200_000, false)); // inside the second transaction
            FilmManager films = sakila.app().getOrThrow(FilmManager.class);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> films.stream().anyMatch(Film.LENGTH.equal(1234)));
            long missing = System.nanoTime() - committed;
            assertThat(sakila.store().age())
                    .as("MariaDB tells whole seconds")
                    .isGreaterThan(Duration.ofNanos(missing).minusSeconds(1));
            proxy.heal();
            sakila.awaitOwn();
            sakila.assertSameAsDatabase();
        }
    }

    @Test
    void purgedPositionCausesAReload() throws Exception {
        try (FaultyProxy proxy =
                new FaultyProxy(sakila.database().host(), sakila.database().port())) {
            loadThrough(proxy);
            sakila.execute("UPDATE film SET length = 1 WHERE film_id = 1");
            sakila.awaitOwn();
            proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, 0, true));
            assertThat(proxy.awaitHit(LONG.toMillis())).isTrue();
            sakila.execute("UPDATE film SET length = 2 WHERE film_id = 2", "FLUSH BINARY LOGS");
            sakila.execute("INSERT INTO actor (first_name, last_name) VALUES ('A', 'B')", "FLUSH BINARY LOGS");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            sakila.store().followStatus().orElseThrow().phase() == FollowStatus.Phase.DISCONNECTED);
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(this::isPurged);
            proxy.heal();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> sakila.store().followStatus().orElseThrow().reloads() == 1);
            sakila.execute("UPDATE film SET length = 3 WHERE film_id = 3");
            sakila.awaitOwn();
            sakila.assertSameAsDatabase();
        }
    }

    /** Verifies that a stopped table does not end replication, even when all other tables need a reload. */
    @Test
    void tablesAreReloadedDespiteOneThatDoesNotFit() throws Exception {
        try (FaultyProxy proxy =
                new FaultyProxy(sakila.database().host(), sakila.database().port())) {
            loadThrough(proxy, Duration.ofSeconds(1), Duration.ofSeconds(5));
            RentalManager rentals = sakila.app().getOrThrow(RentalManager.class);
            sakila.execute("DELETE FROM rental WHERE rental_id > 16000");
            sakila.awaitOwn();
            long shown = rentals.stream().count();
            sakila.execute("ALTER TABLE rental DROP COLUMN last_update");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !status().stopped().isEmpty());
            long reloads = status().reloads();
            proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, 0, true));
            assertThat(proxy.awaitHit(LONG.toMillis())).isTrue();
            sakila.execute("UPDATE film SET length = 2 WHERE film_id = 2", "FLUSH BINARY LOGS");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> status().phase() == FollowStatus.Phase.DISCONNECTED);
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(this::isPurged);
            proxy.heal();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> status().reloads() > reloads);
            sakila.execute("UPDATE film SET length = 1234 WHERE film_id = 3");
            FilmManager films = sakila.app().getOrThrow(FilmManager.class);
            assertThat(sakila.store().await(films, Duration.ofSeconds(60))).isTrue();
            assertThat(films.stream().anyMatch(Film.LENGTH.equal(1234))).isTrue();
            assertThat(status().stopped()).containsOnlyKeys(SCHEMA + ".rental");
            assertThat(rentals.stream().count()).isEqualTo(shown);

            sakila.execute("ALTER TABLE rental ADD COLUMN last_update TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP");
            sakila.awaitOwn();
            assertThat(status().stopped()).isEmpty();
            sakila.assertSameAsDatabase();
        }
    }

    /**
     * Verifies the age during a reload. The store then applies no changes to other tables, although heartbeats still
     * arrive.
     */
    @Test
    void changesWaitingForAReloadCountAsAge() throws Exception {
        sakila.start(impatient(Duration.ofSeconds(1)));
        CountryManager countries = sakila.app().getOrThrow(CountryManager.class);
        sakila.awaitAll();
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLES actor WRITE"); // on MySQL this also locks film, because of foreign keys
            CompletableFuture<?> reload =
                    started(() -> sakila.store().reload(sakila.app().getOrThrow(ActorManager.class)));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> status().phase() == FollowStatus.Phase.RELOADING);
            sakila.execute("UPDATE country SET country = 'Changed' WHERE country_id = 1");
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> sakila.store().age(countries).compareTo(Duration.ofSeconds(3)) > 0);
            assertThat(countries.stream().anyMatch(Country.COUNTRY.equal("Changed")))
                    .isFalse();
            statement.execute("UNLOCK TABLES");
            reload.join();
        }
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
    }

    /** Runs a task in a new thread, as the common pool may have only one. */
    private static CompletableFuture<?> started(Runnable task) {
        return CompletableFuture.runAsync(task, command -> Thread.ofPlatform().start(command));
    }

    /**
     * Verifies a reload beside a prepared transaction. MariaDB then reports no position that a reload certainly
     * includes, except the beginning of the file.
     */
    @Test
    void tableIsReloadedDespiteAPreparedTransaction() throws Exception {
        sakila.start(impatient(Duration.ofSeconds(1)));
        sakila.execute("FLUSH BINARY LOGS", "UPDATE film SET length = 1 WHERE film_id = 1");
        sakila.awaitOwn();
        withAPreparedTransaction(() -> {
            sakila.execute("UPDATE film SET length = 2 WHERE film_id = 1");
            FilmManager films = sakila.app().getOrThrow(FilmManager.class);
            started(() -> sakila.store().reload(films)).get(120, TimeUnit.SECONDS);
            assertThat(films.stream().anyMatch(Film.LENGTH.equal(2))).isTrue();
        });
        sakila.awaitAll();
        sakila.assertSameAsDatabase();
    }

    /**
     * Starts to follow from the start of a binlog file whose foreign-key cascades the loaded rows already contain. The
     * busy server with a prepared transaction cannot tell a later position. A cascade that is applied twice would set
     * the payment's rental to NULL.
     */
    @Test
    void cascadeThatTheLoadContainsIsNotAppliedTwice() throws Exception {
        sakila.execute(
                "FLUSH BINARY LOGS",
                "DELETE FROM rental WHERE rental_id = 1",
                "UPDATE rental SET rental_id = 1 WHERE rental_id = 3");
        withAPreparedTransaction(() -> sakila.start(impatient(Duration.ofSeconds(1))));
        sakila.awaitAll();
        sakila.assertSameAsDatabase();
    }

    private interface Action {
        void run() throws Exception;
    }

    /** Runs an action while the server is busy and has a prepared transaction, which it commits afterwards. */
    private void withAPreparedTransaction(Action action) throws Exception {
        try (Connection preparing = sakila.connect();
                Statement prepared = preparing.createStatement();
                Connection sleeping = sakila.connect();
                Statement sleep = sleeping.createStatement()) {
            prepared.execute("XA START 'open'");
            prepared.execute("INSERT INTO actor (first_name, last_name) VALUES ('A', 'B')");
            prepared.execute("XA END 'open'");
            prepared.execute("XA PREPARE 'open'");
            CompletableFuture<?> busy = started(() -> {
                try {
                    sleep.execute("DO SLEEP(600)");
                } catch (SQLException e) {
                    // cancelled
                }
            });
            try {
                action.run();
            } finally {
                sleep.cancel();
                busy.join();
                prepared.execute("XA COMMIT 'open'");
            }
        }
    }

    /**
     * Purges the binlogs and returns whether only the last one remains. A server keeps a binlog that it still sends to
     * a client.
     */
    private boolean isPurged() throws SQLException {
        String last = lastLog();
        sakila.execute("PURGE BINARY LOGS TO '" + last + "'");
        return firstLog().equals(last);
    }

    private String firstLog() throws SQLException {
        try (var connection = sakila.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW BINARY LOGS")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private String lastLog() throws SQLException {
        String last = "";
        try (var connection = sakila.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW BINARY LOGS")) {
            while (rows.next()) {
                last = rows.getString(1);
            }
        }
        return last;
    }

    @Test
    void fileIsReplicatedFromItsPosition(@TempDir Path folder) throws Exception {
        sakila.start(impatient(Duration.ofSeconds(1)));
        sakila.execute("UPDATE film SET length = 111 WHERE film_id < 50");
        sakila.awaitOwn();
        Path file = folder.resolve("sakila.speedwell");
        sakila.store().save(file);
        sakila.execute("UPDATE film SET length = 222 WHERE film_id < 10");
        sakila.app().stop();
        sakila.execute("DELETE FROM film_actor WHERE film_id < 10", "UPDATE film SET length = 333 WHERE film_id < 5");

        sakila.use(sakila.builder(sakila.database().url(SCHEMA), impatient(Duration.ofSeconds(1))));
        sakila.store().open(file).join();
        sakila.awaitAll();
        sakila.assertSameAsDatabase();
        assertThat(sakila.store().followStatus().orElseThrow().reloads()).isZero();
    }

    @Test
    void tablesChangedByStatementsAreReloaded() throws Exception {
        Speedment app = sakila.start(impatient(Duration.ofSeconds(1)));
        DataStoreComponent store = sakila.store();
        sakila.execute("ALTER TABLE film ADD INDEX idx_new (length)", "UPDATE film SET length = 9 WHERE film_id = 9");
        sakila.awaitOwn();
        assertThat(store.followStatus().orElseThrow().reloads()).isZero();

        sakila.execute("TRUNCATE TABLE film_text");
        sakila.awaitOwn();
        assertThat(app.getOrThrow(FilmTextManager.class).stream().count()).isZero();
        assertThat(store.followStatus().orElseThrow().reloads()).isEqualTo(1);

        sakila.execute(
                "CREATE TABLE actor_new LIKE actor",
                "INSERT INTO actor_new (actor_id, first_name, last_name) VALUES (1, 'ONLY', 'ONE')",
                "SET foreign_key_checks = 0",
                "RENAME TABLE actor TO actor_old, actor_new TO actor",
                "SET foreign_key_checks = 1");
        sakila.awaitOwn();
        assertThat(app.getOrThrow(ActorManager.class).stream().count()).isEqualTo(1);

        sakila.execute(
                "ALTER TABLE payment ADD COLUMN remark VARCHAR(20) FIRST",
                "UPDATE payment SET amount = 1.23 WHERE payment_id < 100");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        assertThat(store.followStatus().orElseThrow().stopped()).isEmpty();

        sakila.execute("DELETE FROM rental WHERE rental_id > 16000");
        sakila.awaitOwn(); // a stopped table keeps its latest rows, not the first ones
        long rentals = app.getOrThrow(RentalManager.class).stream().count();
        sakila.execute("ALTER TABLE rental DROP COLUMN last_update", "DELETE FROM rental WHERE rental_id > 15000");
        sakila.execute("UPDATE film SET length = 10 WHERE film_id = 10");
        FilmManager films = app.getOrThrow(FilmManager.class);
        RentalManager stopped = app.getOrThrow(RentalManager.class);
        assertThat(store.await(films, LONG)).isTrue();
        assertThat(store.await(stopped, Duration.ofMillis(1))).isFalse();
        assertThat(store.await(Duration.ofMillis(1)))
                .as("one of all tables is stale")
                .isFalse();
        Duration age = store.age(stopped);
        Awaitility.await()
                .atMost(LONG)
                .untilAsserted(() -> assertThat(store.age(films)).isLessThan(store.age(stopped)));
        assertThat(store.age()).isGreaterThanOrEqualTo(age);
        assertThat(store.followStatus().orElseThrow().stopped()).containsOnlyKeys(SCHEMA + ".rental");
        assertThat(app.getOrThrow(RentalManager.class).stream().count()).isEqualTo(rentals);
        assertThat(app.getOrThrow(FilmManager.class).stream()
                        .filter(Film.LENGTH.equal(10))
                        .count())
                .isPositive();
        sakila.execute("ALTER TABLE rental ADD COLUMN last_update TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        assertThat(store.followStatus().orElseThrow().stopped())
                .as("it fits again")
                .isEmpty();
    }
}
