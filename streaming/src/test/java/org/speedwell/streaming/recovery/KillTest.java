package org.speedwell.streaming.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/**
 * Jobs in a process that is killed at random moments, again and again until it has done all: its results are those of
 * jobs that nothing disturbed, each once.
 */
@Timeout(3600)
class KillTest {
    private static final int KILLS = Integer.getInteger("speedwell.kills", 50);
    private static final String SCHEMA = "speedwell_streaming_kill";

    /** Events of a run, and a second: enough that many lives are needed. */
    private static final long COUNT = 60_000;

    private static final long PER_SECOND = 30_000;

    /** The longest life after a process has begun its jobs, or after each of them has saved something. */
    private static final int MILLIS = 250;

    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    @Test
    void resultsAreThoseOfAnUndisturbedRun() throws Exception {
        Database database = Database.forTests();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
        }
        DataSource dataSource = Victim.dataSource(database.url(SCHEMA), database.user(), database.password());
        Results expected = undisturbed(dataSource);
        assertThat(expected.lines).allSatisfy(lines -> assertThat(lines).hasSizeGreaterThan(1000));
        int kills = 0;
        for (int trial = 0; kills < KILLS; trial++) {
            Path own = Files.createDirectory(folder.resolve("trial-" + trial));
            String table = "sessions_" + trial;
            createTable(dataSource, table);
            // The first is left alone
            while (!live(own, table, database, trial == 0 ? Integer.MAX_VALUE : random.nextInt(MILLIS))) {
                kills++;
            }
            System.out.println("trial " + trial + " done after " + kills + " kills");
            Results results = results(own, dataSource, table);
            for (int i = 0; i < Jobs.NAMES.size(); i++) {
                assertThat(results.lines.get(i))
                        .as(Jobs.NAMES.get(i) + " of trial " + trial + ", " + kills + " kills, seed " + seed)
                        .isEqualTo(expected.lines.get(i));
            }
        }
    }

    /** The results of each job, in order. */
    private record Results(List<List<String>> lines) {}

    private Results undisturbed(DataSource dataSource) throws Exception {
        Path own = Files.createDirectory(folder.resolve("undisturbed"));
        createTable(dataSource, "undisturbed");
        Victim.run(new Jobs(COUNT, Double.MAX_VALUE), own, "undisturbed", dataSource, false, 2);
        return results(own, dataSource, "undisturbed");
    }

    /**
     * Lets a process live for some milliseconds after it has begun its jobs, or else, so that there is progress, after all
     * of them have saved something; whether it has done them.
     */
    private boolean live(Path own, String table, Database database, int millis)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Victim.class.getName()));
        command.addAll(List.of(own.toString(), Long.toString(COUNT), Long.toString(PER_SECOND), table));
        command.addAll(List.of(database.url(SCHEMA), database.user(), database.password()));
        command.add(Integer.toString(1 + random.nextInt(4))); // keys stay spread over as many as at first
        Path errors = own.resolve("errors.txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (BufferedReader output = process.inputReader(UTF_8)) {
            await("running", output, errors);
            if (random.nextInt(5) > 0) {
                await("saved", output, errors);
            }
            if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                return false;
            }
            assertThat(process.exitValue())
                    .as("seed " + seed + ": " + output.lines().toList() + Files.readString(errors))
                    .isZero();
            return true;
        } finally {
            process.destroyForcibly();
        }
    }

    private void await(String expected, BufferedReader output, Path errors) throws IOException {
        String line = output.readLine();
        if (!expected.equals(line)) {
            throw new AssertionError(
                    "Seed " + seed + ", the process said " + line + " and " + Files.readString(errors));
        }
    }

    private static Results results(Path own, DataSource dataSource, String table) throws SQLException {
        List<List<String>> lines = new ArrayList<>();
        for (String name : Jobs.NAMES.subList(0, Jobs.NAMES.size() - 1)) {
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
