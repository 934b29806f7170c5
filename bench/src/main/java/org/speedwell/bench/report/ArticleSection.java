package org.speedwell.bench.report;

import java.util.List;
import java.util.Optional;

/** The section with the queries of the article: the results of the article, our results, and the ratios of both. */
final class ArticleSection implements Report.Section {
    private static final String BENCHMARK = "ArticleBenchmark";

    /** The results of a query in the article. */
    private record Reported(String method, String sql, String memory, double ratio, double throughputRatio) {}

    private static final List<Reported> REPORTED = List.of(
            new Reported("filterAndCount", "≈ 1 ms", "180 ns", 5_000, 5_300),
            new Reported("complex", "≈ 3 ms", "≈ 1 µs", 3_000, 2_700));

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<Timing> timings = findings.of(BENCHMARK);
        Table times = new Table(
                "The article's queries, time of one",
                "",
                List.of(
                        "",
                        "over SQL",
                        "from memory",
                        "ratio",
                        "article: SQL",
                        "memory",
                        "ratio",
                        "ours to the article's ratio"));
        Table throughputs = new Table(
                "The article's queries, throughput of all cores",
                "",
                List.of("", "over SQL", "from memory", "ratio", "article: ratio", "ours to the article's ratio"));
        for (Reported reported : REPORTED) {
            Optional<Timing> sql = find(timings, reported, "sql", true);
            Optional<Timing> memory = find(timings, reported, "memory", true);
            if (sql.isPresent() && memory.isPresent()) {
                double ratio = sql.get().nanos() / memory.get().nanos();
                times.row(List.of(
                        reported.method,
                        Figures.time(sql.get().nanos()),
                        Figures.time(memory.get().nanos()),
                        Figures.ratio(ratio),
                        reported.sql,
                        reported.memory,
                        Figures.ratio(reported.ratio),
                        Figures.ratio(ratio / reported.ratio)));
            }
            sql = find(timings, reported, "sql", false);
            memory = find(timings, reported, "memory", false);
            if (sql.isPresent() && memory.isPresent()) {
                double ratio = memory.get().perSecond() / sql.get().perSecond();
                throughputs.row(List.of(
                        reported.method,
                        Figures.rate(sql.get().perSecond()),
                        Figures.rate(memory.get().perSecond()),
                        Figures.ratio(ratio),
                        Figures.ratio(reported.throughputRatio),
                        Figures.ratio(ratio / reported.throughputRatio)));
            }
        }
        if (times.isEmpty() && throughputs.isEmpty()) {
            return;
        }
        html.element("h2", "The article's benchmarks");
        html.element(
                "p",
                "A thousand films. SQL uses prepared statements on a server on this machine, with indexes on rating "
                        + "and length.");
        for (Table table : List.of(times, throughputs)) {
            if (!table.isEmpty()) {
                table.writeTo(html);
                tables.add(table);
            }
        }
    }

    @Override
    public List<Report.Ratio> ratios(Findings findings) {
        List<Timing> timings = findings.of(BENCHMARK);
        return REPORTED.stream()
                .flatMap(reported -> Report.Ratio.of(
                        "SQL: " + reported.method,
                        find(timings, reported, "sql", true).map(Timing::nanos),
                        find(timings, reported, "memory", true).map(Timing::nanos)))
                .toList();
    }

    private static Optional<Timing> find(List<Timing> timings, Reported reported, String contender, boolean time) {
        return timings.stream()
                .filter(timing -> timing.method().equals(reported.method)
                        && timing.parameter("contender").equals(contender)
                        && timing.isTime() == time)
                .findFirst();
    }
}
