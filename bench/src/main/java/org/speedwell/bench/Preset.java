package org.speedwell.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.speedwell.bench.peers.Contestant;
import org.speedwell.bench.streaming.Scenario;
import org.speedwell.bench.tpch.TpchEngine;

/** The steps of each preset. If a step fails, the run reports and omits it, and continues with the next step. */
final class Preset {
    /** The presets that {@code all} runs. */
    private static final List<String> NAMES =
            List.of(("article peers tpch records growth encode readers load start live maintained htap rest jpa threads"
                            + " streaming ysb kafka debezium")
                    .split(" "));

    private static final List<Integer> PEER_ROWS = List.of(1_000, 1_000_000, 10_000_000);
    private static final List<Integer> GROWTH_ROWS =
            List.of(1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000);

    /** The number of rows of the table that changes. */
    private static final int CHANGED_ROWS = 10_000_000;

    /** The scale of Sakila at which it has a million payments. */
    private static final int MAINTAINED_SCALE = 63;

    private static final int MAX_MEMBERS = 4;

    /** The sizes at which the throughput of one thread is compared with that of all threads. */
    private static final List<Integer> THROUGHPUT_ROWS = List.of(1_000, 1_000_000);

    private static final List<String> ENGINES = List.of("speedwell", "jet");
    private static final List<String> COLLECTORS = List.of("G1", "ZGC");

    /**
     * The flags for G1. They limit its pauses for both engines alike, because pauses are the subject of the
     * measurement.
     */
    private static final List<String> G1 = List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=5");

    /** The heap of the streaming engines. */
    private static final List<String> HEAP = List.of("-Xmx6g");

    /**
     * The heap with all pages touched at the start. Otherwise the time at which the system clears pages would influence
     * the result.
     */
    private static final List<String> TOUCHED_HEAP = List.of("-Xms6g", "-Xmx6g", "-XX:+AlwaysPreTouch");

    /** The heap for TPC-H. Results with many groups become objects on the heap. */
    private static final List<String> TPCH_HEAP = List.of("-XX:+UseG1GC", "-Xmx4g");

    /** The number of rows from which a second thread can help. */
    private static final int PARALLEL_ROWS = 1_000_000;

    /**
     * The length of a trial in the search for the highest rate. A search takes about 20 trials for each engine,
     * scenario and collector.
     */
    private static final int TRIAL_MILLIS = 1_500;

    /** The number of windows from which a 99.99th percentile is more than the slowest one. */
    private static final int WINDOWS = 10_000;

    /** The JMH times for one of many queries. They are short, because the report shows the spread. */
    private static final String[] SHORT = {"-wi", "3", "-w", "500ms", "-i", "5", "-r", "500ms"};

    private static final String[] ONCE = {"-wi", "1", "-w", "50ms", "-i", "1", "-r", "50ms"};

    /** The number of terminals of TPC-C. */
    private static final int TERMINALS = 4;

    /** The scale of TPC-H for the preset {@code quick}. */
    private static final double QUICK_SCALE = 0.01;

    private final List<Integer> rows;
    private final double scale;
    private final Path results;

    private Preset(List<Integer> rows, double scale, Path results) {
        this.rows = rows;
        this.scale = scale;
        this.results = results;
    }

    static boolean isPreset(String name) {
        return NAMES.contains(name) || List.of("quick", "all", "scale").contains(name);
    }

    /**
     * Runs presets, one after the other.
     *
     * @param rows the sizes of tables that grow; empty for the sizes of the preset
     * @param scale the scale factor of TPC-H, and the number of warehouses of {@code htap}
     * @return true if no step failed
     */
    static boolean run(List<String> names, List<Integer> rows, double scale, Path results)
            throws IOException, InterruptedException {
        return new Preset(rows, scale, results).run(names);
    }

    /** Returns the steps of a preset with its own sizes. */
    static List<Step> stepsOf(String name) {
        return new Preset(List.of(), 1, Path.of("")).steps(name);
    }

    private boolean run(List<String> names) throws IOException, InterruptedException {
        List<Step> steps =
                names.stream().map(this::steps).flatMap(List::stream).distinct().toList();
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            System.out.printf(Locale.ROOT, "%n[%d of %d] %s%n", i + 1, steps.size(), step.title());
            if (!ChildJvm.run(step, results)) {
                System.out.println("This step failed, so the report omits it: " + step.title());
                failed.add(step.title());
            }
        }
        Files.write(results.resolve("left-out.txt"), omittedLines(names, failed));
        return failed.isEmpty();
    }

    private List<Step> steps(String name) {
        return switch (name) {
            case "quick" -> quick();
            case "article" -> article();
            case "peers" -> peers();
            case "tpch" -> tpch();
            case "records" -> records();
            case "growth" -> growth();
            case "encode" -> List.of(encode());
            case "readers" -> List.of(Step.program("Readers", Program.readers, List.of(), 10, 5_000));
            case "load" -> List.of(Step.program("Loading", Program.load, List.of(), 20, 7));
            case "start" -> List.of(Step.program("Starting", Program.start, List.of("-Xmx4g"), 10_000_000, 5));
            case "live" -> live();
            case "maintained" -> maintained();
            case "htap" -> List.of(htap(Math.max(1, (int) scale), 100_000, 3_000, 10_000, 5));
            case "rest" -> List.of(Step.program("REST", Program.rest, List.of(), 10, 5, 1_000));
            case "jpa" -> List.of(Step.jmh("A JPA service before and after", "jmh-jpa.json", "JpaBenchmark"));
            case "scale" -> List.of(scaling());
            case "threads" -> List.of(Step.program("A contended database", Program.threads, List.of(), 100_000));
            case "streaming" -> streaming();
            case "ysb" -> List.of(yahoo());
            case "kafka" -> List.of(kafka(4_000_000, 5));
            case "debezium" -> List.of(debezium(500_000, 5));
            default -> NAMES.stream().map(this::steps).flatMap(List::stream).toList();
        };
    }

    /** Returns the step of the preset {@code scale}. It is not part of {@code all}, because it needs root. */
    private static Step scaling() {
        return Step.program(
                "Members of a cluster",
                Program.scale,
                List.of(),
                MAX_MEMBERS,
                10_000,
                1_000_000,
                5_000_000,
                20_000_000);
    }

    private static Step kafka(int records, int rounds) {
        return Step.program("Kafka, topic to topic", Program.kafka, List.of("-Xmx2g"), records, rounds);
    }

    private static Step debezium(int changes, int rounds) {
        return Step.program("Debezium's topics", Program.debezium, List.of("-Xmx2g"), changes, rounds);
    }

    private static List<Step> live() {
        List<Step> steps = new ArrayList<>();
        for (String collector : COLLECTORS) {
            steps.add(Step.program(
                    "Following, " + collector, Program.live, List.of(use(collector), "-Xmx4g"), 20, 30_000, 1_000_000));
        }
        steps.add(Step.program(
                "Memory of versions",
                Program.versions,
                List.of("-XX:+UseG1GC", "-Xmx4g"),
                CHANGED_ROWS,
                50_000,
                30_000));
        steps.add(Step.jmh(
                "Queries of a table that changes",
                "jmh-changed.json",
                "ChangedTableBenchmark",
                "-p",
                "rows=" + CHANGED_ROWS));
        steps.add(Step.jmh("Versions of a table", "jmh-edit.json", "EditBenchmark", "-p", "rows=" + CHANGED_ROWS));
        return steps;
    }

    private static List<Step> maintained() {
        return List.of(
                Step.jmh("Reads beside maintained queries", "jmh-maintained-read.json", "MaintainedReadBenchmark"),
                Step.jmh(
                        "One changed row in a maintained query",
                        "jmh-maintained-update.json",
                        "MaintainedUpdateBenchmark"),
                Step.jmh(
                        "Versions with maintained queries",
                        "jmh-maintained-publication.json",
                        "MaintainedPublicationBenchmark"),
                Step.jmh("Versions with maintained joins", "jmh-maintained-join.json", "MaintainedJoinBenchmark"),
                Step.program(
                        "Maintained queries during replication",
                        Program.maintained,
                        List.of(use("G1"), "-Xmx4g"),
                        MAINTAINED_SCALE,
                        1_000,
                        20_000,
                        3));
    }

    private static Step htap(int warehouses, int items, int customers, int millis, int rounds) {
        return Step.program(
                "CH-benCHmark, " + warehouses + (warehouses == 1 ? " warehouse" : " warehouses"),
                Program.htap,
                List.of("-XX:+UseG1GC", "-Xmx4g"),
                warehouses,
                items,
                customers,
                TERMINALS,
                millis,
                rounds);
    }

    /** Returns the JVM flag for a collector. */
    private static String use(String collector) {
        return "-XX:+Use" + (collector.equals("G1") ? "G1GC" : collector);
    }

    private List<String> omittedLines(List<String> names, List<String> failed) {
        List<String> lines = new ArrayList<>();
        failed.forEach(title -> lines.add(title + ": failed, see the output of the run."));
        if (names.contains("peers") || names.contains("all")) {
            for (int size : sizes(PEER_ROWS)) {
                Arrays.stream(Contestant.values())
                        .filter(contestant -> size > contestant.most())
                        .forEach(contestant -> lines.add(String.format(
                                Locale.ROOT,
                                "%s at %,d rows: its load alone takes many minutes. Run it by"
                                        + " bench/run PeersBenchmark -p contestant=%s -p rows=%d",
                                contestant.title(),
                                size,
                                contestant,
                                size)));
            }
        }
        if (names.contains("growth") || names.contains("all")) {
            for (int size : sizes(GROWTH_ROWS)) {
                if (!fits(size)) {
                    lines.add(String.format(
                            Locale.ROOT, "Growth to %,d rows: needs %d GB of memory.", size, needed(size) >> 30));
                }
            }
        }
        return lines;
    }

    private static List<Step> article() {
        return List.of(
                Step.jmh(
                        "The article's queries, time of one",
                        "jmh-article-time.json",
                        "ArticleBenchmark",
                        "-bm",
                        "avgt"),
                Step.jmh(
                        "The article's queries, throughput of all cores",
                        "jmh-article-throughput.json",
                        "ArticleBenchmark",
                        "-bm",
                        "thrpt",
                        "-t",
                        "max",
                        "-tu",
                        "ms"),
                Step.program("A million queries", Program.million, List.of(), 20_000));
    }

    private static Step encode(String... times) {
        return Step.jmh("JSON and CSV from columns", "jmh-encode.json", with(times, "EncodeBenchmark"));
    }

    private List<Step> peers() {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.jmh("The memory's bandwidth", "jmh-bandwidth.json", "BandwidthBenchmark"));
        for (int size : sizes(PEER_ROWS)) {
            List<Contestant> taking = Arrays.stream(Contestant.values())
                    .filter(contestant -> size <= contestant.most())
                    .toList();
            steps.add(gate(size, taking));
            for (Contestant contestant : taking) {
                steps.add(peer(contestant, size, 1, SHORT));
                if (contestant.isParallel() && size >= PARALLEL_ROWS) {
                    steps.add(peer(contestant, size, Runtime.getRuntime().availableProcessors(), SHORT));
                }
            }
        }
        return steps;
    }

    private static Step gate(int size, List<Contestant> taking) {
        List<Object> operands = new ArrayList<>(List.of(size));
        operands.addAll(taking);
        return Step.program(
                String.format(Locale.ROOT, "Do all peers agree at %,d rows?", size),
                Program.gate,
                heap(size),
                operands.toArray());
    }

    private static Step peer(Contestant contestant, int size, int threads, String... times) {
        List<String> arguments = new ArrayList<>(List.of(
                "PeersBenchmark",
                "-p",
                "contestant=" + contestant,
                "-p",
                "rows=" + size,
                "-p",
                "threads=" + threads,
                "-p",
                "query=" + contestant.queries()));
        arguments.addAll(List.of(times));
        return Step.jmhInOneJvm(
                String.format(Locale.ROOT, "%s, %,d rows, %d threads", contestant.title(), size, threads),
                heap(size),
                "jmh-peers-" + contestant + "-" + size + "-" + threads + ".json",
                arguments.toArray(String[]::new));
    }

    private List<Step> tpch() {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.jmh("The memory's bandwidth", "jmh-bandwidth.json", "BandwidthBenchmark"));
        steps.add(agreement(scale));
        int all = Runtime.getRuntime().availableProcessors();
        for (int threads : all == 1 ? List.of(1) : List.of(1, all)) {
            for (TpchEngine engine : TpchEngine.values()) {
                steps.add(tpch(engine, scale, threads, SHORT));
            }
        }
        return steps;
    }

    /** Compares lambdas over records with fields of Speedment, on one thread. */
    private List<Step> records() {
        List<Step> steps = new ArrayList<>();
        steps.add(agreement(scale));
        for (TpchEngine engine : List.of(TpchEngine.speedwell, TpchEngine.lambdas)) {
            steps.add(tpch(engine, scale, 1, SHORT));
        }
        steps.add(Step.jmh("Sakila's questions over records", "jmh-records.json", with(SHORT, "RecordsBenchmark")));
        return steps;
    }

    private static Step agreement(double scale) {
        return Step.program("Do all engines agree on TPC-H at scale " + scale + "?", Program.tpch, TPCH_HEAP, scale);
    }

    private static Step tpch(TpchEngine engine, double scale, int threads, String... times) {
        return Step.jmhInOneJvm(
                String.format(Locale.ROOT, "TPC-H at scale %s, %s, %d threads", scale, engine.title(), threads),
                TPCH_HEAP,
                "jmh-tpch-" + engine + "-" + scale + "-" + threads + ".json",
                with(
                        times,
                        "TpchBenchmark",
                        "-p",
                        "engine=" + engine,
                        "-p",
                        "scale=" + scale,
                        "-p",
                        "threads=" + threads));
    }

    private List<Step> growth() {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.jmh("The memory's bandwidth", "jmh-bandwidth.json", "BandwidthBenchmark"));
        for (int size : sizes(GROWTH_ROWS)) {
            if (fits(size)) {
                steps.add(growth(size, SHORT));
                if (THROUGHPUT_ROWS.contains(size)) {
                    steps.add(throughput(size, 1));
                    steps.add(throughput(size, Runtime.getRuntime().availableProcessors()));
                }
            }
        }
        return steps;
    }

    private static Step throughput(int size, int threads) {
        return Step.jmhInOneJvm(
                String.format(Locale.ROOT, "Throughput, %,d rows, %d threads", size, threads),
                List.of(),
                "jmh-throughput-" + size + "-" + threads + ".json",
                with(
                        SHORT,
                        "GrowthBenchmark.(filterAndCountKept|complex|rangeCount|keyLookUp|scan)$",
                        "-p",
                        "rows=" + size,
                        "-bm",
                        "thrpt",
                        "-tu",
                        "s",
                        "-t",
                        Integer.toString(threads)));
    }

    private static Step growth(int size, String... times) {
        List<String> arguments = new ArrayList<>(List.of("GrowthBenchmark", "-p", "rows=" + size));
        arguments.addAll(List.of(times));
        return Step.jmhInOneJvm(
                String.format(Locale.ROOT, "Growth, %,d rows", size),
                List.of(),
                "jmh-growth-" + size + ".json",
                arguments.toArray(String[]::new));
    }

    /**
     * Returns a step for the switches between tasks, and a step for each engine, scenario and collector, each in a
     * separate JVM. Two threads run only the scenario of the articles.
     */
    private static List<Step> streaming() {
        List<Step> steps = new ArrayList<>();
        steps.add(switches());
        for (String collector : COLLECTORS) {
            for (Scenario scenario : Scenario.openLoops()) {
                ENGINES.forEach(engine -> steps.add(stream(engine, collector, 1, TRIAL_MILLIS, true, scenario)));
            }
        }
        ENGINES.forEach(engine ->
                steps.add(stream(engine, COLLECTORS.getFirst(), 2, TRIAL_MILLIS, true, Scenario.SLIDING_10K_RANDOM)));
        for (String collector : COLLECTORS) {
            ENGINES.forEach(engine -> steps.add(within(engine, collector, TRIAL_MILLIS, WINDOWS)));
        }
        return steps;
    }

    /** Returns the search for the rate with short latencies, in the scenario of the articles. */
    private static Step within(String engine, String collector, int millis, int windows) {
        return Step.program(
                "Highest rate within 10 ms on " + engine + ", " + collector,
                Program.within,
                streamFlags(collector, TOUCHED_HEAP),
                engine,
                1,
                millis,
                windows,
                Scenario.SLIDING_10K);
    }

    private static List<String> streamFlags(String collector, List<String> heap) {
        List<String> flags = new ArrayList<>(collector.equals("G1") ? G1 : List.of(use(collector)));
        flags.addAll(heap);
        return flags;
    }

    private static Step switches(String... times) {
        return Step.jmh("A switch between two tasks", "jmh-switch.json", with(times, "SwitchBenchmark"));
    }

    private static Step yahoo(String... times) {
        return Step.jmh("Yahoo Streaming Benchmark", "jmh-ysb.json", with(times, "YahooBenchmark"));
    }

    private static Step stream(
            String engine, String collector, int threads, int millis, boolean search, Scenario... scenarios) {
        List<Object> operands = new ArrayList<>(List.of(engine, threads, millis, search));
        operands.addAll(List.of(scenarios));
        return Step.program(
                String.format(
                        Locale.ROOT,
                        "Streaming on %s, %s, %d threads, %s",
                        engine,
                        collector,
                        threads,
                        scenarios.length == 1 ? scenarios[0].title() : "every scenario"),
                Program.stream,
                streamFlags(collector, search ? TOUCHED_HEAP : HEAP),
                operands.toArray());
    }

    private static List<Step> quick() {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.jmh(
                "The article's queries", "jmh-article-time.json", with(ONCE, "ArticleBenchmark", "-bm", "avgt")));
        steps.add(Step.program("A million queries", Program.million, List.of(), 1_000));
        steps.add(Step.jmh("The memory's bandwidth", "jmh-bandwidth.json", with(ONCE, "BandwidthBenchmark")));
        steps.add(gate(1_000, List.of(Contestant.values())));
        for (Contestant contestant : Contestant.values()) {
            steps.add(peer(contestant, 1_000, 1, ONCE));
        }
        steps.add(agreement(QUICK_SCALE));
        for (TpchEngine engine : TpchEngine.values()) {
            steps.add(tpch(engine, QUICK_SCALE, 1, ONCE));
        }
        steps.add(growth(1_000, ONCE));
        steps.add(encode(with(ONCE, "-f", "1", "-p", "rows=1000")));
        steps.add(Step.program("Readers", Program.readers, List.of(), 1, 500));
        steps.add(Step.program("Loading", Program.load, List.of(), 1, 1));
        steps.add(Step.program("Starting", Program.start, List.of(), 1_000, 1));
        steps.add(Step.program("Following", Program.live, List.of(), 1, 500, 10_000));
        steps.add(Step.jmhInOneJvm(
                "Maintained queries",
                List.of(),
                "jmh-maintained.json",
                with(ONCE, "Maintained.*Benchmark", "-p", "rows=1000")));
        steps.add(htap(1, 5_000, 100, 500, 1));
        steps.add(Step.program("REST", Program.rest, List.of(), 1, 1, 200));
        steps.add(Step.jmhInOneJvm(
                "A JPA service before and after",
                List.of(),
                "jmh-jpa.json",
                with(ONCE, "JpaBenchmark.(page|changeAndCount)$", "-p", "scale=1")));
        steps.add(Step.program("A contended database", Program.threads, List.of(), 1_000));
        ENGINES.forEach(
                engine -> steps.add(stream(engine, COLLECTORS.getFirst(), 1, 200, false, Scenario.openLoops())));
        steps.add(switches(ONCE));
        steps.add(yahoo(with(ONCE, "-f", "1")));
        steps.add(kafka(20_000, 1));
        steps.add(debezium(1_000, 1));
        return steps;
    }

    private static String[] with(String[] times, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(times));
        return all.toArray(String[]::new);
    }

    private List<Integer> sizes(List<Integer> own) {
        return rows.isEmpty() ? own : rows;
    }

    /**
     * Returns the flags for the heap. With a small heap, plain lists of the larger sizes would spend their time in full
     * collections.
     */
    private static List<String> heap(int size) {
        return size < 10_000_000 ? List.of() : List.of("-Xmx" + (RunInfo.memory() * 6 / 10 >> 20) + "m");
    }

    private static boolean fits(int size) {
        return needed(size) < RunInfo.memory();
    }

    /** Returns the most bytes of native memory that building this number of films takes. */
    private static long needed(int size) {
        return (1L << 30) + 130L * size;
    }
}
