package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.LoggerManager;
import com.speedment.runtime.core.ApplicationBuilder.LogType;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Verifies what an application prints when it loads, opens a mapped file and queries. It runs on JVMs without
 * flags, with the recommended flag, and without {@code sun.misc.Unsafe}.
 */
@Tag("forked")
@Tag("database")
@Timeout(300)
class QuietStartTest {
    private static final String SCHEMA = "speedwell_test_quiet";
    private static final Database DATABASE = Database.forTests();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    /** The printed lines of a program. */
    private record Printed(List<String> out, List<String> err) {}

    @BeforeAll
    static void fill() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sun-misc-unsafe-memory-access=deny", "--enable-native-access=ALL-UNNAMED", ""})
    void onlyOneLogRecordPerLoadIsPrinted(String flag) throws Exception {
        Printed printed = run(flag.isEmpty() ? List.of() : List.of(flag));

        assertPrintedByTheProgram(printed.out());
        assertOneLoad(printed.err());
    }

    @Test
    void speedmentLoggingCanBeEnabled() {
        var logger = LoggerManager.getLogger(LogType.APPLICATION_BUILDER.getLoggerName());
        Level before = logger.getLevel();
        try {
            logger.setLevel(Level.INFO);
            var unused = new SakilaApplicationBuilder().withBundle(InMemoryBundle.class);
            assertThat(logger.getLevel()).isEqualTo(Level.WARN);
            unused = new SakilaApplicationBuilder()
                    .withLogging(LogType.APPLICATION_BUILDER)
                    .withBundle(InMemoryBundle.class);
            assertThat(logger.getLevel()).isEqualTo(Level.DEBUG);
        } finally {
            logger.setLevel(before);
        }
    }

    private static void assertPrintedByTheProgram(List<String> out) {
        assertThat(out).hasSize(2);
        assertThat(out.get(0)).matches("\\d+ long films");
        assertThat(out.get(1)).matches("\\d+ long titles");
    }

    /** Asserts that the JDK's logging printed one record, which takes two lines. */
    private static void assertOneLoad(List<String> err) {
        assertThat(err).hasSize(2);
        assertThat(err.get(0)).endsWith("org.speedwell.accelerator.live.Loads load");
        assertThat(err.get(1)).startsWith("INFO: Loaded version 1: ");
    }

    /** Runs the program in a JVM with these flags only, and without options from the environment. */
    private Printed run(List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), QuietStart.class.getName()));
        command.addAll(List.of(
                DATABASE.url(SCHEMA),
                DATABASE.user(),
                DATABASE.password(),
                SCHEMA,
                folder.resolve("sakila.snapshot").toString()));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Stream.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS").forEach(builder.environment()::remove);
        builder.environment().put("LC_ALL", "C"); // the language of the log
        Process process = builder.start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        Printed printed = new Printed(Files.readAllLines(out), Files.readAllLines(err));
        assertThat(process.exitValue()).as(printed.toString()).isZero();
        return printed;
    }

    /** Returns the class path of the tests, without the loggers that silence them. */
    private static String classPath() {
        return Stream.of(ForkedJvm.classPath().split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("slf4j-nop"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
