package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.Reference;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StaleMemoryException;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmActorManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.InventoryManager;

/** Verifies Sakila in memory, replicated from a real server. */
@Tag("database")
@Timeout(600)
class FollowTest {
    private static final String SCHEMA = "speedwell_test_follow";
    private static final Duration LONG = Duration.ofMinutes(2);

    private FollowedSakila sakila;
    private DataStoreComponent store;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila(SCHEMA);
        sakila.start();
        store = sakila.store();
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    @Test
    void insertsUpdatesAndDeletesAreSeen() throws Exception {
        FilmManager films = sakila.app().getOrThrow(FilmManager.class);
        ActorManager actors = sakila.app().getOrThrow(ActorManager.class);
        long before = actors.stream().count();
        sakila.execute("INSERT INTO actor (first_name, last_name) VALUES ('ADA', 'LOVELACE'), ('ALAN', 'TURING')");
        sakila.awaitOwn();
        assertThat(actors.stream().count()).isEqualTo(before + 2);
        assertThat(actors.stream().filter(Actor.LAST_NAME.equal("LOVELACE")).count())
                .isEqualTo(1);

        sakila.execute("UPDATE film SET length = 999, title = CONCAT('A NEW ', title) WHERE film_id BETWEEN 10 AND 19");
        sakila.awaitOwn();
        assertThat(films.stream().filter(Film.LENGTH.equal(999)).count()).isEqualTo(10);

        sakila.execute("DELETE FROM film_actor WHERE actor_id < 50", "DELETE FROM actor WHERE first_name = 'ADA'");
        sakila.awaitOwn();
        assertThat(sakila.app().getOrThrow(FilmActorManager.class).stream().filter(link -> link.getActorId() < 50))
                .isEmpty();
        sakila.assertSameAsDatabase();
    }

    @Test
    void formerVersionsStayForTheKeepTime() throws Exception {
        sakila.app().stop();
        sakila.start(StoreConfiguration.builder()
                .follow()
                .keep(Duration.ofMinutes(10))
                .build());
        store = sakila.store();
        sakila.execute("UPDATE film SET length = 1");
        sakila.awaitOwn();
        Position ones = store.position().orElseThrow();
        sakila.execute("UPDATE film SET length = 2");
        sakila.awaitOwn();
        assertThat(store.snapshotAt(ones).stream(FilmManager.IDENTIFIER)
                        .filter(Film.LENGTH.equal(1))
                        .count())
                .isEqualTo(1_000);
        sakila.execute("UPDATE film SET length = 3 WHERE film_id = 17", "DELETE FROM film_text WHERE film_id = 18");
        sakila.awaitOwn();
        FilmManager films = sakila.app().getOrThrow(FilmManager.class);
        assertThat(store.changes(films, store.snapshotAt(ones), store.snapshot())
                        .filter(row -> row.before().orElseThrow().getLength().orElseThrow() == 1)
                        .filter(row -> row.after().orElseThrow().getLength().orElseThrow() > 1)
                        .filter(row -> row.kind() == RowChange.Kind.UPDATE))
                .hasSize(1_000);
        sakila.execute("UPDATE film SET length = 2 WHERE film_id = 17");
        sakila.awaitOwn();
        assertThat(store.snapshotAt(Instant.now().plusSeconds(60)).stream(FilmManager.IDENTIFIER)
                        .filter(Film.LENGTH.equal(2))
                        .count())
                .isEqualTo(1_000);
        assertThatThrownBy(() -> store.snapshotAt(Instant.EPOCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("StoreConfiguration.keep");
    }

    @Test
    void bytesOfFormerVersionsAreReported() throws Exception {
        await("little beside a version that was just loaded").atMost(LONG).until(() -> {
            Lease.reclaim();
            return store.formerBytes() < store.bytes() / 100;
        });
        SnapshotView held = store.snapshot();
        for (int i = 1; i <= 3; i++) {
            sakila.execute("UPDATE film SET length = " + i + ", title = CONCAT(" + i + ", title)");
            sakila.awaitOwn();
        }
        assertThat(store.formerBytes()).isGreaterThan(store.bytes() / 20);
        assertThat(store.getStatistics().prettyPrint()).contains("of former versions");
        assertThat(held.stream(FilmManager.IDENTIFIER)
                        .filter(Film.LENGTH.equal(3))
                        .count())
                .isLessThan(1_000);
        Reference.reachabilityFence(held);

        await().atMost(LONG).until(() -> {
            Lease.reclaim();
            return store.formerBytes() < store.bytes() / 20; // a load's memory stays while any part of it is in use
        });
    }

    @Test
    void deletedRowsFreeTheirMemory() throws Exception {
        InventoryManager copies = sakila.app().getOrThrow(InventoryManager.class);
        long before = copies.stream().count();
        sakila.execute(
                "INSERT INTO inventory (film_id, store_id) SELECT 7, 1 FROM payment CROSS JOIN language LIMIT 70000");
        sakila.awaitOwn();
        assertThat(copies.stream().count()).isEqualTo(before + 70_000);
        long full = bytesOfInventory();
        sakila.execute("DELETE FROM inventory WHERE inventory_id > " + before);
        sakila.awaitOwn();
        assertThat(bytesOfInventory()).isLessThan(full / 5);
        sakila.execute("UPDATE inventory SET store_id = 2 WHERE inventory_id < 10");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
    }

    private long bytesOfInventory() {
        return store.getStatistics().tables().stream()
                .filter(table -> table.name().endsWith(".inventory"))
                .mapToLong(StoreStatistics.TableStatistics::bytes)
                .sum();
    }

    @Test
    void outdatedMemoryFailsOrFallsBackToTheDatabase() throws Exception {
        assertThat(store.age()).isLessThan(LONG);
        sakila.app().stop();
        StoreConfiguration.Builder soon = StoreConfiguration.builder().maxAge(Duration.ofNanos(1), NotLoaded.FAIL);
        sakila.start(soon.build());
        ActorManager actors = sakila.app().getOrThrow(ActorManager.class);
        assertThatThrownBy(actors::stream)
                .isInstanceOf(StaleMemoryException.class)
                .hasMessageContaining("follow()");
        sakila.app().stop();
        sakila.start(soon.maxAge(Duration.ofNanos(1), NotLoaded.SQL).build());
        sakila.execute("DELETE FROM film_actor", "DELETE FROM actor");
        assertThat(sakila.app().getOrThrow(ActorManager.class).stream().count()).isZero();
    }

    @Test
    void allMissingServerSettingsAreReportedAtOnce() throws Exception {
        store.stopFollowing();
        sakila.execute("SET GLOBAL binlog_row_image = 'MINIMAL'", "SET GLOBAL binlog_row_metadata = 'MINIMAL'");
        try {
            assertThatThrownBy(store::follow)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("SET GLOBAL binlog_row_image = 'FULL'")
                    .hasMessageContaining("SET GLOBAL binlog_row_metadata = 'FULL'");
        } finally {
            sakila.execute("SET GLOBAL binlog_row_image = 'FULL'", "SET GLOBAL binlog_row_metadata = 'FULL'");
        }
        assertThat(store.followStatus()).isEmpty();
        store.follow();
        try (Connection partial = sakila.connect();
                Statement statement = partial.createStatement()) {
            statement.execute("SET SESSION binlog_row_image = 'MINIMAL'");
            statement.execute("UPDATE film SET length = 77 WHERE film_id = 7");
        }
        sakila.awaitAll(); // the event cannot be decoded, so the store reloads all tables
        assertThat(store.followStatus().orElseThrow().reloads()).isEqualTo(1);
        sakila.assertSameAsDatabase();
    }

    @Test
    void versionWithoutReplicationIsServedAndStatusNamesTheProblem() throws Exception {
        sakila.app().stop();
        sakila.execute("SET GLOBAL binlog_row_image = 'MINIMAL'");
        try {
            assertThatThrownBy(sakila::start).hasMessageContaining("SET GLOBAL binlog_row_image = 'FULL'");
            store = sakila.store();
            FollowStatus status = store.followStatus().orElseThrow();
            assertThat(status.phase()).isEqualTo(FollowStatus.Phase.STOPPED);
            assertThat(status.problem().orElseThrow()).contains("SET GLOBAL binlog_row_image = 'FULL'");
            assertThat(status.position()).isEqualTo(store.position().orElseThrow());
            assertThat(store.version()).isEqualTo(1);
        } finally {
            sakila.execute("SET GLOBAL binlog_row_image = 'FULL'");
        }
        store.follow();
        assertThat(store.followStatus().orElseThrow().problem()).isEmpty();
        store.stopFollowing();
        assertThat(store.followStatus()).isEmpty();
    }

    @Test
    void versionWithoutReplicationIsReloadedBySchedule() throws Exception {
        sakila.app().stop();
        sakila.execute("SET GLOBAL binlog_row_image = 'MINIMAL'");
        try {
            assertThatThrownBy(() -> sakila.start(StoreConfiguration.builder()
                            .follow()
                            .reloadEvery(Duration.ofMillis(50))
                            .build()))
                    .hasMessageContaining("cannot be followed");
            await().atMost(LONG).until(() -> sakila.store().version() > 1);
        } finally {
            sakila.execute("SET GLOBAL binlog_row_image = 'FULL'");
        }
    }

    /** Verifies foreign-key cascades. InnoDB changes referencing rows without logging them. */
    @Test
    void foreignKeyCascadesChangeReferencingRows() throws Exception {
        store.stopFollowing();
        sakila.execute(
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

        sakila.execute("DELETE FROM film WHERE film_id BETWEEN 100 AND 140");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        sakila.execute(
                "UPDATE film SET film_id = film_id + 20000 WHERE film_id BETWEEN 200 AND 220",
                "UPDATE actor SET actor_id = 20000 WHERE actor_id = 7",
                "UPDATE language SET language_id = 77 WHERE language_id = 1",
                "UPDATE film SET language_id = 77 WHERE language_id = 5",
                "DELETE FROM language WHERE language_id = 5",
                "UPDATE customer SET customer_id = 30001 WHERE customer_id = 11");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        sakila.execute("BEGIN");
        sakila.execute(
                "DELETE FROM film WHERE film_id = 1",
                "INSERT INTO film (film_id, title, language_id, rental_duration, rental_rate, replacement_cost)"
                        + " VALUES (1, 'AGAIN', 2, 3, 4.99, 20.99)",
                "INSERT INTO inventory (film_id, store_id) VALUES (1, 1), (1, 2)",
                "COMMIT");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        sakila.execute(
                "SET foreign_key_checks = 0", "DELETE FROM film WHERE film_id = 2", "SET foreign_key_checks = 1");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
        assertThat(store.followStatus().orElseThrow().reloads()).isZero();
    }

    /** Verifies a binlog that starts when the server had other foreign keys than now. */
    @Test
    void cascadesAreRightAfterUnreadForeignKeyChanges() throws Exception {
        store.stopFollowing();
        sakila.execute(rule("film_actor", "fk_film_actor_actor", "actor_id", "actor", "ON DELETE CASCADE"));
        store.reload();
        sakila.execute(
                "DELETE FROM actor WHERE actor_id = 7",
                "ALTER TABLE film_actor DROP FOREIGN KEY fk_film_actor_actor_new");
        store.follow();
        sakila.awaitAll();
        sakila.assertSameAsDatabase();

        store.stopFollowing();
        sakila.execute(
                "DELETE FROM actor WHERE actor_id = 8",
                "INSERT INTO actor (actor_id, first_name, last_name) VALUES (8, 'THE', 'SAME')",
                "ALTER TABLE film_actor ADD CONSTRAINT fk_later FOREIGN KEY (actor_id) REFERENCES actor (actor_id)"
                        + " ON DELETE CASCADE");
        store.follow();
        sakila.awaitAll();
        sakila.assertSameAsDatabase();
    }

    @Test
    void temporaryForeignKeyRuleIsNotMissed() throws Exception {
        String there = "ALTER TABLE film DROP FOREIGN KEY fk_a, ADD CONSTRAINT fk_b FOREIGN KEY (original_language_id)"
                + " REFERENCES language (language_id) ON DELETE CASCADE";
        String back = "ALTER TABLE film DROP FOREIGN KEY fk_b, ADD CONSTRAINT fk_a FOREIGN KEY (original_language_id)"
                + " REFERENCES language (language_id) ON DELETE SET NULL";
        store.stopFollowing();
        sakila.execute(
                "SET foreign_key_checks = 0",
                "DELETE FROM inventory",
                "DELETE FROM film_actor",
                "DELETE FROM film_category",
                "SET foreign_key_checks = 1",
                "UPDATE film SET language_id = 1, original_language_id = 1 + film_id % 6",
                back.replace("FOREIGN KEY fk_b,", "FOREIGN KEY fk_film_original_language,"));
        store.reload();
        sakila.execute(there, "DELETE FROM language WHERE language_id = 5", back);
        store.follow();
        sakila.awaitAll();
        sakila.assertSameAsDatabase();
    }

    @Test
    void statementThatDeletesReferencedRowsReloadsReferencingTables() throws Exception {
        store.stopFollowing();
        sakila.execute(rule("film_actor", "fk_film_actor_actor", "actor_id", "actor", "ON DELETE CASCADE"));
        store.reload();
        store.follow();
        sakila.execute(
                "SET SESSION binlog_format = 'STATEMENT'",
                "DELETE FROM actor WHERE actor_id = 9",
                "SET SESSION binlog_format = 'ROW'");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
    }

    private static String rule(String table, String constraint, String column, String parent, String rules) {
        return "ALTER TABLE %s DROP FOREIGN KEY %s, ADD CONSTRAINT %s_new FOREIGN KEY (%s) REFERENCES %s (%s) %s"
                .formatted(table, constraint, constraint, column, parent, column, rules);
    }

    @Test
    void transactionIsVisibleWholeOrNotAtAll() throws Exception {
        ActorManager actors = sakila.app().getOrThrow(ActorManager.class);
        long before = actors.stream().count();
        sakila.execute("BEGIN", "INSERT INTO actor (first_name, last_name) VALUES ('A', 'ONE')", "ROLLBACK");
        sakila.execute(
                "BEGIN",
                "INSERT INTO actor (first_name, last_name) VALUES ('B', 'TWO')",
                "SAVEPOINT here",
                "INSERT INTO actor (first_name, last_name) VALUES ('C', 'THREE')",
                "ROLLBACK TO SAVEPOINT here",
                "COMMIT");
        sakila.awaitOwn();
        assertThat(actors.stream().count()).isEqualTo(before + 1);
        sakila.execute(
                "XA START 'one'",
                "INSERT INTO actor (first_name, last_name) VALUES ('D', 'FOUR')",
                "XA END 'one'",
                "XA PREPARE 'one'");
        try (Connection other = sakila.connect();
                Statement statement = other.createStatement()) {
            statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('E', 'FIVE')");
        }
        assertThat(store.await(LONG)).isTrue();
        assertThat(actors.stream().count()).isEqualTo(before + 2);
        sakila.execute("XA COMMIT 'one'");
        assertThat(store.await(LONG)).isTrue();
        assertThat(actors.stream().count()).isEqualTo(before + 3);
        sakila.assertSameAsDatabase();
    }
}
