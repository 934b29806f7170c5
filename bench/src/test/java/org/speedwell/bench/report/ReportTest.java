package org.speedwell.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;

/** The report of a folder with results of every kind. */
@Tag("unit")
class ReportTest {
    @TempDir
    Path folder;

    @Test
    void thePageShowsEveryKindOfResult() throws Exception {
        Files.writeString(folder.resolve("run.json"), "{\"Command\": \"bench/run <all>\", \"Machine\": \"a machine\"}");
        Files.writeString(
                folder.resolve("jmh.json"),
                "["
                        + String.join(
                                ",",
                                timing(
                                        "ArticleBenchmark.complex",
                                        "\"contender\": \"sql\"",
                                        "3000000, 1000000, 2000000"),
                                timing("ArticleBenchmark.complex", "\"contender\": \"memory\"", "100, 200, 300"),
                                timing("JpaBenchmark.page", "\"service\": \"before\"", "800000"),
                                timing("JpaBenchmark.page", "\"service\": \"after\"", "4000"),
                                timing("JpaBenchmark.film", "\"service\": \"before\"", "500000"),
                                timing("GrowthBenchmark.scan", "\"rows\": \"1000\"", "50, 60, 70"),
                                timing("GrowthBenchmark.scan", "\"rows\": \"1000000\"", "50000, 60000, 70000"),
                                peer("duckdb", "4000"),
                                peer("speedwell", "20"))
                        + "]");
        Findings.write(
                folder, "drain", new Table("Draining", "slow", List.of("", "rows/s")).row(List.of("raw", "7 k")));
        Files.writeString(folder.resolve("left-out.txt"), "H2: too slow\n");
        Latencies latencies = Latencies.of("Latency of <readers>");
        Histogram histogram = Latencies.histogram();
        histogram.recordValueWithCount(1_000, 999);
        histogram.recordValue(5_000_000);
        latencies.add("2 threads, no reload", histogram);
        latencies.write(folder.resolve("readers.hlog"));

        Report.write(folder);

        String page = Files.readString(folder.resolve("report.html"));
        assertThat(page)
                .contains("bench/run &lt;all&gt;", "a machine", "H2: too slow")
                .contains("<td>2.00 ms</td><td>200 ns</td>".replace("><", ">\n<"))
                .contains("10,000 ×") // the article's query, 2 ms to 200 ns
                .contains("3.3 ×") // relative to the article's own ratio of 3,000
                .contains("200 ×") // DuckDB to Speedwell, 4 µs to 20 ns
                .contains("60.0 ns", "60.0 µs")
                .contains("Draining", "7 k")
                .contains("2 threads, no reload", "5.00 ms")
                .doesNotContain("http:", "https:", "<script");
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| complex | 2.00 ms | 200 ns | 10,000 × |", "| raw | 7 k |")
                .contains("| page | 800 µs | **4.00 µs** | 200 × | 40.0 | 40.0 |")
                .doesNotContain("| film |");
        wellFormed(page);
        assertThat(Files.readString(folder.resolve("growth.svg"))).contains("scan", "Machine: a machine");
        assertThat(Files.readString(folder.resolve("ratios.svg")))
                .contains(
                        "SQL: complex",
                        "10,000 ×",
                        "DuckDB: Q4, 1,000 rows",
                        "200 ×",
                        "Command: bench/run &lt;all&gt;");
        assertThat(Files.readString(folder.resolve("latencies-latency-of-readers.svg")))
                .contains("2 threads, no reload", "99 %");
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> pictures =
                    files.filter(file -> file.toString().endsWith(".svg")).toList();
            assertThat(pictures).hasSize(3);
            for (Path picture : pictures) {
                wellFormed(Files.readString(picture));
            }
        }
    }

    @Test
    void tpchEndsWithTheGeometricMeanOfItsRatios() throws Exception {
        Files.writeString(
                folder.resolve("jmh-tpch.json"),
                "["
                        + String.join(
                                ",",
                                tpch("speedwell", "Q1", "1000000"),
                                tpch("duckdb", "Q1", "4000000"),
                                tpch("speedwell", "Q6", "2000000"),
                                tpch("duckdb", "Q6", "18000000"),
                                tpch("duckdb", "Q9", "5000000"))
                        + "]");

        Report.write(folder);

        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("### TPC-H at scale 1.0, 1 thread: median times")
                .contains("| Q1 prices by status | **1.00 ms** | 4.00 ms | 4.0 × |")
                .contains("| Q9 profit by nation and year | – | 5.00 ms | – |")
                .contains("| all 2 |  |  | 6.0 × |");
        wellFormed(Files.readString(folder.resolve("report.html")));
    }

    @Test
    void sampledIterationsAppearAsTheirMeans() throws Exception {
        Files.writeString(folder.resolve("jmh.json"), """
                [{"benchmark": "org.speedwell.bench.EditBenchmark.edit", "mode": "sample", "threads": 1,
                  "primaryMetric": {"scoreUnit": "us/op",
                    "rawDataHistogram": [[[[10, 3], [50, 1]], [[40, 1]]], [[[30, 2]]]]},
                  "secondaryMetrics": {}}]
                """);

        Report.write(folder);

        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("<td>30.0 us/op</td><td>20.0</td><td>40.0</td><td>3</td>".replace("><", ">\n<"));
    }

    @Test
    void figuresOfTheArticlesAreBesideOurs() throws Exception {
        Files.writeString(folder.resolve("jmh.json"), """
                [{"benchmark": "org.speedwell.bench.ArticleBenchmark.complex", "mode": "thrpt", "threads": 2,
                  "params": {"contender": "memory"},
                  "primaryMetric": {"scoreUnit": "ops/ms", "rawData": [[30000, 31000, 32000]]},
                  "secondaryMetrics": {}},
                 {"benchmark": "org.speedwell.bench.EncodeBenchmark.columns", "mode": "thrpt", "threads": 1,
                  "params": {"rows": "100000", "text": "true"},
                  "primaryMetric": {"scoreUnit": "ops/s", "rawData": [[50]]},
                  "secondaryMetrics": {"bytes": {"score": 1.2e9}}}]
                """);
        new Statement("a million sub-queries", "from an hour", "from a minute", "one thread").write(folder, "million");
        Latencies latencies = Latencies.of("A contended database: latency of a transaction");
        Histogram few = Latencies.histogram();
        few.recordValueWithCount(1_000_000, 99_999);
        latencies.add("no permits", few);
        Histogram many = Latencies.histogram();
        many.recordValueWithCount(2_000_000, 100_000);
        many.recordValue(9_000_000_000L);
        latencies.add("20 permits", many);
        latencies.write(folder.resolve("threads.hlog"));

        Report.write(folder);

        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| streams per second on all threads, complex | Minborg, streams with in-JVM memory: 4.8 M/s"
                        + " | 31.0 M/s | 2 threads |")
                .contains("| a million sub-queries | from an hour | from a minute | one thread |")
                .contains("no permits | OpenJDK's list on virtual threads: 10 s without and 200 ms with 20 permits |"
                        + " 1.00 ms | 99,999 transactions, so this is the slowest one |")
                .contains("| 2.00 ms | 100,001 transactions |")
                .contains("| JSON, one thread, rows with a text | published encoders of objects: 860 MB/s |"
                        + " 1,200 MB/s | 100000 films |")
                .contains("| no permits | 1.00 ms | 1.00 ms | 1.00 ms | 1.00 ms | 1.00 ms | – | 1.00 ms | 99,999 |")
                .contains("| 20 permits | 2.00 ms | 2.00 ms | 2.00 ms | 2.00 ms | 2.00 ms | 2.00 ms | 9.00 s |");
        wellFormed(Files.readString(folder.resolve("report.html")));
    }

    @Test
    void restReportShowsRatiosToEntities() throws Exception {
        rest("columns", 30_000, 33_000, "1");
        rest("entities of memory, Jackson", 6_000, 170_000, "2");
        rest("entities by SQL, Jackson", 300, 3_300_000, "3");

        Report.write(folder);

        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| a page | 4,711 | – | **30.0 k/s** | 6.00 k/s | 5.0 × | 300/s | 100 × |")
                .contains("| a page: columns | 100 µs | 1.00 ms | 33.0 µs |");
        wellFormed(Files.readString(folder.resolve("report.html")));
    }

    private void rest(String contender, double perSecond, double serverNanos, String file) throws IOException {
        new RestFinding("a page", contender, perSecond, 100_000, 1_000_000, 4_711, serverNanos)
                .write(folder.resolve("rest-" + file + ".json"));
    }

    @Test
    void aFolderWithoutResultsIsRefused() throws IOException {
        assertThatThrownBy(() -> Report.write(folder)).hasMessageContaining("No benchmark wrote a result");
        assertThatThrownBy(() -> Report.write(folder.resolve("none"))).hasMessageContaining("There is no folder");
        Files.writeString(folder.resolve("jmh.json"), "no JSON");
        assertThatThrownBy(() -> Report.write(folder)).hasMessageContaining("jmh.json is not a result");
    }

    @Test
    void latenciesAreReadFromTheirFile() throws IOException {
        Latencies latencies = Latencies.of("some title");
        Histogram histogram = Latencies.histogram();
        histogram.recordValue(123);
        latencies.add("8 threads, reload", histogram);
        latencies.write(folder.resolve("a.hlog"));

        Latencies read = Latencies.read(folder.resolve("a.hlog"));

        assertThat(read.table().columns())
                .containsExactly("", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "max", "samples");
        assertThat(read.title()).isEqualTo("some title");
        assertThat(read.histograms()).containsOnlyKeys("8 threads, reload");
        assertThat(read.histograms().get("8 threads, reload")).isEqualTo(histogram);
    }

    @ParameterizedTest
    @CsvSource({"3.456, 3.46 ns", "65.43, 65.4 ns", "999.4, 999 ns", "1390000, 1.39 ms", "2.5e9, 2.50 s"})
    void timesHaveThreeDigits(double nanos, String text) {
        assertThat(Figures.time(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"28367, '28,000 ×'", "5.04, 5.0 ×", "0.334, 0.33 ×", "12.7, 13 ×"})
    void ratiosHaveTwoDigits(double ratio, String text) {
        assertThat(Figures.ratio(ratio)).isEqualTo(text);
    }

    @Test
    void aLogScaleEndsAtPowersOfTen() {
        LogScale scale = LogScale.around(List.of(5.0, 2_000.0), 0, 400);

        assertThat(scale.ticks(10)).containsExactly(1.0, 10.0, 100.0, 1_000.0, 10_000.0);
        assertThat(scale.ticks(3)).containsExactly(1.0, 100.0, 10_000.0);
        assertThat(scale.place(1)).isZero();
        assertThat(scale.place(100)).isEqualTo(200);
        assertThat(scale.place(10_000)).isEqualTo(400);
        assertThat(LogScale.around(List.of(10.0), 0, 1).place(10)).isZero();
    }

    private static String timing(String name, String parameters, String values) {
        return """
                {"benchmark": "org.example.%s", "mode": "avgt", "threads": 1, "params": {%s},
                 "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[%s]]},
                 "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 40.0}, "gc.count": {"score": "NaN"}}}
                """.formatted(name, parameters, values);
    }

    private static String peer(String name, String nanos) {
        return timing(
                "PeersBenchmark.ask",
                "\"contestant\": \"%s\", \"rows\": \"1000\", \"threads\": \"1\", \"query\": \"Q4\"".formatted(name),
                nanos);
    }

    private static String tpch(String engine, String query, String nanos) {
        return timing(
                "TpchBenchmark.ask",
                "\"engine\": \"%s\", \"scale\": \"1.0\", \"threads\": \"1\", \"query\": \"%s\""
                        .formatted(engine, query),
                nanos);
    }

    /** Checks that all elements are closed. Browsers tolerate unclosed ones, but they confuse readers of the code. */
    private static void wellFormed(String page) throws Exception {
        String xml = page.replaceFirst("<!doctype html>", "").replaceAll("<meta ([^>]*)>", "");
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new java.io.StringReader(xml.replaceAll("(?s)<style>.*</style>", ""))));
    }
}
