package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmActorManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Sakila in memory, following a real server. */
@Tag("database")
class FollowTest {
    private static final String SCHEMA = "speedwell_test_follow";
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Database DATABASE = Database.forTests();

    private Speedment app;
    private DataStoreComponent store;
    private Connection connection;

    @BeforeEach
    void load() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        connection = DATABASE.connect(SCHEMA);
        app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url(SCHEMA))
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(SCHEMA)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false") // Speedment would call home
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().follow().build())
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
        store.load();
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        connection.close();
        Lease.reclaim();
    }

    @Test
    void insertsUpdatesAndDeletesAreSeen() throws Exception {
        FilmManager films = app.getOrThrow(FilmManager.class);
        ActorManager actors = app.getOrThrow(ActorManager.class);
        long before = actors.stream().count();
        execute("INSERT INTO actor (first_name, last_name) VALUES ('ADA', 'LOVELACE'), ('ALAN', 'TURING')");
        awaitOwn();
        assertThat(actors.stream().count()).isEqualTo(before + 2);
        assertThat(actors.stream().filter(Actor.LAST_NAME.equal("LOVELACE")).count())
                .isEqualTo(1);

        execute("UPDATE film SET length = 999, title = CONCAT('A NEW ', title) WHERE film_id BETWEEN 10 AND 19");
        awaitOwn();
        assertThat(films.stream().filter(Film.LENGTH.equal(999)).count()).isEqualTo(10);

        execute("DELETE FROM film_actor WHERE actor_id < 50", "DELETE FROM actor WHERE first_name = 'ADA'");
        awaitOwn();
        assertThat(app.getOrThrow(FilmActorManager.class).stream().filter(link -> link.getActorId() < 50))
                .isEmpty();
        assertSameAsDatabase();
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private void awaitOwn() throws InterruptedException {
        assertThat(store.await(connection, LONG))
                .as(() -> store.followStatus().toString())
                .isTrue();
    }

    private void assertSameAsDatabase() throws SQLException {
        for (Manager<?> manager : (Iterable<Manager<?>>) tables()::iterator) {
            ReadBack.assertSameRowsAsJdbc(app, manager, connection);
        }
    }

    private Stream<Manager<?>> tables() {
        return app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> store.getStatistics().tables().stream()
                        .anyMatch(table -> table.name()
                                .endsWith("." + manager.getTableIdentifier().getTableId())));
    }
}
