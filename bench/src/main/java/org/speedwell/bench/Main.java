package org.speedwell.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.speedwell.bench.report.Report;
import org.speedwell.schema.Tpch;

/** The entry point of the benchmarks. It runs presets, the report, and JMH with its own arguments. */
public final class Main {
    private static final String USAGE = """
            bench/run [options] PRESET...   Runs benchmarks and writes one report.
            bench/run report [FOLDER]       Writes the report of a run again. Default: the latest run.
            bench/run [options] [JMH's own arguments]                     (bench/run -h lists them).

            Presets:
              quick       Every benchmark once, in about three minutes. It tests the benchmarks; ignore its figures.
              article     The article's two queries over SQL and from memory.
              peers       Nine queries by Speedwell, DuckDB, QuestDB, CQEngine, H2, SQL and plain lists.
              tpch        The queries of TPC-H by Speedwell, with fields and with lambdas, and by DuckDB.
              records     The queries of TPC-H and of Sakila: lambdas over records, compared with fields of Speedment.
              growth      From a thousand rows to a hundred million.
              encode      Films as JSON and CSV from columns, compared with Jackson over entities.
              readers     Reader threads, 1 to 8, with and without reloads.
              load        The load, compared with a read of the same tables through JDBC.
              start       From the start of a process to its first answers over a snapshot file.
              live        Replication: from commit to stream, catching up, queries during replication.
              maintained  Queries whose results stay current: reads, one changed row, a thousand queries at once.
              htap        CH-benCHmark: TPC-C on the database, 22 questions as streams, maintained results, their age.
              rest        Rows by REST: bytes from columns, compared with Jackson over entities, in memory and by SQL.
              jpa         A service of Spring Data JPA: its questions by JPQL, and as streams from memory.
              threads     Platform threads, virtual threads and a semaphore before a contended database.
              streaming   Windows, sensors and NEXMark, compared with Hazelcast Jet.
              ysb         The Yahoo Streaming Benchmark on one thread, compared with Hazelcast Jet and Flink.
              kafka       Jobs from and to Kafka topics, compared with Kafka's own clients.
              debezium    Catching up by Debezium's topics, compared with the binlog and with a bare consumer.
              all         The presets from article to debezium. This takes hours.
              scale       A streaming job on 1 to 4 members in network namespaces. It needs Linux and root.

            Options:
              --url jdbc:mysql://host:port --user NAME --password WORD     Your own server, not the embedded one.
              --rows N,N,...         Sizes of peers and growth.
              --scale N              Scale factor of tpch, such as 0.1, and warehouses of htap. Default: 1.
              --results FOLDER       The folder of the results. Default: target/results/<time>.
              --no-vectors           JVMs without --add-modules jdk.incubator.vector, as most applications start.
            """;

    /** The options and the remaining arguments of a run. */
    private record Settings(Path results, List<Integer> rows, double scale, List<String> rest) {}

    private Main() {}

    /**
     * Runs the command and ends the JVM. The exit code is 0 for success, 1 if a benchmark failed, and 2 for invalid
     * arguments.
     */
    public static void main(String[] args) throws Exception {
        try {
            System.exit(run(args) ? 0 : 1);
        } catch (IllegalArgumentException | CommandLineOptionException e) {
            System.err.println(e.getMessage());
            System.err.println();
            System.err.print(USAGE);
            System.exit(2);
        }
    }

    private static boolean run(String[] args) throws Exception {
        Settings settings = settings(args);
        List<String> rest = settings.rest;
        if (rest.isEmpty() || List.of("help", "--help").contains(rest.getFirst())) {
            System.out.print(USAGE);
            return true;
        }
        String verb = rest.getFirst();
        List<String> operands = rest.subList(1, rest.size());
        if (verb.equals("report")) {
            Path folder = operands.isEmpty() ? latest() : Path.of(operands.getFirst());
            Report.write(folder);
            return true;
        }
        if (verb.equals("program") && !operands.isEmpty()) {
            Program program = Program.valueOf(operands.getFirst());
            try {
                Files.createDirectories(settings.results); // before a long run, not after it
                program.run(operands.subList(1, operands.size()), settings.results);
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException(program + " failed: " + e.getMessage(), e); // not an invalid argument
            }
            return true;
        }
        if (Preset.isPreset(verb)) {
            for (String name : operands) {
                if (!Preset.isPreset(name)) {
                    throw new IllegalArgumentException(name + " is not a preset, but follows one.");
                }
            }
            Files.createDirectories(settings.results);
            RunInfo.write(settings.results, String.join(" ", args));
            boolean complete = Preset.run(rest, settings.rows, settings.scale, settings.results);
            Report.write(settings.results);
            return complete;
        }
        return jmh(rest, settings.results, String.join(" ", args));
    }

    private static boolean jmh(List<String> arguments, Path results, String command)
            throws IOException, CommandLineOptionException {
        if (Jmh.isHelpOrList(arguments)) {
            org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
            return true;
        }
        Files.createDirectories(results);
        RunInfo.write(results, command);
        try {
            Jmh.run(arguments, results.resolve("jmh.json"));
        } catch (RunnerException e) {
            System.err.println(e.getMessage());
            return false;
        }
        Report.write(results);
        return true;
    }

    private static Settings settings(String[] args) {
        Deque<String> rest = new ArrayDeque<>(List.of(args));
        Path results = BenchFolders.results()
                .resolve(LocalDateTime.now(ZoneId.systemDefault())
                        .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")));
        List<Integer> rows = List.of();
        double scale = 1;
        while (rest.size() > 1) {
            switch (rest.peek()) {
                case "--url", "--user", "--password" -> {
                    String name = rest.remove().substring(2);
                    System.setProperty("speedwell." + name, rest.remove());
                }
                case "--rows" -> {
                    rest.remove();
                    rows = List.of(rest.remove().split(",")).stream()
                            .map(Main::size)
                            .toList();
                }
                case "--scale" -> {
                    rest.remove();
                    scale = scale(rest.remove());
                }
                case "--no-vectors" -> {
                    rest.remove();
                    System.setProperty(ChildJvm.VECTORS, "false");
                }
                case "--results" -> {
                    rest.remove();
                    results = Path.of(rest.remove());
                }
                default -> {
                    return new Settings(results, rows, scale, List.copyOf(rest));
                }
            }
        }
        return new Settings(results, rows, scale, List.copyOf(rest));
    }

    private static double scale(String text) {
        try {
            double scale = Double.parseDouble(text.strip());
            if (scale > 0 && scale <= Tpch.MAX_SCALE) {
                return scale;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                "--scale " + text + ": a scale factor is above 0 and at most " + Tpch.MAX_SCALE + ", such as 0.1.");
    }

    private static int size(String text) {
        try {
            int rows = Integer.parseInt(text.strip());
            if (rows >= 1_000 && rows % 1_000 == 0) {
                return rows;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException("--rows " + text + ": sizes are whole thousands, such as 1000,1000000.");
    }

    private static Path latest() throws IOException {
        Path results = BenchFolders.results();
        if (Files.isDirectory(results)) {
            try (var folders = Files.list(results)) {
                return folders.filter(Files::isDirectory)
                        .max(java.util.Comparator.naturalOrder())
                        .orElseThrow(() -> new IllegalArgumentException("There is no run in " + results + " yet."));
            }
        }
        throw new IllegalArgumentException("There is no run in " + results + " yet.");
    }
}
