package org.speedwell.bench.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The section with all results of JMH and their spread. */
final class EverythingSection implements Report.Section {

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        if (findings.timings().isEmpty()) {
            return;
        }
        html.element("h2", "All results of JMH");
        Table table = new Table(
                "Median, minimum and maximum of the iterations",
                "",
                List.of("", "threads", "median", "least", "greatest", "iterations", "bytes allocated"));
        for (Timing timing : findings.timings()) {
            Double bytes = timing.secondary().get("gc.alloc.rate.norm");
            table.row(List.of(
                    name(timing),
                    Integer.toString(timing.threads()),
                    Figures.digits(timing.median()) + " " + timing.unit(),
                    Figures.digits(timing.values().getFirst()),
                    Figures.digits(timing.values().getLast()),
                    Integer.toString(timing.values().size()),
                    bytes == null ? "–" : Figures.digits(bytes)));
        }
        table.writeTo(html);
        tables.add(table);
    }

    private static String name(Timing timing) {
        Map<String, String> parameters = timing.parameters();
        String told = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + " " + parameter.getValue())
                .collect(Collectors.joining(", "));
        return timing.benchmark() + "." + timing.method() + (told.isEmpty() ? "" : " (" + told + ")");
    }
}
