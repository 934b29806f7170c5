package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.loading.FailingDataSource;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Injects errors into each thread of the accelerator. The store reports each error, and the thread or its successor
 * continues.
 */
@Tag("fault")
@Tag("database")
@Timeout(300)
class ErrorTest {
    private static final String SCHEMA = "speedwell_test_errors";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Supplier<Error> FULL = () -> new OutOfMemoryError("injected");

    private final Database database = Database.forTests();
    private HikariDataSource pool;
    private FailingDataSource connections;

    @SuppressWarnings("NullAway.Init")
    private Speedment app;

    @SuppressWarnings("NullAway.Init")
    private DataStoreComponent store;

    @BeforeEach
    void fill() throws SQLException {
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url(SCHEMA));
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
        connections = new FailingDataSource(pool);
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        pool.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
        Lease.reclaim();
    }

    private void start(StoreConfiguration.Builder configuration) {
        app = new SakilaApplicationBuilder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, configuration::build)
                .withComponent(
                        DataSourceConnections.class,
                        () -> DataSourceConnections.of(connections).withBinlog(BinlogLogin.of(() -> {
                            connections.use(); // the binlog reader calls this for each connection
                            return database.password();
                        })))
                .withSchema(SCHEMA)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false")
                .withSkipLogoPrintout()
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
    }

    private static FollowConfiguration impatient() {
        return FollowConfiguration.builder()
                .heartbeat(Duration.ofMillis(50))
                .retry(Duration.ofMillis(100))
                .build();
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private FollowStatus status() {
        return store.followStatus().orElseThrow();
    }

    /** Waits until the status is disconnected, and returns that status. */
    private FollowStatus disconnected() {
        return Awaitility.await().atMost(LONG).until(this::status, now -> now.phase() == Phase.DISCONNECTED);
    }

    private void assertFollows(int length) throws Exception {
        execute("UPDATE film SET length = " + length + " WHERE film_id = 1");
        assertThat(store.await(LONG)).as(() -> status().toString()).isTrue();
        assertThat(app.getOrThrow(FilmManager.class).stream()
                        .filter(Film.FILM_ID.equal(1))
                        .mapToInt(film -> film.getLength().orElseThrow()))
                .containsExactly(length);
        Awaitility.await()
                .atMost(LONG)
                .until(() -> status().phase() == Phase.FOLLOWING
                        && status().problem().isEmpty());
    }

    @Test
    void errorInTheBinlogReaderIsReportedAndRetried() throws Exception {
        connections.fail("speedwell-binlog", 1_000_000, FULL);
        start(StoreConfiguration.builder().follow(impatient()));
        store.load();
        assertThat(disconnected().problem().orElseThrow()).contains("OutOfMemoryError");
        connections.fail("speedwell-binlog", 0, FULL);
        assertFollows(7);
        assertThat(status().reloads()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void errorWhileApplyingChangesReloadsTheTables(int times) throws Exception {
        start(StoreConfiguration.builder().follow(impatient()));
        store.load();
        assertFollows(6);
        connections.fail("speedwell-follow", times, () -> new StackOverflowError("injected"));
        execute("ALTER TABLE film ENGINE = InnoDB");
        Awaitility.await().atMost(LONG).until(() -> connections.remaining() == 0);
        assertFollows(7);
        assertThat(status().reloads()).isPositive();
    }

    @Test
    void uninitialisableClassAsksForARestart() throws Exception {
        connections.fail(
                "speedwell-binlog", 1_000_000, () -> new NoClassDefFoundError("Could not initialize class a.Decoder"));
        start(StoreConfiguration.builder().follow(impatient()));
        store.load();
        assertThat(disconnected().problem().orElseThrow()).contains("class a.Decoder", "Restart the application");
        connections.fail("speedwell-binlog", 0, FULL);
        assertFollows(9);
    }

    @Test
    void reloadOfOneTableSurvivesErrorsAndReplicationContinues() throws Exception {
        start(StoreConfiguration.builder().follow(impatient()));
        store.load();
        connections.fail("speedwell-read", 3, FULL);
        store.reload(app.getOrThrow(FilmManager.class));
        assertFollows(8);
    }

    @Test
    void errorInALoadFailsItAndTheNextLoadSucceeds() throws Exception {
        start(StoreConfiguration.builder());
        store.load();
        connections.fail("speedwell-read", 1, FULL);
        assertThatThrownBy(() -> store.reloadInBackground().get())
                .cause()
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("injected");
        store.reloadInBackground().get();
        assertThat(store.getStatistics().version()).isEqualTo(2);
    }

    @Test
    void failedScheduledReloadIsRetried() {
        start(StoreConfiguration.builder().reloadEvery(Duration.ofMillis(100)));
        store.load();
        connections.fail("speedwell-read", 3, FULL);
        Awaitility.await().atMost(LONG).until(() -> connections.remaining() == 0);
        long version = store.getStatistics().version();
        Awaitility.await().atMost(LONG).until(() -> store.getStatistics().version() > version);
    }

    @Test
    void failedShadowQueryIsCountedAndTheNextOneRuns() {
        start(StoreConfiguration.builder().follow(impatient()).shadow(1));
        store.load();
        connections.fail("speedwell-shadow", 1, FULL);
        FilmManager films = app.getOrThrow(FilmManager.class);
        assertThat(films.stream().filter(Film.LENGTH.greaterThan(50)).count()).isPositive();
        Awaitility.await().atMost(LONG).until(() -> shadow().failed() == 1);
        assertThat(films.stream().filter(Film.LENGTH.greaterThan(60)).count()).isPositive();
        Awaitility.await().atMost(LONG).until(() -> shadow().equal() == 1);
    }

    private ShadowStatistics shadow() {
        return store.getStatistics().shadow().orElseThrow();
    }

    @Test
    void changeStreamSurvivesErrors() throws Exception {
        start(StoreConfiguration.builder().follow(impatient()));
        store.load();
        store.stopFollowing();
        connections.fail("speedwell-binlog", 3, FULL);
        ActorManager actors = app.getOrThrow(ActorManager.class);
        try (ChangeStream changes = store.changes(List.of(actors))) {
            execute("INSERT INTO actor (first_name, last_name) VALUES ('ADA', 'LOVELACE')");
            assertThat(changes.poll(LONG)
                            .orElseThrow()
                            .changes(actors)
                            .map(change -> change.row().getFirstName()))
                    .containsExactly("ADA");
        }
        assertThat(connections.remaining()).isZero();
    }
}
