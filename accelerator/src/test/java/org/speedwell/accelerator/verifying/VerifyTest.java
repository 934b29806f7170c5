package org.speedwell.accelerator.verifying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.FaultyProxy.Direction;
import org.speedwell.accelerator.FaultyProxy.Fault;
import org.speedwell.accelerator.FaultyProxy.Kind;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmActor;
import org.speedwell.sakila.FilmActorManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/**
 * Verifies that {@code verify} compares memory with the database at one binlog position and finds differences that the
 * test causes.
 */
@Tag("fault")
@Tag("database")
@Timeout(600)
class VerifyTest {
    private static final String SCHEMA = "speedwell_test_verify";
    private static final long SEED = 20_261_122;

    private FollowedSakila sakila;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila(SCHEMA);
        sakila.start();
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    @Test
    void memoryEqualsTheDatabaseDuringWrites() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Integer> writer = new CompletableFuture<>();
        Thread writing = Thread.ofPlatform().start(() -> {
            try {
                writer.complete(write(isOver));
            } catch (SQLException e) {
                writer.completeExceptionally(e);
            }
        });
        try {
            for (int i = 0; i < 3; i++) {
                Verification verification = sakila.store().verify();
                assertThat(verification.isEqual())
                        .as("seed %d: %s", SEED, verification)
                        .isTrue();
                assertThat(verification.rows()).isGreaterThan(40_000);
                assertThat(verification.tables()).hasSize(16).allMatch(table -> table.rangesThatDiffer() == 0);
            }
        } finally {
            isOver.set(true);
            writing.join();
        }
        assertThat(writer.get()).isPositive();
    }

    /** Commits transactions over several tables until {@code isOver} is true, and returns their number. */
    private int write(AtomicBoolean isOver) throws SQLException {
        SplittableRandom random = new SplittableRandom(SEED);
        int transactions = 0;
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            for (; !isOver.get(); transactions++) {
                int number = random.nextInt(1, 900);
                statement.execute("BEGIN");
                statement.execute("UPDATE film SET length = " + random.nextInt(200) + " WHERE film_id = " + number);
                statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('A " + number + "', 'B')");
                statement.execute("DELETE FROM payment WHERE payment_id = " + number);
                statement.execute("COMMIT");
            }
        }
        return transactions;
    }

    @Test
    void differencesAreNamedByTableKeyAndColumn() throws Exception {
        differ();
        checkDifferences();
        sakila.store().stopFollowing();
        checkDifferences();
    }

    private void checkDifferences() {
        Verification verification = sakila.store().verify();
        assertThat(verification.isEqual()).isFalse();
        assertThat(verification.differences())
                .extracting(Verification.Difference::toString)
                .containsExactlyInAnyOrder(
                        SCHEMA + ".film, film_id = 7, column length: "
                                + film().getLength().orElseThrow() + " in memory, null in the database",
                        SCHEMA + ".film, film_id = 7, column title: " + film().getTitle()
                                + " in memory, ANOTHER in the database",
                        SCHEMA + ".film_text, film_id = 5: in memory, not in the database",
                        SCHEMA + ".language, language_id = 99: missing in memory",
                        SCHEMA + ".film_actor, " + link() + ": in memory, not in the database");
        assertThat(verification.toString()).contains("differences: 5", "film_id = 7", "column title");
        assertThat(verification.unconfirmed()).isZero();
        assertThat(verification.tables())
                .filteredOn(table -> table.rangesThatDiffer() > 0)
                .extracting(Verification.Table::name)
                .contains(SCHEMA + ".film", SCHEMA + ".language");
    }

    /** Returns the primary key of a row of the table whose key has two columns. */
    private String link() {
        FilmActor first = sakila.store().snapshot().stream(FilmActorManager.IDENTIFIER)
                .findFirst()
                .orElseThrow();
        return "actor_id = %d, film_id = %d".formatted(first.getActorId(), first.getFilmId());
    }

    private Film film() {
        return sakila.store().snapshot().stream(FilmManager.IDENTIFIER)
                .filter(Film.FILM_ID.equal(7))
                .findFirst()
                .orElseThrow();
    }

    /** Changes rows without writing to the binlog. */
    private void differ() throws SQLException {
        sakila.execute(
                "SET sql_log_bin = 0",
                "UPDATE film SET title = 'ANOTHER', length = NULL, last_update = last_update WHERE film_id = 7",
                "DELETE FROM film_text WHERE film_id = 5",
                "DELETE FROM film_actor WHERE " + link().replace(",", " AND"),
                "INSERT INTO language (language_id, name) VALUES (99, 'Volapük')",
                "SET sql_log_bin = 1");
    }

    @Test
    void unfollowedVersionIsComparedIfNothingChanged() throws Exception {
        sakila.store().stopFollowing();
        sakila.store().reload();
        assertThat(sakila.store().verify().isEqual()).isTrue();
        sakila.execute("UPDATE film SET length = 1 WHERE film_id = 1");
        assertThatThrownBy(() -> sakila.store().verify())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("Call follow() first, or reload()");
    }

    @Test
    void silentDatabaseEndsVerifyAndReplicationContinues() throws Exception {
        sakila.app().stop();
        Database database = sakila.database();
        try (FaultyProxy proxy = new FaultyProxy(database.host(), database.port())) {
            sakila.use(sakila.builder(
                    database.url(SCHEMA).replace(":" + database.port() + "/", ":" + proxy.port() + "/"),
                    StoreConfiguration.builder()
                            .networkTimeout(Duration.ofSeconds(5))
                            .follow()
                            .build()));
            sakila.store().load();
            for (int bytes : new int[] {0, 100_000}) {
                proxy.inject(new Fault(Kind.STALL, Direction.FROM_SERVER, bytes, true));
                assertThatThrownBy(() -> sakila.store().verify())
                        .as("silent after %d bytes", bytes)
                        .isInstanceOf(DataStoreException.class)
                        .message()
                        .containsAnyOf(
                                "No connection to database",
                                "The database failed during the comparison",
                                "Read timed out",
                                "cannot be read from the database");
                proxy.heal();
            }
            sakila.execute("UPDATE film SET length = 1 WHERE film_id = 1");
            sakila.awaitOwn();
            assertThat(sakila.store().verify().isEqual()).isTrue();
            sakila.app().stop();
        }
    }

    @Test
    void interruptEndsVerify() {
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> sakila.store().verify((table, rows, estimate, phase) -> {
                    told.incrementAndGet();
                    Thread.currentThread().interrupt();
                }))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(told.get()).isPositive();
        assertThat(sakila.store().verify().isEqual()).isTrue();
    }
}
