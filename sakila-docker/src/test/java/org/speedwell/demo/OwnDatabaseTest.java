package org.speedwell.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.generator.runtime.EntityReader;
import org.speedwell.schema.Database;

/**
 * Follows the five steps of the README from a database to streams from memory. The test uses the files, commands and
 * code of the README and replaces only the address and the login of the server.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "makes symbolic links, which Windows forbids to most users")
@Tag("forked")
class OwnDatabaseTest {
    private static final String SCHEMA = "company";
    private static final String CHAPTER = "## Your own database, in five steps";
    private static final Pattern BLOCK = Pattern.compile("```(?<language>\\w+)\n(?<text>.*?)```", Pattern.DOTALL);
    private static final int PATIENCE_MINUTES = 5;

    private final Path folder = Path.of("target", "own-database").toAbsolutePath();

    @Test
    void fiveStepsOfReadmeStreamFromMemory() throws Exception {
        makeEmpty(folder);
        Path maven = maven();
        try (Database database = Database.embedded()) {
            makeCompany(database);
            Path project = Files.createDirectory(folder.resolve("project"));
            Path repository = repositoryWithSpeedwell();
            Path main = Files.createDirectories(project.resolve("src/main/java/com/example"))
                    .resolve("Main.java");
            Files.writeString(project.resolve("pom.xml"), of("xml", database));
            Files.writeString(project.resolve("company.json"), of("json", database));
            Files.writeString(main, of("java", database));

            String said = "";
            for (String command : of("sh", database).strip().split("\n+", -1)) {
                said = run(maven, repository, project, command);
            }

            assertThat(said)
                    .contains(
                            number(database, "SELECT COUNT(*) FROM salary WHERE amount > 60000")
                                    + " salaries above 60000",
                            number(database, "SELECT COUNT(*) FROM employee WHERE left_date IS NULL")
                                    + " employees have not left",
                            "last hired: [Last160, Last159, Last158]",
                            "salary, 2,700 rows",
                            "0 entities made");
        }
    }

    /**
     * Creates an empty folder, after it deletes the files of an earlier run. It deletes links, but not their targets.
     */
    private static void makeEmpty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(folder);
    }

    /**
     * Returns all blocks of a language in the chapter, joined by newlines. The address and the login of
     * {@code database} replace the reader's.
     */
    private static String of(String language, Database database) throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String chapter = readme.substring(readme.indexOf(CHAPTER));
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(chapter);
        while (block.find()) {
            if (block.group("language").equals(language)) {
                blocks.add(block.group("text"));
            }
        }
        assertThat(blocks).as("blocks of " + language).isNotEmpty();
        String text = String.join("\n", blocks);
        return language.equals("xml")
                ? text
                : text.replace("127.0.0.1", database.host())
                        .replace("3306", Integer.toString(database.port()))
                        .replace("root", database.user())
                        .replace("secret", database.password());
    }

    private static void makeCompany(Database database) throws SQLException, IOException {
        try (var script = Objects.requireNonNull(OwnDatabaseTest.class.getResourceAsStream("company.sql"));
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            String sql = new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"));
            statement.execute("CREATE DATABASE " + SCHEMA);
            statement.execute("USE " + SCHEMA);
            for (String each : sql.split(";", -1)) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
    }

    private static long number(Database database, String sql) throws SQLException {
        try (Connection connection = database.connect(SCHEMA);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Creates a repository of links to the user's Maven repository. Only Speedwell comes from the present build. */
    private Path repositoryWithSpeedwell() throws IOException, URISyntaxException {
        Path users =
                Path.of(System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
        Path repository = Files.createDirectory(folder.resolve("repository"));
        link(users, repository, "org");
        Path org = Files.createDirectory(repository.resolve("org"));
        link(users.resolve("org"), org, "speedwell");
        Path speedwell = Files.createDirectory(org.resolve("speedwell"));
        String version = "0.2.0";
        Path parent = Files.createDirectories(speedwell.resolve("speedwell").resolve(version));
        Files.copy(Path.of("..", "pom.xml"), parent.resolve("speedwell-" + version + ".pom"));
        install("accelerator", Path.of("..", "accelerator"), InMemoryBundle.class, speedwell, version);
        install("generator", Path.of("..", "accelerator", "generator"), EntityReader.class, speedwell, version);
        return repository;
    }

    private static void install(String name, Path module, Class<?> of, Path to, String version)
            throws IOException, URISyntaxException {
        Path installed = Files.createDirectories(to.resolve(name).resolve(version));
        Files.copy(module.resolve("pom.xml"), installed.resolve(name + "-" + version + ".pom"));
        Path classes =
                Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path jar = installed.resolve(name + "-" + version + ".jar");
        if (Files.isDirectory(classes)) {
            pack(classes, jar);
        } else {
            Files.copy(classes, jar);
        }
    }

    private static void link(Path from, Path to, String but) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(but)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
                }
            }
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (var zip = FileSystems.newFileSystem(jar, Map.of("create", "true"));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.toList()) {
                Path inside = zip.getPath("/" + classes.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(inside);
                } else {
                    Files.copy(file, inside);
                }
            }
        }
    }

    private static Path maven() {
        Path maven = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(maven != null, "THE FIVE STEPS ARE NOT TESTED: there is no mvn on the PATH.");
        return Objects.requireNonNull(maven);
    }

    /** Runs a line of the README in a shell, in the project's folder, and returns its output. */
    private String run(Path maven, Path repository, Path project, String command) throws Exception {
        assertThat(command).startsWith("mvn ");
        Path log = Files.createTempFile(folder, "maven", ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", "-c", maven + " -B -Dmaven.repo.local=" + repository + command.substring("mvn".length()))
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES))
                    .as("over in time: " + command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(log);
        assertThat(process.exitValue()).as(command + "\n" + said).isZero();
        return said;
    }
}
