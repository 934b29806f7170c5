package org.speedwell.accelerator.following;

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
import org.speedwell.accelerator.ForkedJvm;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Verifies a JVM that replicates while its heap fills to the last byte repeatedly. Once memory is free, replication
 * continues and the tables equal the database.
 *
 * <p>{@code -Dspeedwell.fullHeaps=100} fills the heap more often, {@code -Dspeedwell.seed} at other moments.
 */
@Tag("fault")
@Tag("forked")
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
    void replicationContinuesAfterEachFullHeap() throws Exception {
        Database database = Database.forTests();
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        List<String> command = ForkedJvm.command(
                folder,
                List.of("-Xmx96m", "-XX:+UseSerialGC"),
                FullHeapProcess.class,
                List.of(database.url(SCHEMA), database.user(), database.password(), SCHEMA));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> output = new ArrayList<>();
        try (Connection connection = database.connect(SCHEMA);
                BufferedWriter to = process.outputWriter(UTF_8);
                BufferedReader from = process.inputReader(UTF_8)) {
            await("ready", from, output);
            Random random = new Random(SEED);
            for (int i = 0; i < ROUNDS; i++) {
                send("fill " + random.nextInt(100, 1_500), to);
                Thread writer = Thread.ofPlatform().start(() -> write(connection, random));
                await("freed", from, output);
                writer.interrupt();
                writer.join();
                send("check", to);
                await("same", from, output);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static void send(String line, BufferedWriter to) throws Exception {
        to.write(line);
        to.newLine();
        to.flush();
    }

    private static void await(String word, BufferedReader from, List<String> output) throws Exception {
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            output.add(line);
            if (line.equals(word)) {
                return;
            }
            assertThat(line).as(String.join("\n", output)).doesNotStartWith("failed");
        }
        throw new AssertionError("The process has ended: "
                + String.join("\n", output.subList(Math.max(0, output.size() - 100), output.size())));
    }

    /** Writes small and large transactions until it is interrupted. */
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
