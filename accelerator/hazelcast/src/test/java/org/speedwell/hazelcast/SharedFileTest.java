package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.sakila.FilmManager;

/**
 * Several JVMs of one machine open one file and share its pages. Each keeps its own version after another file has
 * taken the name.
 */
@Tag("forked")
@Tag("database")
@EnabledOnOs(OS.LINUX)
class SharedFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void processesSharePagesAndKeepTheirFileUntilTheyReopen() throws Exception {
        Path file = folder.toRealPath().resolve("sakila.speedwell");
        try (ClusterSakila sakila = new ClusterSakila("speedwell_test_cluster_shared")) {
            Speedment loader = sakila.inMemory();
            DataStoreComponent store = loader.getOrThrow(DataStoreComponent.class);
            store.load();
            store.save(file);
            String films = films(loader);
            try (OtherJvm one = new OtherJvm(file);
                    OtherJvm other = new OtherJvm(file)) {
                for (OtherJvm jvm : List.of(one, other)) {
                    jvm.sendLine("open");
                }
                for (OtherJvm jvm : List.of(one, other)) {
                    assertThat(jvm.answer()).isEqualTo("opened");
                    assertThat(jvm.ask("films")).isEqualTo(films);
                }
                assertShared(file, one, other);

                sakila.execute("UPDATE film SET length = length + 1 WHERE film_id < 500");
                store.reload();
                store.save(file);
                String newer = films(loader);

                assertThat(newer).isNotEqualTo(films);
                assertThat(one.ask("films")).isEqualTo(films);
                assertThat(one.ask("open")).isEqualTo("opened");
                assertThat(one.ask("films")).isEqualTo(newer);
                assertThat(other.ask("films")).isEqualTo(films);
                assertThat(other.ask("open")).isEqualTo("opened");
                assertThat(other.ask("films")).isEqualTo(newer);
            }
            loader.stop();
        }
    }

    private static String films(Speedment of) {
        return Integer.toString(
                of.getOrThrow(FilmManager.class).stream().toList().toString().hashCode());
    }

    /** Asserts that both processes hold most of the file in memory, and that each accounts for about half of it. */
    private static void assertShared(Path file, OtherJvm... jvms) throws IOException {
        long kilobytes = Files.size(file) / 1024;
        for (OtherJvm jvm : jvms) {
            long[] pages = Arrays.stream(jvm.ask("pages").split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
            assertThat(pages[0]).as("resident kB of %d", kilobytes).isGreaterThan(kilobytes / 2);
            assertThat(pages[1]).as("shared kB of %d resident", pages[0]).isGreaterThan(pages[0] * 9 / 10);
            assertThat(pages[2]).as("proportional kB of %d resident", pages[0]).isLessThan(pages[0] * 6 / 10);
        }
    }

    private static final class OtherJvm implements AutoCloseable {
        private final Process process;
        private final BufferedReader lines;

        OtherJvm(Path file) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(flag -> flag.startsWith("--") || flag.startsWith("-Duser.") || flag.startsWith("-Dfile."))
                    .forEach(command::add);
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            command.addAll(List.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx256m",
                    "-cp",
                    classPath,
                    OpeningProcess.class.getName(),
                    file.toString()));
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            lines = process.inputReader(StandardCharsets.UTF_8);
        }

        void sendLine(String line) throws IOException {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append(line)
                    .append('\n')
                    .flush();
        }

        String answer() throws IOException {
            List<String> output = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("answer ")) {
                    return line.substring("answer ".length());
                }
                output.add(line);
            }
            throw new AssertionError("The process ended: " + String.join("\n", output));
        }

        String ask(String line) throws IOException {
            sendLine(line);
            return answer();
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
