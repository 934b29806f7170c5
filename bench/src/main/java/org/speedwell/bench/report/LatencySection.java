package org.speedwell.bench.report;

import java.util.List;
import java.util.Locale;

/** The section with results of programs other than JMH: their tables, and latencies by percentile. */
final class LatencySection implements Report.Section {

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        if (!findings.tables().isEmpty()) {
            html.element("h2", "Under load");
            findings.tables().forEach(table -> {
                table.writeTo(html);
                tables.add(table);
            });
        }
        if (findings.latencies().isEmpty()) {
            return;
        }
        html.element("h2", "Latencies");
        html.element("p", "By percentile. Each step to the right adds a nine. Curves end at the worst sample.");
        for (Latencies latencies : findings.latencies()) {
            html.open("figure").element("figcaption", latencies.title());
            draw(latencies, html);
            html.close("figure");
            Table table = latencies.table();
            table.writeTo(html);
            tables.add(table);
        }
    }

    @Override
    public List<Picture> pictures(Findings findings) {
        return findings.latencies().stream()
                .map(latencies -> Picture.ofLines(
                        "latencies-"
                                + latencies
                                        .title()
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^a-z0-9]+", "-")
                                        .replaceAll("-$", ""),
                        latencies.title() + ": latency by percentile",
                        html -> draw(latencies, html)))
                .toList();
    }

    private static void draw(Latencies latencies, Html html) {
        LineChart.draw(html, latencies.title(), latencies.curves(), "percentile", Latencies::percentile, Figures::tick);
    }
}
