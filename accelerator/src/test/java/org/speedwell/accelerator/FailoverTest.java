package org.speedwell.accelerator;

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
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Two servers, one a replica of the other: when the first is gone, following goes on from the second, by GTID. */
@Tag("database")
@Timeout(180)
class FailoverTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void followingGoesOnFromAReplica() throws Exception {
        try (Database first = Database.embedded(folder.resolve("first"));
                Database second =
                        Database.embedded(folder.resolve("second"), List.of("--server-id=78", "--log-slave-updates"))) {
            for (Database each : List.of(first, second)) { // which binlogs do not have
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
            Sakila.scale(1).load(first, Progress.none());
            execute(first, "DELETE FROM sakila.payment WHERE payment_id > 2000");
            awaitReplica(first, second);
            Speedment app = application(first, second);
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            store.load();
            long actors = app.getOrThrow(ActorManager.class).stream().count();
            for (int i = 0; i < 20; i++) {
                execute(first, "INSERT INTO sakila.actor (first_name, last_name) VALUES ('OF', 'THE FIRST')");
            }
            awaitReplica(first, second);
            first.close();
            execute(second, "STOP SLAVE");
            for (int i = 0; i < 20; i++) {
                execute(
                        second,
                        "INSERT INTO sakila.actor (first_name, last_name) VALUES ('OF', 'THE SECOND')",
                        "UPDATE sakila.film SET length = length + 1 WHERE film_id < 100");
            }
            try (Connection connection = second.connect(Sakila.SCHEMA)) {
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
    }

    private static Speedment application(Database first, Database second) {
        String url = first.url(Sakila.SCHEMA)
                .replace(":" + first.port(), ":" + first.port() + ",127.0.0.1:" + second.port());
        return new SakilaApplicationBuilder()
                .withConnectionUrl(url)
                .withUsername("follower")
                .withPassword("word")
                .withParam("statistics.scheduler.enabled", "false") // Speedment would call home
                .withSkipLogoPrintout()
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
        String written = value(first, "SELECT @@gtid_binlog_pos");
        Awaitility.await()
                .atMost(LONG)
                .until(() -> value(second, "SELECT @@gtid_binlog_pos").equals(written));
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
