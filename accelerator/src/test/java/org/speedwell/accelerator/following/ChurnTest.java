package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.FilmTextManager;

/**
 * Inserts and deletes texts in replicated tables. Memory stays flat and within the budget; the status names a table
 * that does not fit.
 */
@Tag("fault")
@Tag("database")
@Timeout(7_200)
class ChurnTest {
    private static final String SCHEMA = "speedwell_test_churn";
    private static final int ROUNDS = Integer.getInteger("speedwell.churnRounds", 60);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123L);
    private static final Duration LONG = Duration.ofSeconds(60);

    /** The number of rounds before the first measurement of memory. By then the tables have been compacted. */
    private static final int WARM_UP = 20;

    private FollowedSakila sakila;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila(SCHEMA);
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    @Test
    void memoryStaysFlat() throws Exception {
        sakila.start();
        SplittableRandom random = new SplittableRandom(SEED);
        long most = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            sakila.execute(
                    "UPDATE film SET title = CONCAT(REPEAT(LEFT(SHA2(RAND(" + random.nextInt()
                            + "), 256), 32), 3), film_id)," + " description = REPEAT(LEFT(SHA2(RAND(), 256), 32), 10)",
                    "REPLACE INTO actor (actor_id, first_name, last_name)"
                            + " SELECT 1000 + film_id, LEFT(SHA2(RAND(), 256), 32), LEFT(SHA2(RAND(), 256), 32) FROM film",
                    "DELETE FROM actor WHERE actor_id > 200 AND RAND(" + random.nextInt() + ") < 0.7",
                    "INSERT INTO film_text (film_id, title, description) SELECT 10000 + film_id, LEFT(SHA2(RAND(), 256), 32),"
                            + " REPEAT(LEFT(SHA2(RAND(), 256), 32), 20) FROM film",
                    "DELETE FROM film_text WHERE film_id > 10000");
            sakila.awaitOwn();
            if (round % 100 == 0) { // an hour of binlog would fill the disk
                sakila.execute("FLUSH BINARY LOGS", "PURGE BINARY LOGS BEFORE NOW()");
            }
            long bytes = sakila.store().bytes();
            if (round <= WARM_UP) {
                most = Math.max(most, bytes);
            } else {
                assertThat(bytes).as("seed %d, round %d", SEED, round).isLessThan(most + most / 2);
            }
        }
        sakila.assertSameAsDatabase();
        long limit = most * 3;
        await().atMost(LONG).until(() -> {
            Lease.reclaim();
            return sakila.store().bytes() + sakila.store().formerBytes() < limit;
        });
        assertThat(sakila.store().followStatus().orElseThrow().reloads()).isZero();
    }

    @Test
    void textsOfDeletedRowsAreFreed() throws Exception {
        sakila.start();
        sakila.execute("DELETE FROM film_text");
        sakila.awaitOwn();
        long empty = bytes("film_text");
        for (int i = 0; i < 8; i++) {
            sakila.execute(
                    "INSERT INTO film_text SELECT film_id, LEFT(SHA2(RAND(), 256), 32), REPEAT(LEFT(SHA2(RAND(), 256), 32), 60) FROM film");
            sakila.awaitOwn();
            sakila.execute("DELETE FROM film_text");
            sakila.awaitOwn();
        }

        assertThat(bytes("film_text")).isLessThan(empty + (3L << 20));
    }

    private long bytes(String table) {
        return sakila.store().getStatistics().tables().stream()
                .filter(known -> known.name().endsWith("." + table))
                .flatMap(known -> known.columns().stream())
                .mapToLong(StoreStatistics.ColumnStatistics::bytes)
                .sum();
    }

    @Test
    void tableBeyondTheBudgetStopsAndIsReloadedWhenItFits() throws Exception {
        sakila.start();
        long budget = sakila.store().bytes() + (3L << 20);
        sakila.app().stop();
        sakila.start(StoreConfiguration.builder().follow().memoryBudget(budget).build());
        DataStoreComponent store = sakila.store();
        for (int i = 0; i < 60 && isFollowed(); i++) {
            sakila.execute(
                    "INSERT INTO actor (first_name, last_name) SELECT LEFT(CONCAT(LEFT(SHA2(RAND(), 256), 32), LEFT(SHA2(RAND(), 256), 32)), 45),"
                            + " LEFT(CONCAT(LEFT(SHA2(RAND(), 256), 32), LEFT(SHA2(RAND(), 256), 32)), 45) FROM film");
            store.await(Duration.ofSeconds(1));
        }
        await().atMost(LONG).until(() -> !isFollowed());
        assertThat(store.followStatus().orElseThrow().stopped().values())
                .singleElement()
                .asString()
                .contains("actor does not fit: ", "the memory budget allows", "Raise memoryBudget");
        sakila.execute("UPDATE film SET length = 77 WHERE film_id = 1");
        FilmManager films = sakila.app().getOrThrow(FilmManager.class);
        await().atMost(LONG)
                .until(() ->
                        films.stream().findFirst().orElseThrow().getLength().orElse(0) == 77);

        sakila.execute(
                "INSERT INTO actor (first_name, last_name) SELECT LEFT(SHA2(RAND(), 256), 45), LEFT(SHA2(RAND(), 256), 45)"
                        + " FROM film JOIN (SELECT 1 FROM film LIMIT 20) AS times",
                "ALTER TABLE actor ENGINE = InnoDB",
                "UPDATE film SET length = 78 WHERE film_id = 1");
        assertThat(store.await(films, LONG)).as(() -> status().toString()).isTrue();
        assertThatThrownBy(() -> store.reload(sakila.app().getOrThrow(ActorManager.class)))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("actor does not fit: ");

        sakila.execute("DELETE FROM actor WHERE actor_id > 200", "ANALYZE TABLE actor");
        store.reload(sakila.app().getOrThrow(ActorManager.class));
        assertThat(isFollowed()).isTrue();
        sakila.execute("UPDATE actor SET first_name = 'A' WHERE actor_id = 1");
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
    }

    @Test
    void stoppedTableResumesOnceItFits() throws Exception {
        sakila.start();
        long budget = sakila.store().bytes() + (3L << 20);
        sakila.app().stop();
        sakila.start(StoreConfiguration.builder()
                .follow(FollowConfiguration.builder()
                        .retry(Duration.ofMillis(200))
                        .build())
                .memoryBudget(budget)
                .build());
        sakila.execute(
                "INSERT INTO actor (first_name, last_name) SELECT LEFT(SHA2(RAND(), 256), 45), LEFT(SHA2(RAND(), 256), 45)"
                        + " FROM film JOIN (SELECT 1 FROM film LIMIT 60) AS times");
        await().atMost(LONG).until(() -> !isFollowed());
        sakila.execute("DELETE FROM actor WHERE actor_id > 200", "ANALYZE TABLE actor");
        await().atMost(LONG).until(this::isFollowed);
        sakila.awaitOwn();
        sakila.assertSameAsDatabase();
    }

    /** Verifies a reload whose rows grow. The server's estimate counts rows, but not the bytes of their texts. */
    @Test
    void reloadWithFewerAndLargerRowsIsRefusedAtTheBudget() throws Exception {
        sakila.execute(
                "DELETE FROM film_text",
                "INSERT INTO film_text (film_id, title, description) SELECT 1 + a.film_id + 1000 * b.number,"
                        + " LEFT(SHA2(RAND(), 256), 20), LEFT(SHA2(RAND(), 256), 20)"
                        + " FROM film AS a JOIN (SELECT film_id AS number FROM film WHERE film_id <= 30) AS b");
        sakila.start(onlyTexts().build());
        long budget = 3 * sakila.store().bytes();
        sakila.app().stop();
        sakila.start(onlyTexts().memoryBudget(budget).build());
        sakila.execute(
                "DELETE FROM film_text WHERE film_id > 12000",
                "UPDATE film_text SET description = REPEAT(LEFT(SHA2(RAND(), 256), 32), 64)",
                "ANALYZE TABLE film_text");

        assertThatThrownBy(() -> sakila.store().reload())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("does not fit: ");
        assertThat(sakila.app().getOrThrow(FilmTextManager.class).stream().count())
                .isEqualTo(30_000);
        await().atMost(LONG).until(() -> {
            Lease.reclaim();
            return sakila.store().bytes() + sakila.store().formerBytes() <= budget;
        });
    }

    /** Returns a configuration that loads only the table of texts. */
    private StoreConfiguration.Builder onlyTexts() {
        StoreConfiguration.Builder configuration = StoreConfiguration.builder();
        Speedment plain = sakila.plain();
        plain.getOrThrow(ManagerComponent.class).stream()
                .map(Manager::getTableIdentifier)
                .filter(table -> !table.equals(FilmTextManager.IDENTIFIER))
                .forEach(configuration::withoutTable);
        plain.stop();
        return configuration;
    }

    private FollowStatus status() {
        return sakila.store().followStatus().orElseThrow();
    }

    private boolean isFollowed() {
        return status().stopped().isEmpty();
    }
}
