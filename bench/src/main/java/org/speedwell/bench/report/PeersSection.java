package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.speedwell.bench.peers.Contestant;
import org.speedwell.bench.peers.Query;

/**
 * The section with the comparison of peers. It has one chart per query and one table for each number of rows and
 * threads.
 */
final class PeersSection implements Report.Section {
    private static final List<Contestant> OURS = List.of(Contestant.speedwell, Contestant.speedwell_scan);

    private record Size(int rows, int threads) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,d rows, %d thread%s", rows, threads, threads == 1 ? "" : "s");
        }
    }

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<Timing> timings = findings.of("PeersBenchmark");
        if (timings.isEmpty()) {
            return;
        }
        html.element("h2", "Beside its peers");
        html.element("p", "All engines have the same rows and answers. All queries of an engine run in one JVM.");
        legend(html);
        List<Size> sizes = timings.stream()
                .map(PeersSection::size)
                .distinct()
                .sorted(Comparator.comparingInt(Size::rows).thenComparingInt(Size::threads))
                .toList();
        for (Size size : sizes) {
            List<Timing> ofSize =
                    timings.stream().filter(timing -> size(timing).equals(size)).toList();
            charts(size, ofSize, html);
            Table table = table(size, ofSize);
            table.writeTo(html);
            tables.add(table);
        }
        bandwidth(findings, html, tables);
    }

    private static void legend(Html html) {
        html.open("dl");
        Arrays.stream(Query.values())
                .forEach(query -> html.element("dt", query.name()).element("dd", query.text()));
        html.close("dl");
    }

    private static Size size(Timing timing) {
        return new Size(Integer.parseInt(timing.parameter("rows")), Integer.parseInt(timing.parameter("threads")));
    }

    private static Optional<Timing> find(List<Timing> timings, Contestant contestant, Query query) {
        return timings.stream()
                .filter(timing -> timing.parameter("contestant").equals(contestant.name())
                        && timing.parameter("query").equals(query.name()))
                .findFirst();
    }

    private static void charts(Size size, List<Timing> timings, Html html) {
        html.element("h3", size.toString());
        html.open("figure").open("div", "class", "grid-of-charts");
        LogScale ends = LogScale.around(timings.stream().map(Timing::nanos).toList(), 0, 1);
        for (Query query : Query.values()) {
            List<BarChart.Bar> bars = new ArrayList<>();
            for (Contestant contestant : Contestant.values()) {
                find(timings, contestant, query)
                        .ifPresent(timing -> bars.add(new BarChart.Bar(
                                contestant.title(),
                                timing.nanos(),
                                timing.leastNanos(),
                                timing.mostNanos(),
                                OURS.contains(contestant))));
            }
            if (!bars.isEmpty()) {
                BarChart.draw(html, query.name() + ", " + shortened(query.text()), bars, ends);
            }
        }
        html.close("div")
                .element("p", "Log scale: shorter is faster. Thin lines span the fastest to the slowest iteration.");
        html.close("figure");
    }

    private static String shortened(String text) {
        return text.length() <= 48 ? text : text.substring(0, text.lastIndexOf(' ', 47)) + " …";
    }

    private static Table table(Size size, List<Timing> timings) {
        List<Contestant> present = Arrays.stream(Contestant.values())
                .filter(contestant -> Arrays.stream(Query.values())
                        .anyMatch(query -> find(timings, contestant, query).isPresent()))
                .toList();
        List<String> columns = new ArrayList<>(List.of(""));
        present.forEach(contestant -> columns.add(contestant.title()));
        boolean hasDuckdb = present.contains(Contestant.duckdb);
        if (hasDuckdb) {
            OURS.stream().filter(present::contains).forEach(ours -> columns.add("DuckDB to " + ours.title()));
        }
        Table table = new Table(size + ": median times", "", columns);
        for (Query query : Query.values()) {
            double best = present.stream()
                    .flatMap(contestant -> find(timings, contestant, query).stream())
                    .mapToDouble(Timing::nanos)
                    .min()
                    .orElse(0);
            List<String> cells = new ArrayList<>(List.of(query.name()));
            for (Contestant contestant : present) {
                cells.add(find(timings, contestant, query)
                        .map(timing -> (timing.nanos() == best ? "*" : "") + Figures.time(timing.nanos()))
                        .orElse("–"));
            }
            if (hasDuckdb) {
                OURS.stream()
                        .filter(present::contains)
                        .forEach(ours -> cells.add(find(timings, ours, query)
                                .flatMap(timing -> find(timings, Contestant.duckdb, query)
                                        .map(duckdb -> Figures.ratio(duckdb.nanos() / timing.nanos())))
                                .orElse("–")));
            }
            table.row(cells);
        }
        return table;
    }

    /** Returns the ratios at the greatest number of rows, on one thread. */
    @Override
    public List<Report.Ratio> ratios(Findings findings) {
        List<Timing> timings = findings.of("PeersBenchmark");
        Optional<Size> largest = timings.stream()
                .map(PeersSection::size)
                .filter(size -> size.threads == 1)
                .max(Comparator.comparingInt(Size::rows));
        return largest.stream()
                .flatMap(size -> {
                    List<Timing> ofSize = timings.stream()
                            .filter(timing -> size(timing).equals(size))
                            .toList();
                    return Arrays.stream(Query.values())
                            .flatMap(query -> Report.Ratio.of(
                                    "DuckDB: " + query.name() + ", " + Figures.count(size.rows) + " rows",
                                    find(ofSize, Contestant.duckdb, query).map(Timing::nanos),
                                    find(ofSize, Contestant.speedwell, query).map(Timing::nanos)));
                })
                .toList();
    }

    private static void bandwidth(Findings findings, Html html, List<Table> tables) {
        List<Timing> timings = findings.of("BandwidthBenchmark");
        if (timings.isEmpty()) {
            return;
        }
        Table table = new Table(
                "The memory bandwidth of this machine in this run",
                "A vectorised sum over 256 MB per thread.",
                List.of("", "bytes"));
        timings.reversed()
                .forEach(timing -> table.row(List.of(
                        timing.method().equals("oneThread") ? "one thread" : "all cores",
                        Figures.digits(timing.perSecond() / 1e9) + " GB/s")));
        table.writeTo(html);
        tables.add(table);
    }
}
