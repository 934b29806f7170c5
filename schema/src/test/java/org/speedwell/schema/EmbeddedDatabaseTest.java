package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@EnabledIf("isAvailable")
@Tag("fault")
@Tag("forked")
class EmbeddedDatabaseTest {

    static boolean isAvailable() {
        try {
            return !Binaries.platform().isEmpty();
        } catch (DatabaseException e) {
            return false;
        }
    }

    @Test
    void freshDatabaseUsesLoopbackAndDeletesItsFiles() throws Exception {
        Database database = Database.embedded();
        Path home;
        try (database;
                Connection connection = database.connect()) {
            assertThat(database.version()).startsWith("MariaDB ");
            assertThat(database.host()).isEqualTo("127.0.0.1");
            assertThat(Sql.value(
                            connection,
                            "SELECT @@bind_address, @@log_bin, @@binlog_format, @@binlog_row_metadata,"
                                    + " @@character_set_server, @@local_infile"))
                    .startsWith("127.0.0.1\t1\tROW\tFULL\tutf8mb4");
            assertThat(Sql.rows(connection, "SHOW DATABASES")).doesNotContain("sakila");
            home = Path.of(Sql.value(connection, "SELECT @@datadir")).getParent();
            assertThat(home).exists();
        }
        assertThat(home).doesNotExist();
        assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);
        database.close(); // a second call has no effect
    }

    @Test
    void keptDatabaseHasItsDataAtNextStart(@TempDir Path dir) throws Exception {
        try (Database database = Database.embedded(dir);
                Connection connection = database.connect()) {
            Sql.run(
                    connection,
                    "CREATE DATABASE kept",
                    "CREATE TABLE kept.t (i INT)",
                    "INSERT INTO kept.t VALUES (42)");
        }
        try (Database database = Database.embedded(dir);
                Connection connection = database.connect("kept")) {
            assertThat(Sql.value(connection, "SELECT i FROM t")).isEqualTo("42");
        }
    }

    @Test
    void connectionWaitsForStartingDatabase(@TempDir Path dir) throws Exception {
        try (Database database = Database.starting(dir);
                Connection connection = database.connect()) {
            assertThat(Sql.value(connection, "SELECT @@port")).isEqualTo("" + database.port());
        }
    }

    @Test
    void databaseClosedDuringItsStartLeavesNoPassword(@TempDir Path dir) throws Exception {
        Database.starting(dir).close();

        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("init"));
        }
        try (Database database = Database.embedded(dir)) {
            assertThat(database.version()).startsWith("MariaDB ");
        }
    }

    @Test
    void directoryServesOneDatabaseAtATime(@TempDir Path first, @TempDir Path second) throws Exception {
        try (Database one = Database.embedded(first);
                Database two = Database.embedded(second)) {
            assertThat(one.port()).isNotEqualTo(two.port());
            assertThatThrownBy(() -> Database.embedded(first))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining(first.toString())
                    .hasMessageContaining("another directory");
            // A failed attempt of this JVM must not release the directory to another JVM either.
            assertThat(start(first, "wait").waitFor()).isEqualTo(1);
            assertThat(first.resolve("program.log")).content().contains("Another database runs in");
            try (Connection connection = one.connect()) {
                assertThat(Sql.value(connection, "SELECT @@port")).isEqualTo("" + one.port());
            }
        }
    }

    @Test
    void serverOfKilledProgramIsFoundAndStopped(@TempDir Path dir) throws Exception {
        Process program = start(dir, "wait");
        try (BufferedReader output = program.inputReader()) {
            assertThat(output.lines().anyMatch("ready"::equals)).isTrue();
            assertThatThrownBy(() -> Database.embedded(dir)).hasMessageContaining("Another database runs");
            program.destroyForcibly().waitFor();
        }
        ProcessHandle orphan = server(dir).orElseThrow();
        assertThat(orphan.isAlive()).isTrue();

        try (Database database = Database.embedded(dir);
                Connection connection = database.connect("kept")) {
            assertThat(orphan.isAlive()).isFalse();
            assertThat(Sql.value(connection, "SELECT i FROM t")).isEqualTo("42");
        }
    }

    @Test
    void otherProcessWithSameIdIsNotStopped(@TempDir Path dir) throws Exception {
        Files.writeString(
                dir.resolve("server.pid"), "" + ProcessHandle.current().pid());

        try (Database database = Database.embedded(dir)) {
            assertThat(database.version()).startsWith("MariaDB");
        }
    }

    @Test
    void programWhoseMainThrowsStopsItsServer(@TempDir Path dir) throws Exception {
        Process program = start(dir, "throw");

        assertThat(program.waitFor()).isEqualTo(1);
        assertThat(server(dir)).isEmpty();
    }

    @Test
    void failedStartShowsServerLog(@TempDir Path dir) throws Exception {
        Files.createDirectories(dir.resolve("data"));
        Files.writeString(dir.resolve("data").resolve("ibdata1"), "not a tablespace");

        assertThatThrownBy(() -> Database.embedded(dir))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("ended during its start")
                .hasMessageContaining("[ERROR] InnoDB");
    }

    private static Process start(Path dir, String end) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(List.of(java, "-cp", classPath, Keeper.class.getName(), dir.toString(), end))
                .redirectError(new File(dir.toFile(), "program.log"))
                .start();
    }

    /** Returns the server process that works on a directory, regardless of the process that started it. */
    private static Optional<ProcessHandle> server(Path dir) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().arguments().stream()
                        .flatMap(Stream::of)
                        .anyMatch(argument -> argument.equals("--datadir=" + dir.resolve("data"))))
                .findFirst();
    }
}
