package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Compares events that are enriched by rows of a table in memory with the rows that SQL finds for the same keys. */
@Tag("oracle")
@Tag("database")
@Timeout(60)
class EnrichTest {
    private static final String SCHEMA = "speedwell_test_enrich";
    private static final Database DATABASE = Database.forTests();
    private static final EventTime<Rented> TIMES = EventTime.of(Rented::time);

    private static Speedment app;
    private static DataStoreComponent store;
    private static FilmManager films;

    /** The rental of a film, which may not exist. */
    private record Rented(int film, long time) {}

    @BeforeAll
    static void load() throws SQLException {
        Sakila.scale(1).loadIfAbsent(DATABASE, SCHEMA, Progress.none());
        app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url(SCHEMA))
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(SCHEMA)
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        films = app.getOrThrow(FilmManager.class);
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        execute("DROP DATABASE " + SCHEMA);
    }

    @Test
    void eventsAreEnrichedByRowsOfSnapshot() throws SQLException, InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Rented> rentals = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            rentals.add(new Rented(random.nextInt(1200), i));
        }
        SnapshotView snapshot = store.snapshot();
        Map<Integer, String> titles = titles();
        List<String> enriched = new ArrayList<>();

        try (Engine engine = new Engine(2)) {
            engine.start(described(Source.of(rentals), film -> snapshot.stream(films))
                            .to(Sink.of(enriched::add)))
                    .await();
        }

        assertThat(titles).hasSize(1000);
        assertThat(enriched)
                .as("seed " + seed)
                .isEqualTo(rentals.stream()
                        .map(rented -> rented.film + " " + titles.getOrDefault(rented.film, "?"))
                        .toList());
    }

    /**
     * Verifies that a running job reads the version that is published when the event arrives. A pinned version does not
     * change.
     */
    @Test
    void nextEventSeesReload() throws SQLException, InterruptedException {
        PushSource<Rented> source = new PushSource<>(10);
        BlockingQueue<String> enriched = new LinkedBlockingQueue<>();
        SnapshotView before = store.snapshot();
        String old = titles().get(7);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(described(source, film -> film == 7 ? films.stream() : before.stream(films))
                    .to(Sink.of(enriched::add)));
            source.push(new Rented(7, 1));
            assertThat(enriched.take()).isEqualTo("7 " + old);

            execute("UPDATE " + SCHEMA + ".film SET title = 'RENAMED' WHERE film_id IN (7, 8)");
            store.reload();
            source.push(new Rented(7, 2));
            assertThat(enriched.take()).isEqualTo("7 RENAMED");
            source.push(new Rented(8, 3));
            assertThat(enriched.take()).startsWith("8 ").isNotEqualTo("8 RENAMED");
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
    }

    private static Events<String> described(Source<Rented> source, IntFunction<Stream<Film>> rows) {
        return Events.from(source, TIMES)
                .enrich(
                        rented -> rows.apply(rented.film)
                                .filter(Film.FILM_ID.equal(rented.film))
                                .findFirst(),
                        (rented, film) ->
                                rented.film + " " + film.map(Film::getTitle).orElse("?"));
    }

    private static Map<Integer, String> titles() throws SQLException {
        Map<Integer, String> titles = new HashMap<>();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT film_id, title FROM " + SCHEMA + ".film")) {
            while (row.next()) {
                titles.put(row.getInt(1), row.getString(2));
            }
        }
        return titles;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
