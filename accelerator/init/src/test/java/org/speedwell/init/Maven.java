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

/** The real Maven, with a repository of its own: the user's by links, but for Speedwell, which is as it is being built here. */
final class Maven {
    private static final int PATIENCE_MINUTES = 5;

    private final Path repository;

    /** @param folder an empty one, for the repository */
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

    /** What Maven printed, once it has ended well. */
    String run(Path project, Map<String, String> environment, String... goals) throws Exception {
        String maven = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElse("");
        assumeTrue(!maven.isEmpty(), "THE PROJECT IS NOT BUILT: there is no mvn on the PATH.");
        List<String> command = new ArrayList<>(List.of(maven, "-B", "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(goals));
        Path log = Files.createTempFile(repository.getParent(), "maven", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        builder.environment().putAll(environment);
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
