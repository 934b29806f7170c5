package org.speedwell.streaming.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Jobs over maintained queries of a store that follows a real server. */
@Tag("database")
@Timeout(180)
class MaintainedSourceTest {
    private static final String SCHEMA = "speedwell_test_maintained_source";
    private static final Database DATABASE = Database.forTests();
    private static final Function<Stream<Film>, Long> LONG_FILMS =
            of -> of.filter(Film.LENGTH.greaterThan(100)).count();

    /** A window that contains all events of a test, because its start is fixed. */
    private static final Window ALL = Window.tumbling(Duration.ofDays(100_000));

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
                        () -> StoreConfiguration.builder().follow().build())
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

    private void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Executes statements, and waits until streams show their changes. */
    private void change(String... statements) throws SQLException, InterruptedException {
        execute(statements);
        assertThat(store.await(connection, Duration.ofMinutes(2))).isTrue();
    }

    private static long difference(ResultChange<Long> change) {
        Long before = change.before();
        return change.after() - (before == null ? 0 : before);
    }

    /** Starts a job that adds the differences of the result, and passes each on to a collection. */
    private static Job addUp(
            Engine engine,
            MaintainedQuery<Long> query,
            Collection<Long> seen,
            Collection<WindowResult<Long, Long>> sums,
            JobOptions options) {
        Events<Long> differences = Events.from(MaintainedSource.of(query), MaintainedSource.commitTime())
                .map(MaintainedSourceTest::difference)
                .named("differences");
        return engine.start(
                differences
                        .keyLong(difference -> 1)
                        .window(ALL)
                        .aggregate(Aggregates.sum(difference -> difference))
                        .to(Sink.of(sums::add))
                        .and(differences.to("seen", Sink.of(seen::add))),
                options);
    }

    @Test
    void windowsAggregateTheChangesOfAResult() throws Exception {
        BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        BlockingQueue<WindowResult<Long, Long>> sums = new LinkedBlockingQueue<>();
        MaintainedQuery<Long> query = store.maintain(films, LONG_FILMS);
        long before = query.get();
        try (Engine engine = new Engine()) {
            Job job = addUp(engine, query, seen, sums, JobOptions.DEFAULT.named("differences"));
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(before);
            change("UPDATE film SET title = 'OTHER' WHERE film_id = 1"); // changes no result
            change("UPDATE film SET length = 20");
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(-before);
            change("UPDATE film SET length = 200 WHERE film_id < 8");
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(7);
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(seen).isEmpty();
        assertThat(sums).extracting(WindowResult::value).containsExactly(7L);
        assertThat(query.get()).isEqualTo(7); // the job does not close the query
    }

    @Test
    void closedQueryCompletesTheJob() throws Exception {
        BlockingQueue<WindowResult<Long, Long>> sums = new LinkedBlockingQueue<>();
        BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        MaintainedQuery<Long> query = store.maintain(films, LONG_FILMS);
        long now = query.get();
        try (Engine engine = new Engine()) {
            Job job = addUp(engine, query, seen, sums, JobOptions.DEFAULT);
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(now);
            query.close();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(sums).extracting(WindowResult::value).containsExactly(now);
    }

    @Test
    void closedQueryIsNoSource() {
        MaintainedQuery<Long> query = store.maintain(films, LONG_FILMS);
        query.close();
        try (Engine engine = new Engine()) {
            Job job =
                    addUp(engine, query, new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>(), JobOptions.DEFAULT);
            assertThatThrownBy(job::await)
                    .isInstanceOf(JobException.class)
                    .hasStackTraceContaining("Following a maintained query over film failed:")
                    .hasStackTraceContaining("is closed");
        }
    }

    @Test
    void failureOfThePipelineFailsTheJob() throws Exception {
        BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        MaintainedQuery<Long> query = store.maintain(
                films,
                of -> of.filter(film -> film.getLength().orElseThrow() > 100).count());
        try (Engine engine = new Engine()) {
            Job job = addUp(engine, query, seen, new LinkedBlockingQueue<>(), JobOptions.DEFAULT);
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isPositive();
            change("UPDATE film SET length = NULL WHERE film_id = 1");
            assertThatThrownBy(job::await)
                    .isInstanceOf(JobException.class)
                    .hasStackTraceContaining("Following a maintained query over film failed:")
                    .hasStackTraceContaining("NoSuchElementException");
        }
    }

    @Test
    void differencesAddUpAcrossRestarts(@TempDir Path folder) throws Exception {
        BlockingQueue<WindowResult<Long, Long>> sums = new LinkedBlockingQueue<>();
        BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        MaintainedQuery<Long> query = store.maintain(films, LONG_FILMS);
        long before = query.get();
        JobOptions options = JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1));
        try (Engine engine = new Engine()) {
            Job first = addUp(engine, query, seen, sums, options);
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(before);
            first.checkpoint();
            change("UPDATE film SET length = 20 WHERE film_id <= 500"); // this job forgets what it has seen of it
            long half = query.get();
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(half - before);
            first.cancel();
            assertThat(first.await()).isEqualTo(Job.Status.CANCELLED);
            change("UPDATE film SET length = 20"); // no job sees this change

            Job second = addUp(engine, query, seen, sums, options);
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(-before);
            second.checkpoint();
            second.cancel();
            assertThat(second.await()).isEqualTo(Job.Status.CANCELLED);

            Job third = addUp(engine, query, seen, sums, options); // nothing has changed since the checkpoint
            change("UPDATE film SET length = 200 WHERE film_id < 8");
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(7);
            third.drain();
            assertThat(third.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(seen).isEmpty();
        assertThat(sums).extracting(WindowResult::value).containsExactly(7L);
    }

    @Test
    void resultThatACheckpointCannotContainFailsTheJob(@TempDir Path folder) throws Exception {
        MaintainedQuery<OptionalInt> query = store.maintain(
                films, of -> of.mapToInt(Film.LENGTH.asInt().orElse(0)).max());
        BlockingQueue<OptionalInt> seen = new LinkedBlockingQueue<>();
        try (Engine engine = new Engine()) {
            Job job = engine.start(
                    Events.from(MaintainedSource.of(query), MaintainedSource.commitTime())
                            .map(ResultChange::after)
                            .to(Sink.of(seen::add)),
                    JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1)));
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(query.get());
            assertThatThrownBy(job::checkpoint).isInstanceOf(CheckpointException.class);
            assertThatThrownBy(job::await)
                    .isInstanceOf(JobException.class)
                    .hasStackTraceContaining("The result of a maintained query over film is of class"
                            + " java.util.OptionalInt, which is not Serializable");
        }
    }

    @Test
    void changesThatASlowJobMissesAreMergedAndCounted() throws Exception {
        MaintainedQuery<Long> query = store.maintain(films, LONG_FILMS);
        change("UPDATE film SET length = 20");
        MaintainedSource<Long> source = MaintainedSource.of(query);
        ResultChange<Long> change = next(source);
        assertThat(change.after()).isZero();
        int changes = ResultReader.AHEAD + MaintainedQuery.MAX_WAITING_CHANGES + 40;
        for (int i = 1; i <= changes; i++) {
            change("UPDATE film SET length = 200 WHERE film_id = " + i); // each is a version of its own
        }
        assertThat(query.get()).isEqualTo(changes); // nothing has waited for the source
        int events = 0;
        for (long last = 0; last < changes; last = change.after()) {
            change = next(source);
            assertThat(change.before()).isEqualTo(last);
            events++;
        }
        assertThat(events + source.merged()).isEqualTo(changes);
        assertThat(source.merged()).isPositive();
        source.stop();
        assertThat(source.poll()).isNull();
        assertThat(source.isExhausted()).isTrue();
    }

    private static <R> ResultChange<R> next(MaintainedSource<R> source) {
        for (ResultChange<R> change = source.poll(); ; change = source.poll()) {
            if (change != null) {
                return change;
            }
            assertThat(source.isExhausted()).isFalse();
            Thread.onSpinWait();
        }
    }
}
