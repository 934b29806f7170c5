package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.speedwell.bench.tpch.TpchEngine;
import org.speedwell.bench.tpch.TpchQuery;

/**
 * The section with the queries of TPC-H on Speedwell and DuckDB. For each scale and number of threads, it has one chart
 * per query and a table for each comparison.
 */
final class TpchSection implements Report.Section {

    private record Size(String scale, int threads) {
        String shortened() {
            return "TPC-H " + scale + ", " + threads + (threads == 1 ? " thread" : " threads");
        }

        @Override
        public String toString() {
            return "TPC-H at scale " + scale + ", " + threads + (threads == 1 ? " thread" : " threads");
        }
    }

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<Timing> timings = findings.of("TpchBenchmark");
        if (timings.isEmpty()) {
            return;
        }
        html.element("h2", "TPC-H");
        html.element(
                "p",
                "All queries of an engine run in one JVM. Results become Java objects; DuckDB returns them in chunks.");
        List<Size> sizes = timings.stream()
                .map(TpchSection::size)
                .distinct()
                .sorted(Comparator.comparing(Size::scale).thenComparingInt(Size::threads))
                .toList();
        for (Size size : sizes) {
            List<Timing> ofSize =
                    timings.stream().filter(timing -> size(timing).equals(size)).toList();
            charts(size, ofSize, html);
            List<Table> ofEngines = new ArrayList<>();
            ofEngines.add(table(size + ": median times", ofSize, TpchEngine.duckdb, "DuckDB", "DuckDB to Speedwell"));
            if (ofSize.stream().anyMatch(timing -> isOf(timing, TpchEngine.lambdas))) {
                ofEngines.add(table(
                        size + ": fields and lambdas",
                        ofSize,
                        TpchEngine.lambdas,
                        "lambdas over records",
                        "lambdas to fields"));
            }
            ofEngines.forEach(table -> table.writeTo(html));
            tables.addAll(ofEngines);
        }
    }

    private static Size size(Timing timing) {
        return new Size(timing.parameter("scale"), Integer.parseInt(timing.parameter("threads")));
    }

    private static Optional<Timing> find(List<Timing> timings, TpchEngine engine, TpchQuery query) {
        return timings.stream()
                .filter(timing ->
                        isOf(timing, engine) && timing.parameter("query").equals(query.name()))
                .findFirst();
    }

    private static boolean isOf(Timing timing, TpchEngine engine) {
        return timing.parameter("engine").equals(engine.name());
    }

    private static void charts(Size size, List<Timing> timings, Html html) {
        html.element("h3", size.toString());
        html.open("figure").open("div", "class", "grid-of-charts");
        LogScale ends = LogScale.around(timings.stream().map(Timing::nanos).toList(), 0, 1);
        for (TpchQuery query : TpchQuery.values()) {
            List<BarChart.Bar> bars = new ArrayList<>();
            for (TpchEngine engine : TpchEngine.values()) {
                find(timings, engine, query)
                        .ifPresent(timing -> bars.add(new BarChart.Bar(
                                engine.title(),
                                timing.nanos(),
                                timing.leastNanos(),
                                timing.mostNanos(),
                                engine == TpchEngine.speedwell)));
            }
            if (!bars.isEmpty()) {
                BarChart.draw(html, query.name() + ", " + query.text(), bars, ends);
            }
        }
        html.close("div")
                .element("p", "Log scale: shorter is faster. Thin lines span the fastest to the slowest iteration.");
        html.close("figure");
    }

    /** Returns a table that compares the fields of Speedwell with another engine. */
    private static Table table(String title, List<Timing> timings, TpchEngine engine, String name, String ratioName) {
        Table table = new Table(
                title, "The last line is the geometric mean of the ratios.", List.of("", "Speedwell", name, ratioName));
        List<Double> ratios = new ArrayList<>();
        for (TpchQuery query : TpchQuery.values()) {
            Optional<Timing> ours = find(timings, TpchEngine.speedwell, query);
            Optional<Timing> other = find(timings, engine, query);
            if (ours.isPresent() && other.isPresent()) {
                double ratio = other.get().nanos() / ours.get().nanos();
                ratios.add(ratio);
                table.row(List.of(
                        query.name() + " " + query.text(),
                        (ratio >= 1 ? "*" : "") + Figures.time(ours.get().nanos()),
                        (ratio < 1 ? "*" : "") + Figures.time(other.get().nanos()),
                        Figures.ratio(ratio)));
            } else if (ours.isPresent() || other.isPresent()) {
                table.row(List.of(
                        query.name() + " " + query.text(),
                        ours.map(timing -> Figures.time(timing.nanos())).orElse("–"),
                        other.map(timing -> Figures.time(timing.nanos())).orElse("–"),
                        "–"));
            }
        }
        if (!ratios.isEmpty()) {
            table.row(List.of("all " + ratios.size(), "", "", Figures.ratio(geometricMean(ratios))));
        }
        return table;
    }

    private static double geometricMean(List<Double> ratios) {
        return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(0));
    }

    @Override
    public List<Report.Ratio> ratios(Findings findings) {
        Map<Size, List<Timing>> bySize = findings.of("TpchBenchmark").stream()
                .collect(Collectors.groupingBy(TpchSection::size, LinkedHashMap::new, Collectors.toList()));
        List<Report.Ratio> means = new ArrayList<>();
        bySize.forEach((size, timings) -> {
            List<Double> ratios = Arrays.stream(TpchQuery.values())
                    .flatMap(query -> Report.Ratio.of(
                            query.name(),
                            find(timings, TpchEngine.duckdb, query).map(Timing::nanos),
                            find(timings, TpchEngine.speedwell, query).map(Timing::nanos)))
                    .map(Report.Ratio::value)
                    .toList();
            if (!ratios.isEmpty()) {
                means.add(new Report.Ratio("DuckDB: " + size.shortened(), geometricMean(ratios)));
            }
        });
        return means;
    }
}
