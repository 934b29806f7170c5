package org.speedwell.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The section with the comparison of the streaming layer and Hazelcast Jet. */
final class StreamingSection implements Report.Section {

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<StreamFinding> streams = findings.streams();
        if (streams.isEmpty()) {
            return;
        }
        html.element("h2", "Streaming, compared with Hazelcast Jet");
        html.element(
                "p",
                "Events are due at planned times, and latencies count from the ideal moment of a result. An engine "
                        + "keeps up if its latest complete result is at most a slide and 200 ms old.");
        for (int threads :
                streams.stream().map(StreamFinding::threads).distinct().sorted().toList()) {
            for (String collector : streams.stream()
                    .map(StreamFinding::collector)
                    .distinct()
                    .sorted()
                    .toList()) {
                List<StreamFinding> part = streams.stream()
                        .filter(stream -> stream.threads() == threads
                                && stream.collector().equals(collector))
                        .toList();
                if (!part.isEmpty()) {
                    String title = collector + ", " + threads + " worker thread" + (threads == 1 ? "" : "s");
                    for (Table table : List.of(rates(title, part), latencies(title, part))) {
                        table.writeTo(html);
                        tables.add(table);
                    }
                }
            }
        }
    }

    @Override
    public List<Report.Ratio> ratios(Findings findings) {
        List<StreamFinding> streams = findings.streams().stream()
                .filter(stream -> stream.threads() == 1 && stream.collector().equals("G1") && stream.best() > 0)
                .toList();
        return streams.stream()
                .map(StreamFinding::scenario)
                .distinct()
                .flatMap(scenario -> Report.Ratio.of(
                        "Jet: " + scenario,
                        find(streams, scenario, "speedwell").map(StreamFinding::best),
                        find(streams, scenario, "jet").map(StreamFinding::best)))
                .toList();
    }

    private static Table rates(String title, List<StreamFinding> streams) {
        Table table = new Table(
                "Highest sustained rate: " + title,
                "",
                List.of("", "Speedwell", "Jet", "ratio", "Speedwell, heap a key", "Jet, heap a key"));
        for (String scenario :
                streams.stream().map(StreamFinding::scenario).distinct().toList()) {
            Optional<StreamFinding> ours = find(streams, scenario, "speedwell");
            Optional<StreamFinding> jet = find(streams, scenario, "jet");
            table.row(List.of(
                    scenario,
                    rate(ours),
                    rate(jet),
                    ours.isPresent()
                                    && jet.isPresent()
                                    && ours.get().best() > 0
                                    && jet.get().best() > 0
                            ? Figures.ratio(ours.get().best() / jet.get().best())
                            : "–",
                    bytes(ours),
                    bytes(jet)));
        }
        return table;
    }

    private static String rate(Optional<StreamFinding> finding) {
        return finding.filter(found -> found.best() > 0)
                .map(found -> Figures.rate(found.best()))
                .orElse("–");
    }

    private static String bytes(Optional<StreamFinding> finding) {
        return finding.filter(found -> found.bytesPerKey() > 0)
                .map(found -> Figures.count(found.bytesPerKey()) + " B")
                .orElse("–");
    }

    private static Table latencies(String title, List<StreamFinding> streams) {
        Table table = new Table(
                "Latency at the same rate: " + title,
                "Latencies of the complete result, except in the column of the first one. Samples are moments. A "
                        + "latency of 0 is below the resolution of two clocks, some microseconds. The run delay is the "
                        + "mean number of threads that were ready but did not run, because others used the machine.",
                List.of("", "rate", "first, median", "median", "99 %", "99.99 %", "max", "samples", "run delay"));
        for (StreamFinding found : streams) {
            table.row(List.of(
                    found.scenario() + ", " + (found.engine().equals("jet") ? "Jet" : "Speedwell"),
                    Figures.rate(found.fixedRate()) + (found.keptUp() ? "" : ", fell behind"),
                    latency(found, found.firstMedian()),
                    latency(found, found.median()),
                    latency(found, found.p99()),
                    found.samples() >= 10_000 ? Figures.time(found.p9999()) : "–",
                    latency(found, found.max()),
                    Long.toString(found.samples()),
                    String.format(Locale.ROOT, "%.2f", found.runDelay())));
        }
        return table;
    }

    private static String latency(StreamFinding found, double nanos) {
        return found.samples() == 0 ? "–" : Figures.time(nanos);
    }

    private static Optional<StreamFinding> find(List<StreamFinding> streams, String scenario, String engine) {
        return streams.stream()
                .filter(stream ->
                        stream.scenario().equals(scenario) && stream.engine().equals(engine))
                .findFirst();
    }
}
