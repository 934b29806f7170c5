package org.speedwell.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Progress;

/**
 * A measurement of the time from the start of a process to its first checked answers over a snapshot file. Each mode
 * runs with and without an AOT cache, in turn, in JVMs without other flags.
 */
final class StartComparison {
    private StartComparison() {}

    /** A way to start: an open mode, with or without an AOT cache. */
    private record Start(OpenMode mode, boolean isCached) {
        String title() {
            return "OpenMode." + mode + (isCached ? ", AOT cache" : "");
        }
    }

    /** Measures each way to start a number of times. */
    static void run(int rows, int rounds, Path results) throws IOException, InterruptedException {
        Path file = Files.createTempFile(results, "films", ".snapshot");
        Path cache = results.resolve("start.aot");
        try {
            String expected = save(rows, file);
            List<Boolean> caches = isCacheable() ? List.of(false, true) : List.of(false);
            if (isCacheable()) {
                var _ = start(List.of("-XX:AOTCacheOutput=" + cache), file, OpenMode.LAZY, expected);
            }
            Map<Start, List<long[]>> times = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                for (OpenMode mode : OpenMode.values()) {
                    for (boolean isCached : caches) {
                        List<String> flags = isCached ? List.of("-XX:AOTCache=" + cache) : List.of();
                        times.computeIfAbsent(new Start(mode, isCached), _ -> new ArrayList<>())
                                .add(start(flags, file, mode, expected));
                    }
                }
            }
            Table table = new Table(
                    String.format(
                            Locale.ROOT,
                            "First answers after a start over a file of %,d films, %,d MB",
                            rows,
                            Files.size(file) >> 20),
                    "Milliseconds from the start of the process, medians of " + rounds + " rounds in turn.",
                    List.of("", "JVM started", "application built", "opened", "answered", "slowest", "all verified"));
            times.forEach((start, measured) -> table.row(cells(start.title(), measured)));
            table.rows().forEach(System.out::println);
            Findings.write(results, "start", table);
        } finally {
            Files.delete(file);
            Files.deleteIfExists(cache);
        }
    }

    /** Saves a file of films, and returns the answers of {@link OpenedStart} for them. */
    private static String save(int rows, Path file) throws IOException {
        try (SyntheticApp app =
                SyntheticApp.of(SyntheticFilms.of(rows, true).build(rows, _ -> true, Progress.console()))) {
            SnapshotWriter.save(Objects.requireNonNull(app.versions().current()), file);
            return OpenedStart.answers(app.manager(FilmManager.class));
        }
    }

    /** Returns whether the JVM can make a cache for the class path. It accepts jars only. */
    private static boolean isCacheable() {
        return Stream.of(classPath().split(File.pathSeparator)).noneMatch(entry -> Files.isDirectory(Path.of(entry)));
    }

    private static String classPath() {
        return ManagementFactory.getRuntimeMXBean().getClassPath();
    }

    /** Runs the application in a JVM, and returns the milliseconds that it prints. */
    private static long[] start(List<String> flags, Path file, OpenMode mode, String expected)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), OpenedStart.class.getName()));
        command.addAll(List.of(Long.toString(System.currentTimeMillis()), file.toString(), mode.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            List<String> lines = process.inputReader().lines().toList();
            if (process.waitFor() != 0 || lines.size() < 2 || !lines.get(1).equals(expected)) {
                throw new IllegalStateException("The application printed " + lines + ". Its answers are " + expected);
            }
            return Stream.of(lines.getFirst().split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
        } finally {
            process.destroy();
        }
    }

    private static List<String> cells(String title, List<long[]> rounds) {
        return List.of(
                title,
                at(rounds, 0, 0.5),
                at(rounds, 1, 0.5),
                at(rounds, 2, 0.5),
                "*" + at(rounds, 3, 0.5),
                at(rounds, 3, 1),
                at(rounds, 4, 0.5));
    }

    /** Returns a quantile of the times of one phase. */
    private static String at(List<long[]> rounds, int phase, double quantile) {
        long[] sorted =
                rounds.stream().mapToLong(times -> times[phase]).sorted().toArray();
        return Long.toString(sorted[(int) (quantile * (sorted.length - 1))]);
    }
}
