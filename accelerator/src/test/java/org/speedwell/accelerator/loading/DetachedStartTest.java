package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Verifies starts from a file while the database is unreachable. The store serves the file, and replicates the database
 * once it is back.
 */
@Tag("fault")
@Tag("database")
@Timeout(300)
class DetachedStartTest {
    private static final String SCHEMA = "speedwell_test_detached";

    /** A reserved port on which no server listens. Ports below 1024 need a privilege. */
    private static final int UNUSED = 1;

    @TempDir
    private Path folder;

    private FollowedSakila sakila;
    private Path file;
    private FaultyProxy proxy;

    @BeforeEach
    void save() throws SQLException, IOException {
        sakila = new FollowedSakila(SCHEMA);
        sakila.start();
        file = folder.resolve("sakila.speedwell");
        sakila.store().save(file);
        sakila.app().stop();
        proxy = new FaultyProxy(sakila.database().host(), sakila.database().port());
    }

    @AfterEach
    void drop() throws SQLException {
        proxy.close();
        sakila.close();
    }

    private void startDetached() {
        proxy.passTo(UNUSED);
        sakila.use(sakila.detached(
                url(proxy.port()),
                StoreConfiguration.builder()
                        .networkTimeout(Duration.ofSeconds(10))
                        .follow(FollowConfiguration.builder()
                                .retry(Duration.ofMillis(50))
                                .build())
                        .build()));
        sakila.store().open(file).join();
    }

    /** Loses the connection after a number of uses, as a server that restarts may do. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 8})
    void lostConnectionCausesAnotherAttempt(int uses) throws Exception {
        proxy.passTo(UNUSED);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url(proxy.port()));
        config.setUsername(sakila.database().user());
        config.setPassword(sakila.database().password());
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(1_000);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            FailingDataSource connections = new FailingDataSource(pool);
            connections.failAfter(
                    uses,
                    "speedwell-follow-later",
                    1,
                    () -> new SQLNonTransientConnectionException("The connection is lost.", "08S01"));
            String password = sakila.database().password();
            sakila.use(new SakilaApplicationBuilder()
                    .withBundle(InMemoryBundle.class)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder()
                                    .follow(FollowConfiguration.builder()
                                            .retry(Duration.ofMillis(50))
                                            .build())
                                    .build())
                    .withComponent(
                            DataSourceConnections.class,
                            () -> DataSourceConnections.of(connections).withBinlog(BinlogLogin.of(() -> password)))
                    .withSchema(SCHEMA)
                    .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                    .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                    .withParam("statistics.scheduler.enabled", "false")
                    .withSkipCheckDatabaseConnectivity()
                    .withSkipLogoPrintout()
                    .build());
            sakila.store().open(file).join();
            assertThat(status().phase()).isEqualTo(Phase.DISCONNECTED);
            returnDatabase();

            awaitFollowing();
            assertThat(connections.remaining()).isZero();
            sakila.awaitAll();
            sakila.assertSameAsDatabase();
            sakila.app().stop();
        }
    }

    private String url(int port) {
        return sakila.database().url(SCHEMA).replace(":" + sakila.database().port() + "/", ":" + port + "/");
    }

    private FollowStatus status() {
        return sakila.store().followStatus().orElseThrow();
    }

    private void awaitFollowing() {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> status().phase() == Phase.FOLLOWING);
    }

    private void returnDatabase() {
        proxy.passTo(sakila.database().port());
    }

    @Test
    void fileIsServedAndReplicationStartsOnceTheDatabaseIsBack() throws Exception {
        sakila.execute("UPDATE film SET length = 1 WHERE film_id = 2");
        startDetached();

        assertThat(sakila.app().getOrThrow(FilmManager.class).stream()
                        .filter(Film.LENGTH.equal(1))
                        .count())
                .isZero();
        assertThat(status().phase()).isEqualTo(Phase.DISCONNECTED);
        assertThat(status().problem().orElseThrow()).contains("No connection to database");
        Position position = sakila.store().position().orElseThrow();
        assertThat(sakila.store().await(position, Duration.ofMillis(1))).isFalse();

        returnDatabase();
        assertThat(sakila.store().await(position, Duration.ofSeconds(60))).isTrue();
        sakila.awaitAll();
        sakila.assertSameAsDatabase();
        awaitFollowing();
    }

    @Test
    void loadReplacesTheAttempts() throws Exception {
        startDetached();
        sakila.store().follow(); // has no effect, as attempts are running
        returnDatabase();
        sakila.store().load();
        sakila.execute("UPDATE film SET length = 1 WHERE film_id = 2");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        awaitNoAttempts();
    }

    @Test
    void attemptsEndWithTheApplication() {
        startDetached();
        sakila.app().stop();
        awaitNoAttempts();
    }

    @Test
    void stopFollowingEndsTheAttempts() {
        startDetached();
        sakila.store().stopFollowing();
        assertThat(sakila.store().followStatus()).isEmpty();
        awaitNoAttempts();
    }

    private static void awaitNoAttempts() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("speedwell-follow-later")));
    }

    /** Verifies that a wrong password fails at once, as a later attempt would not help. */
    @Test
    void refusedUserIsAnError() {
        sakila.use(SakilaApp.of(sakila.database(), SCHEMA)
                .withPassword("not the password")
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().follow().build())
                .withSkipCheckDatabaseConnectivity()
                .build());
        assertThatThrownBy(() -> sakila.store().open(file).join()).isInstanceOf(DataStoreException.class);
        assertThat(sakila.store().version()).isPositive();
    }
}
