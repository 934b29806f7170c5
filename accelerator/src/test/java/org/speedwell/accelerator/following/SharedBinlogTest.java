package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/** Verifies that replication and a change stream share one connection to the server's binlog where possible. */
@Tag("fault")
@Tag("database")
@Timeout(600)
class SharedBinlogTest {
    private static final String SCHEMA = "speedwell_test_shared";
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int ROUNDS = Integer.getInteger("speedwell.sharedRounds", 10);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);

    private FollowedSakila sakila;
    private FaultyProxy proxy;
    private DataStoreComponent store;
    private ActorManager actors;
    private FilmManager films;

    @BeforeEach
    void start() throws Exception {
        sakila = new FollowedSakila(SCHEMA);
        Database database = sakila.database();
        proxy = new FaultyProxy(database.host(), database.port());
        sakila.use(sakila.builder(
                database.url(SCHEMA).replace(":" + database.port() + "/", ":" + proxy.port() + "/"),
                StoreConfiguration.builder()
                        .withoutTable(ActorManager.IDENTIFIER)
                        .follow(FollowConfiguration.builder()
                                .heartbeat(Duration.ofMillis(100))
                                .retry(Duration.ofMillis(100))
                                .build())
                        .build()));
        store = sakila.store();
        actors = sakila.app().getOrThrow(ActorManager.class);
        films = sakila.app().getOrThrow(FilmManager.class);
        store.load();
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
        proxy.close();
    }

    @Test
    void oneConnectionFeedsStoreAndStream() throws Exception {
        sakila.execute("UPDATE film SET length = 1 WHERE film_id = 1");
        sakila.awaitOwn();
        Set<Long> before = dumps();
        assertThat(before).isNotEmpty();
        try (ChangeStream changes = store.changes(List.of(actors, films))) {
            sakila.execute("INSERT INTO actor (first_name, last_name) VALUES ('ADA', 'LOVELACE')");
            sakila.execute("UPDATE film SET length = 2 WHERE film_id = 1");
            assertThat(next(changes).changes(actors).map(change -> change.row().getFirstName()))
                    .as("of a table that is not in memory")
                    .containsExactly("ADA");
            assertThat(next(changes)
                            .changes(films)
                            .map(change ->
                                    change.before().orElseThrow().getLength().orElseThrow()))
                    .containsExactly(1);
            sakila.awaitOwn();
            assertThat(films.stream().filter(Film.LENGTH.equal(2)).filter(Film.FILM_ID.equal(1)))
                    .hasSize(1);
            // the stream uses its own connection until it can use the store's, which may take long on a busy machine
            Awaitility.await().atMost(LONG).until(() -> {
                assertThat(changes.poll(Duration.ZERO)).isEmpty();
                return before.containsAll(dumps());
            });
        }
        sakila.execute("UPDATE film SET length = 3 WHERE film_id = 1");
        sakila.awaitOwn(); // the store continues alone
        assertThat(films.stream().filter(Film.LENGTH.equal(3)).filter(Film.FILM_ID.equal(1)))
                .hasSize(1);
    }

    /** Writes more changes than the buffer holds. Replication continues, and the stream still receives every change. */
    @Test
    void slowChangeStreamDoesNotDelayTheStore() throws Exception {
        try (ChangeStream changes = store.changes(List.of(actors, films))) {
            int transactions = 12;
            for (int i = 0; i < transactions; i++) {
                sakila.execute("UPDATE film SET description = REPEAT('" + (char) ('a' + i) + "', 8000)");
            }
            sakila.awaitOwn();
            sakila.execute("INSERT INTO actor (first_name, last_name) VALUES ('LAST', 'X')");
            for (int i = 0; i < transactions; i++) {
                String expected = String.valueOf((char) ('a' + i)).repeat(8_000);
                assertThat(next(changes)
                                .changes(films)
                                .filter(change -> change.row().getDescription().equals(Optional.of(expected)))
                                .count())
                        .as("transaction %d", i)
                        .isEqualTo(1_000);
            }
            assertThat(next(changes).changes(actors)).hasSize(1);
        }
    }

    /** Reloads, stops and cuts the store's connection meanwhile. Each change arrives once and in order. */
    @Test
    void eachChangeArrivesOnce() throws Exception {
        Random random = new Random(SEED);
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService writing = Executors.newSingleThreadExecutor();
                ChangeStream changes = store.changes(List.of(actors))) {
            Future<Integer> written = writing.submit(() -> write(isOver));
            int seen = 0;
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    switch (random.nextInt(5)) {
                        case 0 -> store.reload();
                        case 1 -> store.stopFollowing();
                        case 2 -> store.follow();
                        case 3 ->
                            proxy.inject(new FaultyProxy.Fault(
                                    FaultyProxy.Kind.CUT,
                                    FaultyProxy.Direction.FROM_SERVER,
                                    random.nextInt(4_000),
                                    true));
                        default -> store.reload(films);
                    }
                    for (int i = random.nextInt(40); i >= 0; i--) {
                        assertThat(next(changes).changes(actors).map(SharedBinlogTest::number))
                                .as("-Dspeedwell.seed=" + SEED)
                                .containsExactly(seen++);
                    }
                    proxy.heal();
                    store.follow();
                }
            } finally {
                isOver.set(true);
            }
            while (seen < written.get()) {
                assertThat(next(changes).changes(actors).map(SharedBinlogTest::number))
                        .as("-Dspeedwell.seed=" + SEED)
                        .containsExactly(seen++);
            }
            assertThat(changes.poll(Duration.ZERO)).isEmpty();
            sakila.awaitAll();
        }
    }

    private static int number(RowChange<Actor> change) {
        return Integer.parseInt(change.row().getFirstName());
    }

    /** Writes actors until the end and returns their number. */
    private int write(AtomicBoolean isOver) throws SQLException {
        int number = 0;
        try (Connection own = sakila.connect();
                Statement statement = own.createStatement()) {
            while (!isOver.get()) {
                statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('" + number++ + "', 'X')");
                statement.execute("UPDATE film SET length = " + number % 1_000 + " WHERE film_id = 7");
            }
        }
        return number;
    }

    private static ChangeSet next(ChangeStream changes) throws InterruptedException {
        Optional<ChangeSet> next = changes.poll(LONG);
        assertThat(next).as(() -> changes.position() + " " + changes.problem()).isPresent();
        return next.orElseThrow();
    }

    /** Returns the ids of the server's threads that send the binlog to a client. */
    private Set<Long> dumps() throws SQLException {
        Set<Long> ids = new HashSet<>();
        try (Connection own = sakila.connect();
                Statement statement = own.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
