package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Time of a query against the number of rows. */
final class GrowthSection implements Report.Section {

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        Map<String, NavigableMap<Integer, Timing>> byMethod = new LinkedHashMap<>();
        findings.of("GrowthBenchmark")
                .forEach(timing -> byMethod.computeIfAbsent(timing.method(), _ -> new TreeMap<>())
                        .put(Integer.parseInt(timing.parameter("rows")), timing));
        if (byMethod.isEmpty()) {
            return;
        }
        html.element("h2", "Growth");
        html.element(
                "p",
                "Films made without a database; twelve other query shapes were compiled in the same JVM. What an index "
                        + "answers stays flat; what reads every row grows with the rows.");
        html.open("figure").element("figcaption", "Time of a query against rows");
        List<LineChart.Curve> curves = new ArrayList<>();
        byMethod.forEach((method, bySize) -> curves.add(new LineChart.Curve(
                method,
                bySize.entrySet().stream()
                        .map(entry -> new LineChart.Point(
                                entry.getKey(), entry.getValue().nanos()))
                        .toList())));
        LineChart.draw(html, "Time of a query against rows", curves, "rows", Figures::count, Figures::tick);
        html.close("figure");
        Table table = table(byMethod);
        table.writeTo(html);
        tables.add(table);
    }

    private static Table table(Map<String, NavigableMap<Integer, Timing>> byMethod) {
        List<Integer> sizes = byMethod.values().stream()
                .flatMap(bySize -> bySize.keySet().stream())
                .distinct()
                .sorted()
                .toList();
        Table table = new Table(
                "Growth: median times",
                "",
                Stream.of(
                                Stream.of(""),
                                sizes.stream().map(size -> String.format(Locale.ROOT, "%,d rows", size)),
                                Stream.of("bytes allocated"))
                        .flatMap(each -> each)
                        .toList());
        byMethod.forEach((method, bySize) -> {
            List<String> cells = new ArrayList<>(List.of(method));
            for (int size : sizes) {
                Timing timing = bySize.get(size);
                cells.add(timing == null ? "–" : Figures.time(timing.nanos()));
            }
            Double bytes = bySize.lastEntry().getValue().secondary().get("gc.alloc.rate.norm");
            cells.add(bytes == null ? "–" : Figures.count(bytes));
            table.row(cells);
        });
        return table;
    }
}
