package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of a job's plan and its metrics. */
final class Explanation {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;
    private static final List<String> HEAD =
            List.of("", "part", "from", "runs", "takes", "received", "a second", "busy", "queue");

    private final Graph graph;
    private final JobMetrics metrics;
    private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));

    private Explanation(Plan plan, JobMetrics metrics) {
        this.graph = plan.graph();
        this.metrics = metrics;
        for (Vertex vertex : graph.vertices()) {
            if (Plan.isFused(vertex)) {
                addFused(vertex);
            } else {
                add(plan, vertex);
            }
        }
    }

    static String of(Plan plan, JobMetrics metrics) {
        String head = String.format(
                Locale.ROOT,
                "%,d events, %,d late, %,d skipped and %,d results in %.1f s",
                metrics.events(),
                metrics.late(),
                metrics.skipped(),
                metrics.results(),
                metrics.nanos() / NANOS_PER_SECOND);
        return Stream.concat(Stream.of(head, new Explanation(plan, metrics).table()), Warnings.of(plan).stream())
                .collect(Collectors.joining("\n"));
    }

    private void addFused(Vertex vertex) {
        String in = vertex.inputs().stream()
                .flatMap(edge -> Clocks.hosts(edge).stream())
                .map(graph::number)
                .distinct()
                .sorted()
                .map(each -> "" + each)
                .collect(Collectors.joining(", ", "in ", ""));
        rows.add(row("" + graph.number(vertex), graph.name(vertex), graph.inputs(vertex), in));
    }

    private void add(Plan plan, Vertex vertex) {
        String name = graph.name(vertex);
        List<Channel> lanes = vertex.inputs().stream().map(plan::lane).toList();
        String takes = lanes.stream().map(Channel::toString).distinct().collect(Collectors.joining(" and "));
        if (lanes.stream().anyMatch(Channel::hasLocalTotals)) {
            String totals = Plan.totalsName(name);
            rows.add(measured(totals, row("", totals, graph.inputs(vertex), runs(totals), takes)));
            takes = "totals";
        }
        rows.add(measured(name, row("" + graph.number(vertex), name, graph.inputs(vertex), runs(name), takes)));
    }

    private static List<String> row(String... cells) {
        return new ArrayList<>(List.of(cells));
    }

    private List<TaskletMetrics> tasklets(String part) {
        return metrics.tasklets().stream()
                .filter(tasklet -> tasklet.part().equals(part))
                .toList();
    }

    private String runs(String part) {
        int count = tasklets(part).size();
        return count == 1 ? "1 tasklet" : count + " tasklets";
    }

    private List<String> measured(String part, List<String> row) {
        while (row.size() < HEAD.indexOf("received")) {
            row.add("");
        }
        List<TaskletMetrics> tasklets = tasklets(part);
        long received = tasklets.stream().mapToLong(TaskletMetrics::received).sum();
        long busy = tasklets.stream().mapToLong(TaskletMetrics::busyNanos).sum();
        int queued = tasklets.stream().mapToInt(TaskletMetrics::queued).sum();
        int capacity = tasklets.stream().mapToInt(TaskletMetrics::capacity).sum();
        double seconds = metrics.nanos() / NANOS_PER_SECOND;
        row.add(String.format(Locale.ROOT, "%,d", received));
        row.add(String.format(Locale.ROOT, "%,.0f", received / seconds));
        row.add(String.format(Locale.ROOT, "%.0f %%", PERCENT * busy / metrics.nanos() / tasklets.size()));
        row.add(capacity == 0 ? "" : queued + " of " + capacity);
        return row;
    }

    private String table() {
        int[] widths = IntStream.range(0, HEAD.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> column < row.size() ? row.get(column).length() : 0)
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(cell).repeat(' ', widths[column] + 2 - cell.length());
        }
        return line.toString().stripTrailing();
    }
}
