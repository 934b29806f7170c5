package org.speedwell.accelerator;

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
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * What follows a database is killed at random moments, also while it saves, and goes on from the file that it has saved; and
 * its disk is full: nothing is torn, lost or doubled, and where it cannot get on it tells.
 *
 * <p>{@code -Dspeedwell.processFaults=100} tries more, {@code -Dspeedwell.seed} others.
 */
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

    /** The longest life after it follows, or has saved. */
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
    void aProcessThatIsKilledGoesOnFromItsFile() throws Exception {
        Thread writer = write(new Random(SEED));
        for (int i = 0; i < FAULTS; i++) {
            Random random = new Random(SEED + i);
            try (Life life = new Life(List.of(), SEED + i)) {
                life.await("following");
                if (random.nextInt(3) > 0) {
                    life.await("saved");
                }
                life.leaveFor(random.nextInt(MILLIS));
            }
        }
        end(writer);
        try (Life life = new Life(List.of(), SEED)) {
            life.assertSame();
        }
        assertThat(transfers.commits()).isPositive();
        assertNoTransactionsInFiles();
    }

    /** At first the system lets no file of the process have more bytes than some, which are less than are to be saved or kept. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aDiskThatIsFullIsWaitedFor() throws Exception {
        assumeTrue(Stream.of("/usr/bin/prlimit", "/bin/prlimit").anyMatch(path -> Files.exists(Path.of(path))));
        try (Life life = new Life(List.of(), SEED)) {
            life.await("saved");
        }
        for (int i = 0; i < FAULTS; i++) {
            Random random = new Random(SEED + i);
            List<String> limit = List.of("prlimit", "--fsize=" + (100_000 + random.nextInt(400_000)) + ":unlimited");
            try (Life life = new Life(limit, SEED + i)) {
                life.await("following");
                Thread writer = write(random);
                execute(Transfers.largeTransaction(random));
                long committed = System.nanoTime();
                life.tell("full");
                Matcher full = life.await("full (\\d+) .*");
                assertThat(Long.parseLong(full.group(1)))
                        .as("-Dspeedwell.seed=%d: age of %s", SEED + i, full.group())
                        .isGreaterThan(life.told() - committed);
                life.await("not saved: .*(No space left|File too large).*");
                new ProcessBuilder("prlimit", "--fsize=unlimited", "--pid", Long.toString(life.pid()))
                        .start()
                        .waitFor();
                end(writer);
                life.assertSame();
                life.await("saved");
            }
        }
        assertNoTransactionsInFiles();
    }

    /** Those that were killed have left none. */
    private void assertNoTransactionsInFiles() throws IOException {
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

    /** A process from its start until it is killed. */
    private final class Life implements AutoCloseable {
        private final long seed;
        private final Process process;
        private final BufferedReader lines;
        private final List<String> read = new ArrayList<>();
        private long told;

        Life(List<String> before, long seed) throws IOException {
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

        /** Waits for a line. */
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

        void tell(String line) throws IOException {
            told = System.nanoTime();
            process.outputWriter(UTF_8).append(line).append('\n').flush();
        }

        /** When it was told something last. */
        long told() {
            return told;
        }

        long pid() {
            return process.pid();
        }

        /** Lets it live for some time, unless it ends by itself. */
        void leaveFor(int milliseconds) throws InterruptedException {
            assertThat(process.waitFor(milliseconds, TimeUnit.MILLISECONDS))
                    .as("-Dspeedwell.seed=%d: ended: %s", seed, read)
                    .isFalse();
        }

        void assertSame() throws IOException {
            tell("check");
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
