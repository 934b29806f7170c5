package org.speedwell.accelerator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * A JVM that follows while its heap is filled to the last byte again and again. When there is memory again it follows on, and its tables are
 * those of the database.
 *
 * <p>{@code -Dspeedwell.fullHeaps=100} fills it more often, {@code -Dspeedwell.seed} at other moments.
 */
@Tag("database")
@Timeout(3_600)
class FullHeapTest {
    private static final String SCHEMA = "speedwell_test_full_heap";
    private static final int ROUNDS = Integer.getInteger("speedwell.fullHeaps", 3);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_124L);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void afterEachTheDatabaseIsFollowedOn() throws Exception {
        Database database = Database.forTests();
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        List<String> command = ForkedJvm.command(
                folder,
                List.of("-Xmx96m", "-XX:+UseSerialGC"),
                FullHeapProcess.class,
                List.of(database.url(SCHEMA), database.user(), database.password(), SCHEMA));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> told = new ArrayList<>();
        try (Connection connection = database.connect(SCHEMA);
                BufferedWriter to = process.outputWriter(UTF_8);
                BufferedReader from = process.inputReader(UTF_8)) {
            await("ready", from, told);
            Random random = new Random(SEED);
            for (int i = 0; i < ROUNDS; i++) {
                say("fill " + random.nextInt(100, 1_500), to);
                Thread writer = Thread.ofPlatform().start(() -> write(connection, random));
                await("freed", from, told);
                writer.interrupt();
                writer.join();
                say("check", to);
                await("same", from, told);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static void say(String line, BufferedWriter to) throws Exception {
        to.write(line);
        to.newLine();
        to.flush();
    }

    private static void await(String word, BufferedReader from, List<String> told) throws Exception {
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            told.add(line);
            if (line.equals(word)) {
                return;
            }
            assertThat(line).as(String.join("\n", told)).doesNotStartWith("failed");
        }
        throw new AssertionError("The process has ended: "
                + String.join("\n", told.subList(Math.max(0, told.size() - 100), told.size())));
    }

    /** Writes, small transactions and large ones, until it is interrupted. */
    private static void write(Connection connection, Random random) {
        try (Statement statement = connection.createStatement()) {
            while (!Thread.currentThread().isInterrupted()) {
                int id = 1 + random.nextInt(1_000);
                int many = random.nextInt(10) == 0 ? 500 : 5;
                statement.execute("UPDATE film SET length = length % 500 + 1, description = REPEAT('" + id % 10
                        + "', 200) WHERE film_id BETWEEN " + id + " AND " + (id + many));
                statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('" + id + "', 'FULL')");
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
