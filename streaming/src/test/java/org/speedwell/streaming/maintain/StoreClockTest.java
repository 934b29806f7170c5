package org.speedwell.streaming.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.Sink;

/** Lookups in a table as of the time of an event, over a store that follows a real server and keeps versions. */
@Tag("database")
@Timeout(180)
class StoreClockTest {
    private static final String SCHEMA = "speedwell_test_store_clock";
    private static final Database DATABASE = Database.forTests();

    private Speedment app;
    private DataStoreComponent store;
    private FilmManager films;
    private Connection connection;

    @BeforeEach
    void start() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        connection = DATABASE.connect(SCHEMA);
        app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url(SCHEMA))
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(SCHEMA)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .follow()
                                .keep(Duration.ofHours(1))
                                .build())
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
        films = app.getOrThrow(FilmManager.class);
        store.load();
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        execute("DROP DATABASE " + SCHEMA);
        connection.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Sets a title at a commit time after an earlier moment, and returns that time. */
    private Instant rename(String title, Instant after) throws SQLException, InterruptedException {
        int length = 60;
        do { // some servers report commit times in seconds
            change("UPDATE film SET length = " + length++ % 100 + " WHERE film_id = 8");
        } while (!store.snapshot().takenAt().isAfter(after));
        change("UPDATE film SET title = '" + title + "' WHERE film_id = 7");
        return store.snapshot().takenAt();
    }

    private void change(String sql) throws SQLException, InterruptedException {
        execute(sql);
        assertThat(store.await(connection, Duration.ofMinutes(2))).isTrue();
    }

    @Test
    void eventMeetsRowAsOfItsTime() throws Exception {
        String original = title(store.snapshot().takenAt());
        Instant loaded = store.snapshot().takenAt().plusMillis(1);
        Instant one = rename("ONE", loaded).plusMillis(1);
        PushSource<Instant> events = new PushSource<>(10);
        List<String> found = new ArrayList<>();
        try (Engine engine = new Engine(2)) {
            Job job = engine.start(Events.from(events, EventTime.ofInstant(moment -> moment))
                    .keyLong(Instant::getNano)
                    .enrichAsOf(
                            Events.from(StoreClock.of(store, Duration.ofMillis(1100)), StoreClock.time()),
                            (event, moment) -> store.snapshotAt(moment).stream(films)
                                    .filter(Film.FILM_ID.equal(7))
                                    .findFirst(),
                            (event, film) -> film.map(Film::getTitle).orElse("?"))
                    .to(Sink.of(found::add)));
            Instant later = Instant.now().plusSeconds(5);
            events.push(loaded);
            events.push(one);
            events.push(later);
            assertThat(rename("TWO", one)).isBefore(later); // after the job has read the event
            while (Instant.now().isBefore(later)) {
                Thread.onSpinWait();
            }
            rename("THREE", later);
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(found).containsExactly(original, "ONE", "TWO");
    }

    private String title(Instant moment) {
        return store.snapshotAt(moment).stream(films)
                .filter(Film.FILM_ID.equal(7))
                .findFirst()
                .map(Film::getTitle)
                .orElseThrow();
    }

    @Test
    void momentsNeverGoBack() {
        StoreClock clock = StoreClock.of(store, Duration.ZERO);
        Instant latest = Instant.MIN;
        for (int moments = 0; moments < 5; ) {
            Instant moment = clock.poll();
            if (moment != null) {
                assertThat(moment).isAfter(latest);
                latest = moment;
                moments++;
            }
        }
        StoreClock again = StoreClock.of(store, Duration.ZERO);
        Instant future = latest.plusSeconds(3600);
        again.seek(future);
        assertThat(again.poll())
                .as("an earlier moment than that of the checkpoint")
                .isNull();
        assertThat(again.position()).isEqualTo(future);
        assertThatThrownBy(() -> StoreClock.of(store, Duration.ofMillis(-1))).hasMessageContaining("zero or more");
    }
}
