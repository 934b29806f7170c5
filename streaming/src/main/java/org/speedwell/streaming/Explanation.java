package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of the parts of a job and their metrics. */
final class Explanation {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;
    private static final List<String> HEAD =
            List.of("", "part", "from", "runs", "takes", "received", "a second", "busy", "queue");

    private final JobMetrics metrics;
    private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));

    private Explanation(JobReport report) {
        this.metrics = report.metrics();
        report.parts().forEach(this::add);
    }

    static String of(JobReport report) {
        JobMetrics metrics = report.metrics();
        String head = String.format(
                Locale.ROOT,
                "job \"%s\" %s: %,d events, %,d late, %,d skipped and %,d results in %.1f s",
                report.name(),
                report.status(),
                metrics.events(),
                metrics.late(),
                metrics.skipped(),
                metrics.results(),
                metrics.nanos() / NANOS_PER_SECOND);
        return Stream.of(
                        Stream.of(head, new Explanation(report).table()),
                        report.parts().stream().flatMap(Explanation::gauges),
                        report.warnings().stream())
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
    }

    private static Stream<String> gauges(JobReport.Part part) {
        return part.gauges().isEmpty()
                ? Stream.of()
                : Stream.of(part.gauges().entrySet().stream()
                        .map(gauge -> String.format(Locale.ROOT, "%,d %s", gauge.getValue(), gauge.getKey()))
                        .collect(Collectors.joining(", ", part.name() + ": ", "")));
    }

    private void add(JobReport.Part part) {
        String number = part.number() == 0 ? "" : "" + part.number();
        List<String> row = new ArrayList<>(List.of(number, part.name(), part.from()));
        if (part.hosts().isEmpty()) {
            addMeasured(row, part);
        } else {
            row.add(part.hosts().stream().map(host -> "" + host).collect(Collectors.joining(", ", "in ", "")));
        }
        rows.add(row);
    }

    private void addMeasured(List<String> row, JobReport.Part part) {
        int count = part.tasklets().size();
        double seconds = metrics.nanos() / NANOS_PER_SECOND;
        row.add(count == 1 ? "1 tasklet" : count + " tasklets");
        row.add(part.takes());
        if (count == 0) { // the job has not begun, or has ended on another machine
            return;
        }
        row.add(String.format(Locale.ROOT, "%,d", part.received()));
        row.add(String.format(Locale.ROOT, "%,.0f", part.received() / seconds));
        row.add(String.format(Locale.ROOT, "%.0f %%", PERCENT * part.busyNanos() / metrics.nanos() / count));
        row.add(part.capacity() == 0 ? "" : part.queued() + " of " + part.capacity());
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
