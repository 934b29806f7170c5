package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;

/** The section that shows the figures of the reference articles beside ours, in the terms of the articles. */
final class StatementSection implements Report.Section {
    private static final String STREAMS = "Minborg, streams with in-JVM memory: ";
    private static final String NO_FIGURE = "none of the articles states a figure";
    private static final String PERMITS = "OpenJDK's list on virtual threads: ";

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<Statement> statements = new ArrayList<>();
        streams(findings, "filterAndCount", "17 M/s").ifPresent(statements::add);
        streams(findings, "complex", "4.8 M/s").ifPresent(statements::add);
        statements.addAll(switches(findings));
        statements.addAll(findings.statements());
        statements.addAll(contended(findings));
        statements.addAll(followed(findings));
        json(findings, "false", "without texts").ifPresent(statements::add);
        json(findings, "true", "with a text").ifPresent(statements::add);
        if (statements.isEmpty()) {
            return;
        }
        Table table = new Table(
                "Figures of the reference articles, and ours in their terms",
                "The articles measured on other machines. Their figures show the size of an effect.",
                List.of("", "the article", "Speedwell, this run", "conditions"));
        statements.forEach(statement ->
                table.row(List.of(statement.measure(), statement.article(), statement.ours(), statement.conditions())));
        html.element("h2", "The reference articles");
        table.writeTo(html);
        tables.add(table);
    }

    private static Optional<Statement> streams(Findings findings, String method, String article) {
        return findings.of("ArticleBenchmark").stream()
                .filter(timing -> timing.method().equals(method)
                        && timing.parameter("contender").equals("memory")
                        && !timing.isTime())
                .findFirst()
                .map(timing -> new Statement(
                        "streams per second on all threads, " + method,
                        STREAMS + article,
                        Figures.rate(timing.perSecond()),
                        timing.threads() + " threads"));
    }

    private static List<Statement> switches(Findings findings) {
        return findings.of("SwitchBenchmark").stream()
                .map(timing -> new Statement(
                        "a switch between two tasks: " + timing.method(),
                        NO_FIGURE,
                        Figures.time(timing.nanos()),
                        "one core"))
                .toList();
    }

    /** Returns the highest latencies of transactions that contend, without and with permits. */
    private static List<Statement> contended(Findings findings) {
        return ofLatencies(
                findings,
                "A contended database",
                (name, histogram) -> new Statement(
                        "contended database, 99.999 % of transactions: " + name,
                        PERMITS + "10 s without and 200 ms with 20 permits",
                        time(histogram, 99.999),
                        Figures.count((double) histogram.getTotalCount()) + " transactions"
                                + (Latencies.isResolved(histogram, 99.999) ? "" : ", so this is the slowest one")));
    }

    private static List<Statement> followed(Findings findings) {
        return ofLatencies(
                findings,
                "From a commit to a new stream",
                (name, histogram) -> new Statement(
                        "age of followed answers, " + name,
                        NO_FIGURE,
                        "median " + time(histogram, 50) + ", 99 % " + time(histogram, 99),
                        "from a commit to a new stream that shows it"));
    }

    /** Returns a statement for each histogram of the latencies whose title begins with a text. */
    private static List<Statement> ofLatencies(
            Findings findings, String begin, BiFunction<String, Histogram, Statement> statement) {
        return findings.latencies().stream()
                .filter(latencies -> latencies.title().startsWith(begin))
                .flatMap(latencies -> latencies.histograms().entrySet().stream())
                .map(entry -> statement.apply(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String time(Histogram histogram, double percentile) {
        return Figures.time((double) histogram.getValueAtPercentile(percentile));
    }

    private static Optional<Statement> json(Findings findings, String text, String rows) {
        return findings.of("EncodeBenchmark").stream()
                .filter(timing -> timing.method().equals("columns")
                        && timing.parameter("text").equals(text))
                .reduce((_, last) -> last)
                .flatMap(timing -> Optional.ofNullable(timing.secondary().get("bytes"))
                        .map(bytes -> new Statement(
                                "JSON, one thread, rows " + rows,
                                "published encoders of objects: 860 MB/s",
                                Figures.digits(bytes / 1e6) + " MB/s",
                                timing.parameter("rows") + " films")));
    }
}
