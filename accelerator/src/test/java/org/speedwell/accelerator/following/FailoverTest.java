package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.sakila.ActorManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Verifies a failover from a server to its replica. When the first server fails, replication continues from the second
 * by GTID.
 */
@Tag("fault")
@Tag("database")
@Timeout(600)
class FailoverTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String SCHEMA = "speedwell_test_failover";
    private static final String REPLICA = "SPEEDWELL_TEST_REPLICA";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    @DisabledIfEnvironmentVariable(
            named = "SPEEDWELL_TEST_URL",
            matches = ".+",
            disabledReason = "an embedded server of its own, whatever the others have")
    void replicationContinuesFromAReplica() throws Exception {
        try (Database first = Database.embedded(folder.resolve("first"), List.of("--debug-no-sync"));
                Database second = Database.embedded(
                        folder.resolve("second"),
                        List.of("--debug-no-sync", "--server-id=78", "--log-slave-updates"))) {
            for (Database each : List.of(first, second)) { // excludes the user from the binlogs
                execute(
                        each,
                        "SET SESSION sql_log_bin = 0",
                        "CREATE USER follower@'127.0.0.1' IDENTIFIED BY 'word'",
                        "GRANT ALL ON *.* TO follower@'127.0.0.1'");
            }
            execute(
                    second,
                    "CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = " + first.port()
                            + ", MASTER_USER = 'follower', MASTER_PASSWORD = 'word', MASTER_USE_GTID = slave_pos, MASTER_SSL = 0",
                    "START SLAVE");
            Database follower = Database.at(first.url(""), "follower", "word");
            assertContinues(follower, first, second, first.port(), first::close, "STOP SLAVE");
        }
    }

    @Test
    @EnabledIfEnvironmentVariable(
            named = REPLICA,
            matches = ".+",
            disabledReason = "it names a server that replicates the one of the tests, by GTID")
    void replicationContinuesFromAReplicaOfTheTestServer() throws Exception {
        Database first = Database.forTests();
        Database second = Database.at(System.getenv(REPLICA), first.user(), first.password());
        try (FaultyProxy network = new FaultyProxy(first.host(), first.port())) {
            assertContinues(first, first, second, network.port(), network::close, "STOP REPLICA");
        } finally {
            execute(first, "DROP DATABASE " + SCHEMA);
            execute(second, "DROP DATABASE " + SCHEMA);
        }
    }

    /** Asserts that replication continues from the second server, and applies each transaction once. */
    private static void assertContinues(
            Database login, Database first, Database second, int port, Runnable firstGoes, String stopReplica)
            throws Exception {
        Sakila.scale(1).load(first, SCHEMA, Progress.none());
        execute(first, "DELETE FROM " + SCHEMA + ".payment WHERE payment_id > 2000");
        awaitReplica(first, second);
        Speedment app = application(login, first, second, port);
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        long actors = app.getOrThrow(ActorManager.class).stream().count();
        for (int i = 0; i < 20; i++) {
            execute(first, "INSERT INTO " + SCHEMA + ".actor (first_name, last_name) VALUES ('OF', 'THE FIRST')");
        }
        awaitReplica(first, second);
        firstGoes.run();
        execute(second, stopReplica);
        for (int i = 0; i < 20; i++) {
            execute(
                    second,
                    "INSERT INTO " + SCHEMA + ".actor (first_name, last_name) VALUES ('OF', 'THE SECOND')",
                    "UPDATE " + SCHEMA + ".film SET length = length + 1 WHERE film_id < 100");
        }
        try (Connection connection = second.connect(SCHEMA)) {
            assertThat(store.await(connection, LONG))
                    .as(() -> store.followStatus().toString())
                    .isTrue();
            assertThat(app.getOrThrow(ActorManager.class).stream().count()).isEqualTo(actors + 40);
            ReadBack.assertSameRowsAsJdbc(app, connection);
        }
        FollowStatus status = store.followStatus().orElseThrow();
        assertThat(status.reloads()).isZero();
        assertThat(status.transactions()).as("each once").isEqualTo(20 + 40);
        app.stop();
    }

    private static Speedment application(Database login, Database first, Database second, int port) {
        String url =
                first.url(SCHEMA).replace(":" + first.port(), ":" + port + "," + second.host() + ":" + second.port());
        return SakilaApp.at(url, login, SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .follow(FollowConfiguration.builder()
                                        .silence(Duration.ofSeconds(2))
                                        .retry(Duration.ofMillis(200))
                                        .build())
                                .build())
                .build();
    }

    private static void awaitReplica(Database first, Database second) throws SQLException {
        if (first.isMariaDb()) {
            String written = value(first, "SELECT @@gtid_binlog_pos");
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> value(second, "SELECT @@gtid_binlog_pos").equals(written));
        } else {
            String written = value(first, "SELECT @@gtid_executed");
            assertThat(value(second, "SELECT WAIT_FOR_EXECUTED_GTID_SET('" + written + "', " + LONG.toSeconds() + ")"))
                    .as("0 once the replica has all")
                    .isEqualTo("0");
        }
    }

    private static String value(Database of, String query) throws SQLException {
        try (Connection connection = of.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Database on, String... statements) throws SQLException {
        try (Connection connection = on.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
