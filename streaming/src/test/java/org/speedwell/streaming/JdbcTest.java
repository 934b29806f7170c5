package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.schema.Database;

/** Tests a source that reads the rows of a table, and a sink that writes rows. */
@Timeout(60)
@Tag("fault")
@Tag("database")
class JdbcTest {
    private static final String SCHEMA = "speedwell_streaming_jdbc";
    private static final Engine ENGINE = new Engine(1);
    private static final EventTime<Reading> TIMES = EventTime.of(Reading::time);
    private static final MysqlDataSource DATA_SOURCE = new MysqlDataSource();

    @BeforeAll
    static void create() throws SQLException {
        Database database = Database.forTests();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
        }
        DATA_SOURCE.setUrl(database.url(SCHEMA));
        DATA_SOURCE.setUser(database.user());
        DATA_SOURCE.setPassword(database.password());
    }

    @BeforeEach
    void createTables() throws SQLException {
        execute("DROP TABLE IF EXISTS reading, total");
        execute("CREATE TABLE reading (`the id` BIGINT AUTO_INCREMENT PRIMARY KEY, sensor BIGINT, value BIGINT)");
        execute("CREATE TABLE total (sensor BIGINT, note VARCHAR(10), value BIGINT, PRIMARY KEY (sensor))");
    }

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void rowsArePolledInOrderAsTheyArrive() throws SQLException, InterruptedException {
        insert(1, 2500);
        List<Long> ids = new ArrayList<>();
        CountDownLatch first = new CountDownLatch(2500);
        CountDownLatch all = new CountDownLatch(2510);
        Job job = ENGINE.start(Events.from(source(), TIMES).to(Sink.of(reading -> {
            ids.add(reading.time());
            first.countDown();
            all.countDown();
        })));
        first.await();
        insert(2501, 2510);
        all.await();
        job.drain();

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(ids).isEqualTo(LongStream.rangeClosed(1, 2510).boxed().toList());
    }

    @Test
    void sourceContinuesAfterItsPosition() throws SQLException, InterruptedException {
        insert(1, 100);
        JdbcSource<Reading> source = source();
        assertThat(source.position()).isEqualTo(Long.MIN_VALUE);
        source.seek(90L);
        List<Long> ids = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(10);
        Job job = ENGINE.start(Events.from(source, TIMES).to(Sink.of(reading -> {
            ids.add(reading.time());
            all.countDown();
        })));
        all.await();
        job.cancel();
        job.await();

        assertThat(ids).isEqualTo(LongStream.rangeClosed(91, 100).boxed().toList());
        assertThat(source.position()).isEqualTo(100);
    }

    @Test
    void unmappableRowIsNamedOrSkipped() throws SQLException, InterruptedException {
        insert(1, 3);
        JdbcSource.RowMapper<Reading> failing = row -> {
            if (row.getLong(1) == 2) {
                throw new IllegalArgumentException("no two");
            }
            return new Reading(0, row.getLong(1), 0);
        };
        Job stopping = ENGINE.start(
                Events.from(new JdbcSource<>(DATA_SOURCE, "reading", "the id", Duration.ofMillis(1), failing), TIMES)
                        .to(Sink.of(reading -> {})));
        assertThatThrownBy(stopping::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("the source failed on reading, row with the id 2")
                .hasRootCauseMessage("no two");

        CountDownLatch two = new CountDownLatch(2);
        Job skipping = ENGINE.start(
                Events.from(new JdbcSource<>(DATA_SOURCE, "reading", "the id", Duration.ofMillis(1), failing), TIMES)
                        .to(Sink.of(reading -> two.countDown())),
                JobOptions.DEFAULT.skippingFailures(true));
        two.await();
        assertThat(skipping.metrics().skipped()).isEqualTo(1);
        skipping.cancel();
    }

    @Test
    void missingTableStopsJob() {
        Job job = ENGINE.start(Events.from(
                        new JdbcSource<>(
                                DATA_SOURCE, "nothing", "id", Duration.ofMillis(1), row -> new Reading(0, 0, 0)),
                        TIMES)
                .to(Sink.of(reading -> {})));

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("Reading table nothing by column id failed");
    }

    @Test
    void columnWithEqualValuesIsRefused() throws SQLException {
        insert(1, 3);
        Job job = ENGINE.start(Events.from(
                        new JdbcSource<>(
                                DATA_SOURCE, "reading", "sensor", Duration.ofMillis(1), row -> new Reading(0, 0, 0)),
                        TIMES)
                .to(Sink.of(reading -> {})));

        assertThatThrownBy(job::await).hasMessageContaining("occurs more than once");
    }

    @Test
    void repeatedWriteChangesNothing() throws SQLException, InterruptedException {
        List<Reading> readings = LongStream.range(0, 5000)
                .mapToObj(i -> new Reading(i % 700, i, i))
                .toList();
        for (int run = 0; run < 2; run++) {
            assertThat(ENGINE.start(Events.from(Source.of(readings), TIMES).to(sink(DATA_SOURCE, "sensor")))
                            .await())
                    .isEqualTo(Job.Status.COMPLETED);
            try (Connection connection = DATA_SOURCE.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT sensor, value FROM total ORDER BY sensor")) {
                for (long sensor = 0; sensor < 700; sensor++) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getLong(1)).isEqualTo(sensor);
                    assertThat(rows.getLong(2)).isEqualTo(sensor < 100 ? 4900 + sensor : 4200 + sensor);
                }
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test
    void failedConnectionIsRetried() throws SQLException, InterruptedException {
        List<Integer> connections = new ArrayList<>();
        MysqlDataSource failingAtFirst = new MysqlDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                connections.add(connections.size());
                if (connections.size() == 1) {
                    throw new SQLException("not yet");
                }
                return DATA_SOURCE.getConnection();
            }
        };
        Job job = ENGINE.start(
                Events.from(Source.of(List.of(new Reading(1, 2, 3))), TIMES).to(sink(failingAtFirst, "sensor")));

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(connections).hasSize(2);
    }

    @Test
    void failedWriteStopsJob() {
        JdbcSink<Reading> sink = new JdbcSink<>(
                DATA_SOURCE, "total", List.of("sensor"), List.of("sensor", "note"), (statement, reading) -> {
                    statement.setLong(1, reading.sensor());
                    statement.setString(2, "a note that is too long");
                });
        Job job = ENGINE.start(
                Events.from(Source.of(List.of(new Reading(7, 8, 9))), TIMES).to(sink));

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("The sink to table total failed: A batch of 1 rows, the first of them"
                        + " Reading[sensor=7, time=8, value=9], was not written");
    }

    @Test
    void keysMustBeUnique() {
        Job job = ENGINE.start(
                Events.from(Source.of(List.of(new Reading(7, 8, 9))), TIMES).to(sink(DATA_SOURCE, "value")));

        assertThatThrownBy(job::await)
                .hasMessageContaining("Table total has no primary key or unique index of exactly the columns [value]");
        assertThatThrownBy(() -> sink(DATA_SOURCE, "other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be one or more of the columns");
    }

    /**
     * Verifies the refusal of another unique index. With such an index, a row could replace a row that has other keys.
     */
    @Test
    void tableWithAnotherUniqueIndexIsRefused() throws SQLException, InterruptedException {
        execute("CREATE UNIQUE INDEX by_note ON total (note)");
        assertRefused("has unique indexes besides that of the columns [sensor]", "by_note=[note]");
        execute("DROP INDEX by_note ON total", "CREATE UNIQUE INDEX by_both ON total (note, sensor)");
        Job job = writing();
        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
    }

    @Test
    void prefixIndexIsRefused() throws SQLException {
        execute(
                "DROP TABLE total",
                "CREATE TABLE total (sensor VARCHAR(50), note VARCHAR(10), value BIGINT, UNIQUE KEY (sensor(3)))");
        assertRefused(
                "has no primary key or unique index of exactly the columns [sensor]", "sensor (first 3 characters)");
    }

    @Test
    void autoIncrementKeyIsAllowed() throws SQLException, InterruptedException {
        execute(
                "DROP TABLE total",
                "CREATE TABLE total (id BIGINT AUTO_INCREMENT PRIMARY KEY, sensor BIGINT UNIQUE, note VARCHAR(10),"
                        + " value BIGINT)");
        assertThat(writing().await()).isEqualTo(Job.Status.COMPLETED);
    }

    private static void assertRefused(String... messages) {
        Job job = writing();
        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .satisfies(thrown -> assertThat(thrown).hasMessageContainingAll(messages));
    }

    private static Job writing() {
        return ENGINE.start(Events.from(Source.of(List.of(new Reading(1, 2, 3), new Reading(2, 3, 4))), TIMES)
                .to(new JdbcSink<>(
                        DATA_SOURCE, "total", List.of("sensor"), List.of("sensor", "note", "value"), (row, reading) -> {
                            row.setLong(1, reading.sensor());
                            row.setString(2, "note " + reading.sensor());
                            row.setLong(3, reading.value());
                        })));
    }

    /** Blocks the writer. The job then reads only as many events as the sink has room for, and continues afterwards. */
    @Test
    void slowSinkStopsSource() throws InterruptedException {
        CountDownLatch released = new CountDownLatch(1);
        List<Reading> written = new ArrayList<>();
        BlockingSink<Reading> slow = new BlockingSink<>(100) {
            @Override
            protected void write(List<Reading> rows) throws InterruptedException {
                released.await();
                written.addAll(rows);
            }
        };
        int count = 200_000;
        List<Reading> readings =
                LongStream.range(0, count).mapToObj(i -> new Reading(0, i, 0)).toList();
        Job job = ENGINE.start(Events.from(Source.of(readings), TIMES).to(slow));
        long taken = -1;
        while (slow.hasRoom() || job.metrics().events() > taken || job.metrics().queued() < 8) {
            taken = job.metrics().events();
            Thread.onSpinWait();
        }
        assertThat(taken).isLessThan(count / 2);
        released.countDown();

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(written).isEqualTo(readings);
    }

    private static JdbcSource<Reading> source() {
        return new JdbcSource<>(
                DATA_SOURCE,
                "reading",
                "the id",
                Duration.ofMillis(1),
                row -> new Reading(row.getLong("sensor"), row.getLong("the id"), row.getLong("value")));
    }

    private static JdbcSink<Reading> sink(DataSource dataSource, String key) {
        return new JdbcSink<>(dataSource, "total", List.of(key), List.of("sensor", "value"), (statement, reading) -> {
            statement.setLong(1, reading.sensor());
            statement.setLong(2, reading.value());
        });
    }

    private static void insert(long from, long to) throws SQLException {
        StringBuilder rows = new StringBuilder("INSERT INTO reading (sensor, value) VALUES ");
        for (long i = from; i <= to; i++) {
            rows.append(i == from ? "" : ", ").append("(1, ").append(i).append(')');
        }
        execute(rows.toString());
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = DATA_SOURCE.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
