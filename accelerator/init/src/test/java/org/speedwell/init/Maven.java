package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The installed Maven with a separate repository. It links to the user's repository, except for Speedwell, whose
 * modules come from this build.
 */
final class Maven {
    private static final int PATIENCE_MINUTES = 5;

    private final Path repository;

    /**
     * Creates a repository in a folder.
     *
     * @param folder an empty folder
     */
    Maven(Path folder) throws IOException {
        repository = folder;
        String home = System.getProperty("user.home") + "/.m2/repository";
        Path users = Path.of(System.getProperty("localRepository", home)).toAbsolutePath();
        link(users, repository, "org");
        Path org = Files.createDirectory(repository.resolve("org"));
        link(users.resolve("org"), org, "speedwell");
        Path root = Path.of("..", "..");
        String version = version();
        Path parent = Files.createDirectories(org.resolve("speedwell/speedwell").resolve(version));
        Files.copy(root.resolve("pom.xml"), parent.resolve("speedwell-" + version + ".pom"));
        install(org, "accelerator", Path.of(".."), version);
        install(org, "generator", Path.of("..", "generator"), version);
    }

    private static String version() throws IOException {
        Properties versions = new Properties();
        try (var in = Objects.requireNonNull(Maven.class.getResourceAsStream("project/versions.properties"))) {
            versions.load(in);
        }
        return versions.getProperty("speedwell.version");
    }

    private static void install(Path org, String name, Path module, String version) throws IOException {
        Path installed =
                Files.createDirectories(org.resolve("speedwell").resolve(name).resolve(version));
        Files.copy(module.resolve("pom.xml"), installed.resolve(name + "-" + version + ".pom"));
        pack(module.resolve("target/classes"), installed.resolve(name + "-" + version + ".jar"));
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

    /** Runs goals and returns the output of Maven. Fails if Maven fails. */
    String run(Path project, Map<String, String> environment, String... goals) throws Exception {
        Path log = Files.createTempFile(repository.getParent(), "maven", ".log");
        Process process = start(project, environment, log, goals);
        try {
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES))
                    .as("over in time: " + List.of(goals))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String output = Files.readString(log);
        assertThat(process.exitValue()).as(List.of(goals) + "\n" + output).isZero();
        return output;
    }

    /** Starts goals. The caller ends the process. */
    Process start(Path project, Map<String, String> environment, String... goals) throws IOException {
        return start(project, environment, Files.createTempFile(repository.getParent(), "maven", ".log"), goals);
    }

    private Process start(Path project, Map<String, String> environment, Path log, String... goals) throws IOException {
        String maven = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElse("");
        assumeTrue(!maven.isEmpty(), "THE PROJECT IS NOT BUILT: there is no mvn on the PATH.");
        List<String> command = new ArrayList<>(List.of(maven, "-B", "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(goals));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        builder.environment().putAll(environment);
        return builder.start();
    }
}
