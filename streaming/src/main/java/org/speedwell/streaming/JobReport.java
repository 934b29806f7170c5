package org.speedwell.streaming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The graph of a job, how it runs, and its work so far. It serves tables, pages and other tools. Immutable.
 *
 * @param name the name of the job
 * @param status the status of the job
 * @param cause the failure of the job, in words; null if it has not failed
 * @param metrics the work so far
 * @param parts the parts of the job. Each follows the parts whose events it takes
 * @param warnings the reasons why results may differ from run to run
 */
public record JobReport(
        String name,
        Job.Status status,
        @Nullable String cause,
        JobMetrics metrics,
        List<Part> parts,
        List<String> warnings)
        implements Serializable {

    /**
     * A part of a job: a vertex of its {@link Graph}, or the totals that threads compute before they exchange events.
     *
     * @param number the number of the vertex, from 1; 0 for totals
     * @param name the name of the part
     * @param kind the operation, in a word; of a source or a sink, the name of its class
     * @param inputs the numbers of the vertices whose events the part takes
     * @param from the inputs and the kinds of their keys, in words
     * @param takes the kind of its rows, in words; empty for a source and for a part without tasklets
     * @param hosts the numbers of the vertices in whose tasklets the part runs; empty if it has its own
     * @param tasklets the metrics of its tasklets
     */
    public record Part(
            int number,
            String name,
            String kind,
            List<Integer> inputs,
            String from,
            String takes,
            List<Integer> hosts,
            List<TaskletMetrics> tasklets)
            implements Serializable {

        /** Returns the number of rows that all tasklets have received. */
        public long received() {
            return tasklets.stream().mapToLong(TaskletMetrics::received).sum();
        }

        /** Returns the time that all tasklets have worked, in nanoseconds. */
        public long busyNanos() {
            return tasklets.stream().mapToLong(TaskletMetrics::busyNanos).sum();
        }

        /** Returns the number of batches that wait for the tasklets. */
        public int queued() {
            return tasklets.stream().mapToInt(TaskletMetrics::queued).sum();
        }

        /** Returns the largest number of batches that may wait; 0 for a source. */
        public int capacity() {
            return tasklets.stream().mapToInt(TaskletMetrics::capacity).sum();
        }

        /**
         * Returns the watermark that all tasklets have sent on, in milliseconds. It is {@code Long.MIN_VALUE} before
         * the first and {@code Long.MAX_VALUE} after the last.
         */
        public long watermark() {
            return tasklets.stream().mapToLong(TaskletMetrics::watermark).min().orElse(Long.MIN_VALUE);
        }

        /** Returns the bytes of the tables of keyed state. */
        public long stateBytes() {
            return tasklets.stream().mapToLong(TaskletMetrics::stateBytes).sum();
        }

        /** Returns the sums of the gauges of all tasklets, by name. */
        public Map<String, Long> gauges() {
            Map<String, Long> sums = new LinkedHashMap<>();
            tasklets.forEach(
                    tasklet -> tasklet.gauges().forEach((gauge, value) -> sums.merge(gauge, value, Long::sum)));
            return sums;
        }

        private Part asTotals() {
            return new Part(0, name, "totals", inputs, from, takes, hosts, tasklets);
        }

        private Part with(Part other) {
            return new Part(
                    number,
                    name,
                    kind,
                    inputs,
                    from,
                    takes,
                    hosts,
                    Stream.concat(tasklets.stream(), other.tasklets.stream()).toList());
        }
    }

    /** Returns the failure of the job, in words. Empty if it has not failed. */
    public Optional<String> failure() {
        return Optional.ofNullable(cause);
    }

    /** Describes a job that runs in this process. */
    static JobReport of(Plan plan, String name, Job.Status status, @Nullable String cause, JobMetrics metrics) {
        Graph graph = plan.graph();
        List<Part> parts = new ArrayList<>();
        for (Vertex vertex : graph.vertices()) {
            String part = graph.name(vertex);
            if (Plan.isFused(vertex)) {
                parts.add(part(graph, vertex, part, "", hosts(graph, vertex), metrics));
                continue;
            }
            List<Channel> lanes = vertex.inputs().stream().map(plan::lane).toList();
            String takes = lanes.stream().map(Channel::toString).distinct().collect(Collectors.joining(" and "));
            if (lanes.stream().anyMatch(Channel::hasLocalTotals)) {
                Part totals = part(graph, vertex, Plan.totalsName(part), takes, List.of(), metrics);
                parts.add(totals.asTotals());
                takes = "totals";
            }
            parts.add(part(graph, vertex, part, takes, List.of(), metrics));
        }
        return new JobReport(name, status, cause, metrics, List.copyOf(parts), List.copyOf(Warnings.of(plan)));
    }

    private static Part part(
            Graph graph, Vertex vertex, String name, String takes, List<Integer> hosts, JobMetrics metrics) {
        List<Integer> inputs = vertex.inputs().stream()
                .flatMap(edge -> edge.from().stream())
                .map(graph::number)
                .distinct()
                .toList();
        List<TaskletMetrics> tasklets = metrics.tasklets().stream()
                .filter(tasklet -> tasklet.part().equals(name))
                .toList();
        return new Part(
                graph.number(vertex),
                name,
                kind(vertex.operation()),
                inputs,
                graph.inputs(vertex),
                takes,
                hosts,
                tasklets);
    }

    private static String kind(Operation operation) {
        Object user = switch (operation) {
            case Operation.Read read -> read.source();
            case Operation.Write write -> write.sink();
            case Operation.Stateless fused -> null;
            case Operation.ByKey byKey -> null;
        };
        return user == null || user.getClass().isSynthetic() || user.getClass().isAnonymousClass()
                ? operation.word()
                : Claims.describe(user);
    }

    private static List<Integer> hosts(Graph graph, Vertex fused) {
        return fused.inputs().stream()
                .flatMap(edge -> Clocks.hosts(edge).stream())
                .map(graph::number)
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Combines the reports of all processes that run a job.
     *
     * @param reports at least one report; all have the same parts
     */
    public static JobReport merged(List<JobReport> reports) {
        JobReport first = reports.getFirst();
        Map<String, Part> parts = new LinkedHashMap<>();
        reports.forEach(report -> report.parts.forEach(part -> parts.merge(part.name, part, Part::with)));
        return new JobReport(
                first.name,
                first.status,
                reports.stream()
                        .map(JobReport::cause)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                JobMetrics.merged(reports.stream().map(JobReport::metrics).toList()),
                List.copyOf(parts.values()),
                first.warnings);
    }

    /** Returns the same report with the status and the failure that a coordinator knows. */
    public JobReport with(Job.Status known, @Nullable String failed) {
        return new JobReport(name, known, failed, metrics, parts, warnings);
    }

    /** Returns a table of the parts and their metrics, and the warnings. */
    @Override
    public String toString() {
        return Explanation.of(this);
    }
}
