package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.speedwell.bench.tpch.TpchEngine;
import org.speedwell.bench.tpch.TpchQuery;

/**
 * The section with the queries of TPC-H on Speedwell and DuckDB. It has one chart per query and one table for each
 * scale and number of threads.
 */
final class TpchSection implements Report.Section {

    private record Size(String scale, int threads) {
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
            Table table = table(size, ofSize);
            table.writeTo(html);
            tables.add(table);
        }
    }

    private static Size size(Timing timing) {
        return new Size(timing.parameter("scale"), Integer.parseInt(timing.parameter("threads")));
    }

    private static Optional<Timing> find(List<Timing> timings, TpchEngine engine, TpchQuery query) {
        return timings.stream()
                .filter(timing -> timing.parameter("engine").equals(engine.name())
                        && timing.parameter("query").equals(query.name()))
                .findFirst();
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

    private static Table table(Size size, List<Timing> timings) {
        Table table = new Table(
                size + ": median times",
                "The last line is the geometric mean of the ratios.",
                List.of("", "Speedwell", "DuckDB", "DuckDB to Speedwell"));
        double logarithms = 0;
        int compared = 0;
        for (TpchQuery query : TpchQuery.values()) {
            Optional<Timing> ours = find(timings, TpchEngine.speedwell, query);
            Optional<Timing> duckdb = find(timings, TpchEngine.duckdb, query);
            if (ours.isPresent() && duckdb.isPresent()) {
                double ratio = duckdb.get().nanos() / ours.get().nanos();
                logarithms += Math.log(ratio);
                compared++;
                table.row(List.of(
                        query.name() + " " + query.text(),
                        (ratio >= 1 ? "*" : "") + Figures.time(ours.get().nanos()),
                        (ratio < 1 ? "*" : "") + Figures.time(duckdb.get().nanos()),
                        Figures.ratio(ratio)));
            } else if (ours.isPresent() || duckdb.isPresent()) {
                table.row(List.of(
                        query.name() + " " + query.text(),
                        ours.map(timing -> Figures.time(timing.nanos())).orElse("–"),
                        duckdb.map(timing -> Figures.time(timing.nanos())).orElse("–"),
                        "–"));
            }
        }
        if (compared > 0) {
            table.row(List.of("all " + compared, "", "", Figures.ratio(Math.exp(logarithms / compared))));
        }
        return table;
    }
}
