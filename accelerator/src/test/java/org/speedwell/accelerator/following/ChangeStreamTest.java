package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.Position;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Country;
import org.speedwell.sakila.CountryManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmListManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Verifies streams of row changes from the binlog of a real server. The test loads no tables. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
@Timeout(600)
class ChangeStreamTest {
    private static final String SCHEMA = "speedwell_test_changes";
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_125L);
    private static final Database DATABASE = Database.forTests();

    private static FaultyProxy proxy;
    private Speedment app;
    private DataStoreComponent store;
    private ActorManager actors;
    private CountryManager countries;
    private FilmManager films;
    private Connection connection;

    @BeforeAll
    static void create() throws Exception {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        proxy = new FaultyProxy(DATABASE.host(), DATABASE.port());
    }

    @AfterAll
    static void drop() throws SQLException {
        proxy.close();
        try (Connection own = DATABASE.connect()) {
            own.createStatement().execute("DROP DATABASE " + SCHEMA);
        }
    }

    @BeforeEach
    void start() throws SQLException {
        connection = DATABASE.connect(SCHEMA);
        String url = DATABASE.url(SCHEMA).replace(":" + DATABASE.port() + "/", ":" + proxy.port() + "/");
        assertThat(url).contains(":" + proxy.port());
        app = SakilaApp.at(url, DATABASE, SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .storeNotLoaded(NotLoaded.SQL)
                                .withoutColumn(Film.DESCRIPTION)
                                .withoutTable(ActorManager.IDENTIFIER)
                                .follow(FollowConfiguration.builder()
                                        .retry(Duration.ofMillis(100))
                                        .build())
                                .build())
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
        actors = app.getOrThrow(ActorManager.class);
        countries = app.getOrThrow(CountryManager.class);
        films = app.getOrThrow(FilmManager.class);
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        connection.close();
        Lease.reclaim();
    }

    @Test
    void insertsUpdatesAndDeletesAreTyped() throws Exception {
        try (ChangeStream changes = store.changes(List.of(actors))) {
            int id = insertActor("ADA", "LOVELACE");
            execute(
                    "UPDATE actor SET last_name = 'KING' WHERE actor_id = " + id,
                    "DELETE FROM actor WHERE actor_id = " + id);

            RowChange<Actor> inserted = only(changes, actors);
            assertThat(inserted.kind()).isEqualTo(RowChange.Kind.INSERT);
            assertThat(inserted.table()).isEqualTo(ActorManager.IDENTIFIER);
            assertThat(inserted.before()).isEmpty();
            assertThat(inserted.row().getActorId()).isEqualTo(id);
            assertThat(inserted.row().getFirstName()).isEqualTo("ADA");
            RowChange<Actor> updated = only(changes, actors);
            assertThat(updated.kind()).isEqualTo(RowChange.Kind.UPDATE);
            assertThat(updated.before().map(Actor::getLastName)).hasValue("LOVELACE");
            assertThat(updated.after().map(Actor::getLastName)).hasValue("KING");
            assertThat(RowChange.whereBefore(Actor.LAST_NAME.equal("LOVELACE"))).accepts(updated);
            assertThat(RowChange.whereAfter(Actor.LAST_NAME.equal("LOVELACE")))
                    .rejects(updated)
                    .accepts(inserted);
            RowChange<Actor> deleted = only(changes, actors);
            assertThat(deleted.kind()).isEqualTo(RowChange.Kind.DELETE);
            assertThat(deleted.after()).isEmpty();
            assertThat(deleted.row().getLastName()).isEqualTo("KING");
            assertThat(List.of(inserted.transaction(), updated.transaction(), deleted.transaction()))
                    .doesNotHaveDuplicates();
            assertThat(inserted.as(countries)).isEmpty();
        }
    }

    /** Verifies that changes contain columns that the store omits, with the values that SQL returns. */
    @Test
    void changesHaveAllColumnsWithSqlValues() throws Exception {
        try (ChangeStream changes = store.changes(List.of(films))) {
            execute("UPDATE film SET rental_duration = rental_duration + 1 WHERE film_id <= 700");
            List<Film> after = next(changes).changes(films).map(RowChange::row).toList();
            assertThat(after).hasSize(700);
            assertThat(after)
                    .allSatisfy(film -> assertThat(film.getDescription()).isPresent());
            List<String> bySql = films.stream() // reads from the database, as nothing is loaded
                    .filter(Film.FILM_ID.lessOrEqual(700))
                    .sorted(Film.FILM_ID)
                    .map(Film::toString)
                    .toList();
            assertThat(after).extracting(Film::toString).isEqualTo(bySql);
        }
    }

    /**
     * Verifies that transactions over several tables arrive whole and in commit order. A rollback produces no changes.
     */
    @Test
    void transactionsAreWholeAndInOrder() throws Exception {
        try (ChangeStream changes = store.changes(List.of(actors, countries))) {
            connection.setAutoCommit(false);
            List<List<String>> expected = new ArrayList<>();
            Random random = new Random(SEED);
            for (int i = 0; i < 200; i++) {
                List<String> own = new ArrayList<>();
                for (int n = random.nextInt(4); n >= 0; n--) {
                    own.add(change(random.nextBoolean(), i + "." + n));
                }
                switch (random.nextInt(4)) {
                    case 0 -> {
                        connection.rollback();
                        own.clear();
                    }
                    case 1 -> {
                        execute("SAVEPOINT here");
                        change(random.nextBoolean(), i + ".none");
                        execute("ROLLBACK TO here", "UPDATE language SET last_update = NOW()");
                        connection.commit();
                    }
                    default -> connection.commit();
                }
                if (!own.isEmpty()) {
                    expected.add(own);
                }
            }
            connection.setAutoCommit(true);
            Instant last = Instant.EPOCH;
            for (List<String> transaction : expected) {
                ChangeSet set = next(changes);
                List<RowChange<?>> rows = set.changes().toList();
                assertThat(rows.stream().map(ChangeStreamTest::name))
                        .as("-Dspeedwell.seed=" + SEED)
                        .isEqualTo(transaction);
                assertThat(rows).allSatisfy(row -> {
                    assertThat(row.transaction()).isEqualTo(set.transaction());
                    assertThat(row.committedAt()).isEqualTo(set.committedAt());
                });
                assertThat(set.committedAt()).isAfterOrEqualTo(last);
                last = set.committedAt();
            }
            assertThat(last).isCloseTo(Instant.now(), within(60, ChronoUnit.SECONDS));
            assertThat(changes.poll(Duration.ZERO)).isEmpty();
        }
    }

    private String change(boolean isActor, String name) throws SQLException {
        execute(
                isActor
                        ? "INSERT INTO actor (first_name, last_name) VALUES ('" + name + "', 'X')"
                        : "INSERT INTO country (country) VALUES ('" + name + "')");
        return (isActor ? "actor " : "country ") + name;
    }

    private static String name(RowChange<?> change) {
        return change.row() instanceof Actor actor
                ? "actor " + actor.getFirstName()
                : "country " + ((Country) change.row()).getCountry();
    }

    /** Verifies that reading from the position of each set returns exactly the later sets. */
    @Test
    void readingResumesFromAnyPosition() throws Exception {
        List<Position> positions = new ArrayList<>();
        try (ChangeStream changes = store.changes(List.of(countries))) {
            positions.add(changes.position());
            for (int i = 0; i < 12; i++) {
                execute(
                        "INSERT INTO country (country) VALUES ('C" + i + "')",
                        "DELETE FROM language WHERE name = 'none'");
                positions.add(next(changes).position());
            }
        }
        for (int i = 0; i < 12; i++) {
            try (ChangeStream again = store.changes(positions.get(i), List.of(countries))) {
                for (int n = i; n < 12; n++) {
                    assertThat(only(again, countries).row().getCountry()).isEqualTo("C" + n);
                }
                assertThat(again.position().gtids())
                        .isEqualTo(positions.getLast().gtids());
            }
        }
    }

    /** Verifies that the position advances while other tables change. */
    @Test
    void otherTransactionsMoveThePosition() throws Exception {
        try (ChangeStream changes = store.changes(List.of(actors))) {
            insertActor("BEFORE", "X");
            Position before = next(changes).position();
            execute("UPDATE language SET last_update = '2001-01-01'", "UPDATE language SET last_update = '2001-01-02'");
            try (ChangeStream end = store.changes(List.of(actors))) {
                Position to = end.position();
                long deadline = System.nanoTime() + LONG.toNanos();
                while (!changes.position().equals(to)) {
                    assertThat(changes.poll(Duration.ofMillis(10))).isEmpty();
                    assertThat(System.nanoTime())
                            .as("%s, %s", changes.position(), to)
                            .isLessThan(deadline);
                }
                assertThat(to).isNotEqualTo(before);
            }
        }
    }

    /** Verifies a transaction of 200,000 rows. Few of them are in memory at a time. */
    @Test
    void largeTransactionIsWhole() throws Exception {
        int rows = 200_000;
        InventoryManager inventory = app.getOrThrow(InventoryManager.class);
        try (ChangeStream changes = store.changes(List.of(inventory))) {
            execute("INSERT INTO inventory (film_id, store_id) SELECT 1 + (n % 1000), 1 FROM (SELECT @n := @n + 1 AS n"
                    + " FROM film a, film b, (SELECT @n := -1) c LIMIT " + rows + ") numbers");
            ChangeSet set = next(changes);
            int[] next = {0};
            set.changes(inventory)
                    .forEach(change -> assertThat(change.row().getFilmId()).isEqualTo(1 + next[0]++ % 1000));
            assertThat(next[0]).isEqualTo(rows);
            execute("DELETE FROM inventory ORDER BY inventory_id DESC LIMIT " + rows);
            assertThat(next(changes)
                            .changes(inventory)
                            .filter(RowChange.whereBefore(Inventory.FILM_ID.equal(7)))
                            .count())
                    .isEqualTo(rows / 1000);
        }
    }

    /** Cuts the connection at random bytes. Verifies that every change arrives exactly once. */
    @Test
    void lostConnectionIsReopened() throws Exception {
        Random random = new Random(SEED);
        try (ChangeStream changes = store.changes(List.of(actors))) {
            int number = 0;
            for (int cut = 0; cut < 20; cut++) {
                proxy.inject(new FaultyProxy.Fault(
                        FaultyProxy.Kind.CUT, FaultyProxy.Direction.FROM_SERVER, random.nextInt(4_000), true));
                int from = number;
                for (int i = 0; i < 20; i++) {
                    execute("INSERT INTO actor (first_name, last_name) VALUES ('" + number++ + "', 'CUT'), ('"
                            + number++ + "', 'CUT')");
                }
                for (int i = from; i < number; i += 2) {
                    assertThat(next(changes)
                                    .changes(actors)
                                    .map(change -> change.row().getFirstName()))
                            .as("-Dspeedwell.seed=" + SEED)
                            .containsExactly(Integer.toString(i), Integer.toString(i + 1));
                }
                proxy.heal();
            }
            assertThat(changes.poll(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void purgedPositionEndsTheStream() throws Exception {
        Position old;
        try (ChangeStream changes = store.changes(List.of(actors))) {
            old = changes.position();
        }
        insertActor("GONE", "X");
        execute("FLUSH BINARY LOGS");
        insertActor("THERE", "X");
        long deadline = System.nanoTime() + LONG.toNanos();
        String file = newestLog();
        while (!oldestLog().equals(file)) { // the server keeps a file that a client still reads
            execute("PURGE BINARY LOGS TO '" + file + "'");
            assertThat(System.nanoTime()).as(file).isLessThan(deadline);
        }
        try (ChangeStream changes = store.changes(old, List.of(actors))) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> changes.poll(LONG))
                        .isInstanceOf(DataStoreException.class)
                        .hasMessageContainingAll(
                                "The stream of changes has ended at", "cannot continue from the requested position");
            }
        }
    }

    private String oldestLog() throws SQLException {
        return logs().getFirst();
    }

    private String newestLog() throws SQLException {
        return logs().getLast();
    }

    private List<String> logs() throws SQLException {
        List<String> logs = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW BINARY LOGS")) {
            while (row.next()) {
                logs.add(row.getString(1));
            }
        }
        return logs;
    }

    /**
     * Adds a column that the model lacks, which does no harm. Then renames a column of the model, which ends the
     * stream.
     */
    @Test
    void schemaDriftEndsTheStream() throws Exception {
        try (ChangeStream changes = store.changes(List.of(actors))) {
            execute("ALTER TABLE actor ADD COLUMN nickname VARCHAR(10) DEFAULT 'X' FIRST");
            insertActor("STILL", "FITS");
            assertThat(only(changes, actors).row().getLastName()).isEqualTo("FITS");
            execute("ALTER TABLE actor RENAME COLUMN first_name TO forename");
            execute("INSERT INTO actor (forename, last_name) VALUES ('NOT', 'ANY MORE')");
            ChangeSet set = next(changes);
            assertThatThrownBy(() -> set.changes().toList())
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContainingAll("actor", "first_name");
            assertThatThrownBy(() -> changes.poll(LONG))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("first_name");
        } finally {
            execute("ALTER TABLE actor RENAME COLUMN forename TO first_name", "ALTER TABLE actor DROP COLUMN nickname");
        }
    }

    @Test
    void statementWithoutRowEventsEndsTheStream() throws Exception {
        execute("INSERT INTO country (country) VALUES ('NONE')", "CREATE TABLE other_country LIKE country");
        try (ChangeStream changes = store.changes(List.of(countries))) {
            execute(
                    "TRUNCATE TABLE other_country",
                    "DROP TABLE other_country",
                    "ALTER TABLE country ADD INDEX by_name (country)",
                    "ALTER TABLE country DROP INDEX by_name",
                    "INSERT INTO country (country) VALUES ('ONE')");
            assertThat(only(changes, countries).row().getCountry()).isEqualTo("ONE");
            execute("SET foreign_key_checks = 0", "TRUNCATE TABLE country", "SET foreign_key_checks = 1");
            assertThatThrownBy(() -> changes.poll(LONG))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContainingAll("TRUNCATE TABLE country", "the binlog lacks the rows");
        }
    }

    @Test
    void viewsAreRefused() {
        assertThatThrownBy(() -> store.changes(List.of(app.getOrThrow(FilmListManager.class))))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("is a view");
    }

    @Test
    void closedStreamThrows() throws Exception {
        ChangeStream changes = store.changes(List.of(actors));
        insertActor("LATE", "X");
        ChangeSet set = next(changes);
        changes.close();
        assertThatThrownBy(() -> changes.poll(LONG)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> set.changes().toList()).isInstanceOf(IllegalStateException.class);
    }

    private static ChangeSet next(ChangeStream changes) throws InterruptedException {
        Optional<ChangeSet> next = changes.poll(LONG);
        assertThat(next).as(() -> changes.position() + " " + changes.problem()).isPresent();
        return next.orElseThrow();
    }

    private static <E> RowChange<E> only(ChangeStream changes, Manager<E> table) throws InterruptedException {
        List<RowChange<E>> rows = next(changes).changes(table).toList();
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private int insertActor(String first, String last) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO actor (first_name, last_name) VALUES ('" + first + "', '" + last + "')",
                    Statement.RETURN_GENERATED_KEYS);
            try (ResultSet key = statement.getGeneratedKeys()) {
                key.next();
                return key.getInt(1);
            }
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
