package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The section with the time of each query by number of rows. */
final class GrowthSection implements Report.Section {
    private static final String TITLE = "Time of a query against rows";

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        Map<String, NavigableMap<Integer, Timing>> byMethod = byMethod(findings);
        if (byMethod.isEmpty()) {
            return;
        }
        html.element("h2", "Growth");
        html.element(
                "p",
                "The films come from memory, without a database. The same JVM has compiled twelve other query shapes. "
                        + "Times of queries by index stay flat; times of full scans grow with the rows.");
        html.open("figure").element("figcaption", TITLE);
        draw(byMethod, html);
        html.close("figure");
        Stream.of(table(byMethod), bandwidth(findings), throughput(findings))
                .filter(each -> !each.isEmpty())
                .forEach(each -> {
                    each.writeTo(html);
                    tables.add(each);
                });
    }

    @Override
    public List<Picture> pictures(Findings findings) {
        Map<String, NavigableMap<Integer, Timing>> byMethod = byMethod(findings);
        return byMethod.isEmpty() ? List.of() : List.of(Picture.ofLines("growth", TITLE, html -> draw(byMethod, html)));
    }

    private static Map<String, NavigableMap<Integer, Timing>> byMethod(Findings findings) {
        Map<String, NavigableMap<Integer, Timing>> byMethod = new LinkedHashMap<>();
        findings.of("GrowthBenchmark").stream()
                .filter(Timing::isTime)
                .forEach(timing -> byMethod.computeIfAbsent(timing.method(), _ -> new TreeMap<>())
                        .put(rows(timing), timing));
        return byMethod;
    }

    private static void draw(Map<String, NavigableMap<Integer, Timing>> byMethod, Html html) {
        List<LineChart.Curve> curves = new ArrayList<>();
        byMethod.forEach((method, bySize) -> curves.add(new LineChart.Curve(
                method,
                bySize.entrySet().stream()
                        .map(entry -> new LineChart.Point(
                                entry.getKey(), entry.getValue().nanos()))
                        .toList())));
        LineChart.draw(html, TITLE, curves, "rows", Figures::count, Figures::tick);
    }

    private static int rows(Timing timing) {
        return Integer.parseInt(timing.parameter("rows"));
    }

    /** Returns the scan rates of a column with one byte per row, next to the memory bandwidth of the same run. */
    private static Table bandwidth(Findings findings) {
        Table table = new Table(
                "Scans of a column of one byte per row, compared with the memory's bandwidth",
                "The bandwidth is that of a vectorised sum over 256 MB per thread, in the same run. Scans of columns "
                        + "that fit into the caches are faster.",
                List.of("", "scanned", "bandwidth", "share"));
        for (Timing timing : findings.of("GrowthBenchmark")) {
            boolean parallel = timing.method().equals("parallelScan");
            if (timing.isTime() && (parallel || timing.method().equals("scan"))) {
                double scanned = rows(timing) / timing.nanos();
                findings.of("BandwidthBenchmark").stream()
                        .filter(each -> each.method().equals(parallel ? "allCores" : "oneThread"))
                        .findFirst()
                        .map(each -> each.perSecond() / 1e9)
                        .ifPresent(bandwidth -> table.row(List.of(
                                String.format(
                                        Locale.ROOT,
                                        "%,d rows, %s",
                                        rows(timing),
                                        parallel ? "all cores" : "one thread"),
                                Figures.digits(scanned) + " GB/s",
                                Figures.digits(bandwidth) + " GB/s",
                                Figures.digits(100 * scanned / bandwidth) + " %")));
            }
        }
        return table;
    }

    /** Returns the throughput of one thread, next to that of several threads. */
    private static Table throughput(Findings findings) {
        Table table = new Table(
                "Growth: throughput of threads", "", List.of("", "one thread", "threads", "all together", "to one"));
        List<Timing> timings = findings.of("GrowthBenchmark").stream()
                .filter(timing -> !timing.isTime())
                .toList();
        for (Timing one : timings) {
            timings.stream()
                    .filter(many -> one.threads() == 1
                            && many.threads() > 1
                            && many.method().equals(one.method())
                            && rows(many) == rows(one))
                    .forEach(many -> table.row(List.of(
                            String.format(Locale.ROOT, "%s, %,d rows", one.method(), rows(one)),
                            Figures.rate(one.perSecond()),
                            Integer.toString(many.threads()),
                            Figures.rate(many.perSecond()),
                            Figures.ratio(many.perSecond() / one.perSecond()))));
        }
        return table;
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
