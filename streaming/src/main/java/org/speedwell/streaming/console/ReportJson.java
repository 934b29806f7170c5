package org.speedwell.streaming.console;

import java.util.Collection;
import java.util.Map;
import org.speedwell.streaming.JobControl;
import org.speedwell.streaming.JobMetrics;
import org.speedwell.streaming.JobReport;
import org.speedwell.streaming.ShownRows;
import org.speedwell.streaming.TaskletMetrics;

/**
 * Reports of jobs as JSON. Times are in milliseconds since 1970 unless the name of the field says otherwise. A watermark
 * is null before the first and after the last.
 */
final class ReportJson {
    private ReportJson() {}

    static String summaries(Collection<? extends JobControl> jobs) {
        JsonWriter out = new JsonWriter();
        return out.array(jobs, job -> summary(out, job.report())).toString();
    }

    static String names(Collection<String> names) {
        JsonWriter out = new JsonWriter();
        return out.array(names, out::value).toString();
    }

    /** Returns the first rows of a view. */
    static String of(ShownRows shown) {
        JsonWriter out = new JsonWriter();
        return out.object(same -> {
                    out.field("total", shown.total());
                    out.name("time");
                    time(out, shown.time());
                    out.name("columns").array(shown.columns(), out::value);
                    out.name("rows").array(shown.rows(), row -> out.array(row, cell -> out.value(cell)));
                })
                .toString();
    }

    static String summary(JobControl job) {
        JsonWriter out = new JsonWriter();
        summary(out, job.report());
        return out.toString();
    }

    private static void summary(JsonWriter out, JobReport report) {
        out.object(same -> summaryFields(out, report));
    }

    private static void summaryFields(JsonWriter out, JobReport report) {
        JobMetrics metrics = report.metrics();
        out.field("name", report.name())
                .field("status", report.status().name())
                .field("failure", report.failure().orElse(null))
                .field("now", System.currentTimeMillis())
                .field("runningNanos", metrics.nanos())
                .field("events", metrics.events())
                .field("late", metrics.late())
                .field("skipped", metrics.skipped())
                .field("evicted", metrics.evicted())
                .field("results", metrics.results())
                .field("stateBytes", metrics.stateBytes());
        watermark(out, metrics.watermark());
    }

    private static void watermark(JsonWriter out, long watermark) {
        out.name("watermark");
        time(out, watermark);
    }

    private static void time(JsonWriter out, long time) {
        if (time == Long.MIN_VALUE || time == Long.MAX_VALUE) {
            out.value((String) null);
        } else {
            out.value(time);
        }
    }

    private static void gauges(JsonWriter out, Map<String, Long> gauges) {
        out.name("gauges").object(same -> gauges.forEach(out::field));
    }

    static String of(JobReport report) {
        JsonWriter out = new JsonWriter();
        return out.object(same -> {
                    summaryFields(out, report);
                    checkpoints(out, report);
                    out.name("warnings").array(report.warnings(), out::value);
                    out.name("parts").array(report.parts(), part -> part(out, part));
                })
                .toString();
    }

    private static void checkpoints(JsonWriter out, JobReport report) {
        var checkpoints = report.metrics().checkpoints();
        out.name("checkpoints")
                .object(same -> out.field("newest", checkpoints.newest())
                        .field("written", checkpoints.written())
                        .field("failed", checkpoints.failed())
                        .field("bytes", checkpoints.bytes())
                        .field("millis", checkpoints.millis()));
    }

    private static void part(JsonWriter out, JobReport.Part part) {
        out.object(same -> {
            out.field("number", part.number()).field("name", part.name()).field("kind", part.kind());
            out.name("inputs").array(part.inputs(), out::value);
            out.name("hosts").array(part.hosts(), out::value);
            out.field("from", part.from())
                    .field("takes", part.takes())
                    .field("received", part.received())
                    .field("busyNanos", part.busyNanos())
                    .field("queued", part.queued())
                    .field("capacity", part.capacity())
                    .field("stateBytes", part.stateBytes());
            watermark(out, part.watermark());
            gauges(out, part.gauges());
            out.name("tasklets").array(part.tasklets(), tasklet -> tasklet(out, tasklet));
        });
    }

    private static void tasklet(JsonWriter out, TaskletMetrics tasklet) {
        out.object(same -> {
            out.field("name", tasklet.name())
                    .field("received", tasklet.received())
                    .field("busyNanos", tasklet.busyNanos())
                    .field("queued", tasklet.queued())
                    .field("capacity", tasklet.capacity())
                    .field("stateBytes", tasklet.stateBytes());
            watermark(out, tasklet.watermark());
            gauges(out, tasklet.gauges());
        });
    }
}
