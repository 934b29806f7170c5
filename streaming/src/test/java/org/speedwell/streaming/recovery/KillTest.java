package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;
import org.speedwell.streaming.KillableJvm;

/**
 * Compares the results of jobs in a process that is repeatedly killed at random moments with an undisturbed run. Each
 * result must be there exactly once.
 */
@Timeout(3600)
@Tag("oracle")
@Tag("fault")
@Tag("forked")
@Tag("database")
class KillTest {
    private static final int KILLS = Integer.getInteger("speedwell.kills", 50);
    private static final String SCHEMA = "speedwell_streaming_kill";

    /** The number of events of a run. It needs many process lives at the rate of {@link #PER_SECOND}. */
    private static final long COUNT = 60_000;

    /** The number of parallel trials. A process starts slowly and mostly uses one core. */
    private static final int TRIALS_AT_ONCE = 2;

    private static final long PER_SECOND = 30_000;

    /**
     * The longest life of a process in milliseconds after it starts its jobs, or after the first checkpoint of each.
     */
    private static final int MILLIS = 250;

    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());

    @TempDir
    private Path folder;

    @Test
    void resultsEqualUndisturbedRun() throws Exception {
        Database database = Database.forTests();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
        }
        DataSource dataSource = Victim.dataSource(database.url(SCHEMA), database.user(), database.password());
        Results expected = undisturbed(dataSource);
        assertThat(expected.lines).allSatisfy(lines -> assertThat(lines).hasSizeGreaterThan(1000));
        KillableJvm jvm = new KillableJvm(Victim.class, folder, seed);
        AtomicInteger kills = new AtomicInteger();
        AtomicInteger trials = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(TRIALS_AT_ONCE)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < TRIALS_AT_ONCE; i++) {
                Random random = new Random(seed + i);
                running.add(threads.submit(() -> {
                    while (kills.get() < KILLS) {
                        trial(jvm, trials.getAndIncrement(), kills, random, database, dataSource, expected);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private void trial(
            KillableJvm jvm,
            int trial,
            AtomicInteger kills,
            Random random,
            Database database,
            DataSource dataSource,
            Results expected)
            throws Exception {
        Path own = Files.createDirectory(folder.resolve("trial-" + trial));
        String table = "sessions_" + trial;
        createTable(dataSource, table);
        // The first trial is not killed.
        while (!live(jvm, own, table, database, trial == 0 ? Integer.MAX_VALUE : random.nextInt(MILLIS), random)) {
            kills.incrementAndGet();
        }
        System.out.println("trial " + trial + " done after " + kills + " kills");
        Results results = results(own, dataSource, table);
        for (int i = 0; i < expected.lines.size(); i++) {
            String what = i < Jobs.FILES.size() ? Jobs.FILES.get(i) : Jobs.NAMES.getLast();
            assertThat(results.lines.get(i))
                    .as(what + " of trial " + trial + ", " + kills + " kills, seed " + seed)
                    .isEqualTo(expected.lines.get(i));
        }
    }

    /** The sorted results of each file, and those of the table. */
    private record Results(List<List<String>> lines) {}

    private Results undisturbed(DataSource dataSource) throws Exception {
        Path own = Files.createDirectory(folder.resolve("undisturbed"));
        createTable(dataSource, "undisturbed");
        Victim.run(new Jobs(COUNT, Double.MAX_VALUE), own, "undisturbed", dataSource, false, 2);
        return results(own, dataSource, "undisturbed");
    }

    /**
     * Runs a process and returns true if it completed its jobs. In most calls the process gets the time for a
     * checkpoint of each job.
     */
    private boolean live(KillableJvm jvm, Path own, String table, Database database, int millis, Random random)
            throws IOException, InterruptedException {
        return jvm.live(
                List.of(
                        own.toString(),
                        Long.toString(COUNT),
                        Long.toString(PER_SECOND),
                        table,
                        database.url(SCHEMA),
                        database.user(),
                        database.password(),
                        Integer.toString(1 + random.nextInt(4))), // the keys get another distribution
                random.nextInt(5) > 0 ? List.of("running", "saved") : List.of("running"),
                millis);
    }

    private static Results results(Path own, DataSource dataSource, String table) throws SQLException {
        List<List<String>> lines = new ArrayList<>();
        for (String name : Jobs.FILES) {
            try (Stream<String> file = Files.lines(own.resolve(name + ".txt"))) {
                lines.add(file.sorted().toList());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        List<String> rows = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + table + " ORDER BY name, start")) {
            while (row.next()) {
                rows.add(row.getString(1) + " " + row.getLong(2) + " " + row.getLong(3) + " " + row.getLong(4) + " "
                        + row.getLong(5));
            }
        }
        lines.add(rows);
        return new Results(lines);
    }

    private static void createTable(DataSource dataSource, String table) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(Jobs.table(table));
        }
    }
}
