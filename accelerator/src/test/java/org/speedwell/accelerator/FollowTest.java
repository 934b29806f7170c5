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
import org.junit.jupiter.api.Timeout;
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
@Timeout(120)
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

    /** InnoDB changes rows that reference others, and logs nothing of it. */
    @Test
    void rowsThatReferenceOthersAreChangedWithThem() throws Exception {
        store.stopFollowing();
        execute(
                rule("inventory", "fk_inventory_film", "film_id", "film", "ON UPDATE CASCADE ON DELETE CASCADE"),
                rule("film_actor", "fk_film_actor_film", "film_id", "film", "ON UPDATE CASCADE ON DELETE CASCADE"),
                rule(
                        "film_category",
                        "fk_film_category_film",
                        "film_id",
                        "film",
                        "ON UPDATE CASCADE ON DELETE CASCADE"),
                rule(
                        "rental",
                        "fk_rental_inventory",
                        "inventory_id",
                        "inventory",
                        "ON UPDATE CASCADE ON DELETE CASCADE"),
                rule("payment", "fk_payment_rental", "rental_id", "rental", "ON UPDATE CASCADE ON DELETE SET NULL"),
                "ALTER TABLE film DROP FOREIGN KEY fk_film_original_language",
                "ALTER TABLE film ADD CONSTRAINT fk_film_original_language FOREIGN KEY (original_language_id)"
                        + " REFERENCES language (language_id) ON UPDATE CASCADE ON DELETE SET NULL",
                "UPDATE film SET original_language_id = 1 + film_id % 6");
        store.reload();
        store.follow();

        execute("DELETE FROM film WHERE film_id BETWEEN 100 AND 140");
        awaitOwn();
        assertSameAsDatabase();
        execute(
                "UPDATE film SET film_id = film_id + 20000 WHERE film_id BETWEEN 200 AND 220",
                "UPDATE actor SET actor_id = 20000 WHERE actor_id = 7",
                "UPDATE language SET language_id = 77 WHERE language_id = 1",
                "UPDATE film SET language_id = 77 WHERE language_id = 5",
                "DELETE FROM language WHERE language_id = 5",
                "UPDATE customer SET customer_id = 30001 WHERE customer_id = 11");
        awaitOwn();
        assertSameAsDatabase();
        execute("BEGIN");
        execute(
                "DELETE FROM film WHERE film_id = 1",
                "INSERT INTO film (film_id, title, language_id, rental_duration, rental_rate, replacement_cost)"
                        + " VALUES (1, 'AGAIN', 2, 3, 4.99, 20.99)",
                "INSERT INTO inventory (film_id, store_id) VALUES (1, 1), (1, 2)",
                "COMMIT");
        awaitOwn();
        assertSameAsDatabase();
        execute("SET foreign_key_checks = 0", "DELETE FROM film WHERE film_id = 2", "SET foreign_key_checks = 1");
        awaitOwn();
        assertSameAsDatabase();
        assertThat(store.followStatus().orElseThrow().reloads()).isZero();
    }

    private static String rule(String table, String constraint, String column, String parent, String rules) {
        return "ALTER TABLE %s DROP FOREIGN KEY %s, ADD CONSTRAINT %s_new FOREIGN KEY (%s) REFERENCES %s (%s) %s"
                .formatted(table, constraint, constraint, column, parent, column, rules);
    }

    @Test
    void aTransactionIsSeenWholeOrNotAtAll() throws Exception {
        ActorManager actors = app.getOrThrow(ActorManager.class);
        long before = actors.stream().count();
        execute("BEGIN", "INSERT INTO actor (first_name, last_name) VALUES ('A', 'ONE')", "ROLLBACK");
        execute(
                "BEGIN",
                "INSERT INTO actor (first_name, last_name) VALUES ('B', 'TWO')",
                "SAVEPOINT here",
                "INSERT INTO actor (first_name, last_name) VALUES ('C', 'THREE')",
                "ROLLBACK TO SAVEPOINT here",
                "COMMIT");
        awaitOwn();
        assertThat(actors.stream().count()).isEqualTo(before + 1);
        execute(
                "XA START 'one'",
                "INSERT INTO actor (first_name, last_name) VALUES ('D', 'FOUR')",
                "XA END 'one'",
                "XA PREPARE 'one'");
        try (Connection other = DATABASE.connect(SCHEMA);
                Statement statement = other.createStatement()) {
            statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('E', 'FIVE')");
        }
        assertThat(store.await(LONG)).isTrue();
        assertThat(actors.stream().count()).isEqualTo(before + 2);
        execute("XA COMMIT 'one'");
        assertThat(store.await(LONG)).isTrue();
        assertThat(actors.stream().count()).isEqualTo(before + 3);
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
