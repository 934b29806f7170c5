package org.speedwell.accelerator.following;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.ForkedJvm;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Kills a replicating process at random moments, also while it saves. The process continues from its saved file.
 * Another test fills its disk. No version is torn, every transaction is applied once, and the status reports a full
 * disk.
 *
 * <p>{@code -Dspeedwell.processFaults=100} injects more faults, {@code -Dspeedwell.seed} others.
 */
@Tag("fault")
@Tag("forked")
@Tag("database")
@DisabledIfEnvironmentVariable(
        named = "SPEEDWELL_TEST_URL",
        matches = ".+",
        disabledReason = "an embedded server of its own, whatever the others have")
@Timeout(4 * 3_600)
class ProcessFaultTest {
    private static final int FAULTS = Integer.getInteger("speedwell.processFaults", 2);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);
    private static final Pattern SAME = Pattern.compile("same (\\d+) \\+ (\\d+) = (\\d+), reloads (\\d+)");

    /** The longest life of a process after it replicates or has saved, in milliseconds. */
    private static final int MILLIS = 1_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Database database;
    private Transfers transfers;
    private volatile boolean isOver;

    @BeforeEach
    void start() throws SQLException {
        database = Database.embedded(folder.resolve("database"), List.of("--debug-no-sync"));
        Sakila.scale(1).load(database, Progress.none());
        execute(Transfers.preparation());
        transfers = new Transfers(() -> database.connect(Sakila.SCHEMA));
    }

    @AfterEach
    void stop() {
        isOver = true;
        database.close();
    }

    private Thread write(Random random) {
        isOver = false;
        return Thread.ofPlatform().name("writer").start(() -> transfers.write(random, () -> isOver));
    }

    private void end(Thread writer) throws InterruptedException {
        isOver = true;
        writer.join();
    }

    @Test
    void killedProcessContinuesFromItsFile() throws Exception {
        Thread writer = write(new Random(SEED));
        for (int i = 0; i < FAULTS; i++) {
            Random random = new Random(SEED + i);
            try (RunningProcess running = new RunningProcess(List.of(), SEED + i)) {
                running.await("following");
                if (random.nextInt(3) > 0) {
                    running.await("saved");
                }
                running.letRunFor(random.nextInt(MILLIS));
            }
        }
        end(writer);
        try (RunningProcess running = new RunningProcess(List.of(), SEED)) {
            running.assertSame();
        }
        assertThat(transfers.commits()).isPositive();
        assertNoTransactionFiles();
    }

    /**
     * Verifies a full disk. The system first limits the size of the process's files to less than it must save or
     * buffer.
     */
    @Test
    @EnabledOnOs(OS.LINUX)
    void replicationWaitsForAFullDisk() throws Exception {
        assumeTrue(Stream.of("/usr/bin/prlimit", "/bin/prlimit").anyMatch(path -> Files.exists(Path.of(path))));
        try (RunningProcess running = new RunningProcess(List.of(), SEED)) {
            running.await("saved");
        }
        for (int i = 0; i < FAULTS; i++) {
            Random random = new Random(SEED + i);
            List<String> limit = List.of("prlimit", "--fsize=" + (100_000 + random.nextInt(400_000)) + ":unlimited");
            try (RunningProcess running = new RunningProcess(limit, SEED + i)) {
                running.await("following");
                Thread writer = write(random);
                execute(Transfers.largeTransaction(random));
                long committed = System.nanoTime();
                running.sendLine("full");
                Matcher full = running.await("full (\\d+) .*");
                assertThat(Long.parseLong(full.group(1)))
                        .as("-Dspeedwell.seed=%d: age of %s", SEED + i, full.group())
                        .isGreaterThan(running.lastCommandNanos() - committed);
                running.await("not saved: .*(No space left|File too large).*");
                new ProcessBuilder("prlimit", "--fsize=unlimited", "--pid", Long.toString(running.pid()))
                        .start()
                        .waitFor();
                end(writer);
                running.assertSame();
                running.await("saved");
            }
        }
        assertNoTransactionFiles();
    }

    /** Asserts that killed processes left no files of transactions. */
    private void assertNoTransactionFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("speedwell-transaction"));
        }
    }

    private void execute(List<String> statements) throws SQLException {
        try (Connection connection = database.connect(Sakila.SCHEMA);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** A process from its start until the test kills it. */
    private final class RunningProcess implements AutoCloseable {
        private final long seed;
        private final Process process;
        private final BufferedReader lines;
        private final List<String> read = new ArrayList<>();
        private long lastCommandNanos;

        RunningProcess(List<String> before, long seed) throws IOException {
            this.seed = seed;
            List<String> command = new ArrayList<>(before);
            command.addAll(ForkedJvm.command(
                    folder,
                    List.of(
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-XX:-UsePerfData",
                            "-Xmx256m",
                            "-Djava.io.tmpdir=" + folder),
                    FollowingProcess.class,
                    List.of(
                            database.url(Sakila.SCHEMA),
                            database.user(),
                            database.password(),
                            Sakila.SCHEMA,
                            folder.resolve("sakila.speedwell").toString())));
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            lines = process.inputReader(UTF_8);
        }

        /** Waits for a line that matches a pattern. */
        Matcher await(String pattern) throws IOException {
            Pattern wanted = Pattern.compile(pattern);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher found = wanted.matcher(line);
                if (found.matches()) {
                    return found;
                }
                read.add(line);
                assertThat(line).as("-Dspeedwell.seed=%d: %s", seed, read).doesNotStartWith("failed");
            }
            throw new AssertionError("-Dspeedwell.seed=" + seed + ": the process ended before it said " + pattern + ": "
                    + String.join("\n", read));
        }

        void sendLine(String line) throws IOException {
            lastCommandNanos = System.nanoTime();
            process.outputWriter(UTF_8).append(line).append('\n').flush();
        }

        /** Returns the {@link System#nanoTime} of the last command. */
        long lastCommandNanos() {
            return lastCommandNanos;
        }

        long pid() {
            return process.pid();
        }

        /** Lets the process run for a time, and asserts that it does not end. */
        void letRunFor(int milliseconds) throws InterruptedException {
            assertThat(process.waitFor(milliseconds, TimeUnit.MILLISECONDS))
                    .as("-Dspeedwell.seed=%d: ended: %s", seed, read)
                    .isFalse();
        }

        void assertSame() throws IOException {
            sendLine("check");
            Matcher same = await(SAME.pattern());
            long began = Long.parseLong(same.group(1));
            long transactions = Long.parseLong(same.group(2));
            assertThat(began + transactions)
                    .as("-Dspeedwell.seed=%d: %s", seed, same.group())
                    .isEqualTo(Long.parseLong(same.group(3)));
            assertThat(same.group(4)).as("reloads").isEqualTo("0");
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            lines.close();
        }
    }
}
