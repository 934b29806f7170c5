package org.speedwell.streaming.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobMetrics;
import org.speedwell.streaming.TaskletMetrics;

/**
 * A binder of a job's metrics to a meter registry, with names that begin with {@code speedwell.streaming}. The name of
 * the job is a tag. Immutable.
 *
 * {@snippet :
 * new JobMeters(job).bindTo(registry);
 * }
 */
@SuppressWarnings("exports") // users of this class have Micrometer
public final class JobMeters implements MeterBinder {
    private static final String PREFIX = "speedwell.streaming.";
    private static final double NANOS_PER_SECOND = 1e9;

    private final Job job;
    private final InstantSource clock;

    /** Creates the meters of a job. They measure the watermark's lag by the system clock. */
    public JobMeters(Job job) {
        this(job, InstantSource.system());
    }

    /** Creates the meters of a job whose event times come from another clock. */
    public JobMeters(Job job, InstantSource clock) {
        this.job = job;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("job", job.name());
        count(registry, tags, "events", "Events taken from all sources", JobMetrics::events);
        count(registry, tags, "late", "Events that arrived after their windows closed", JobMetrics::late);
        count(registry, tags, "skipped", "Events on which a function failed", JobMetrics::skipped);
        count(registry, tags, "evicted", "Keys that the job dropped", JobMetrics::evicted);
        count(registry, tags, "results", "Results that the sinks received", JobMetrics::results);
        count(
                registry,
                tags,
                "checkpoints",
                "Checkpoints written",
                metrics -> metrics.checkpoints().written());
        count(
                registry,
                tags,
                "checkpoints.failed",
                "Checkpoints that could not be written",
                metrics -> metrics.checkpoints().failed());
        TimeGauge.builder(
                        PREFIX + "watermark.lag",
                        job,
                        TimeUnit.MILLISECONDS,
                        of -> of.metrics().watermarkLag(clock.millis()))
                .description("Delay of the watermark at the sink behind the clock")
                .tags(tags)
                .register(registry);
        List<TaskletMetrics> tasklets = job.metrics().tasklets();
        for (int i = 0; i < tasklets.size(); i++) {
            bindTasklet(registry, tags.and("tasklet", tasklets.get(i).name()), i);
        }
    }

    private void count(
            MeterRegistry registry, Tags tags, String name, String what, ToDoubleFunction<JobMetrics> value) {
        FunctionCounter.builder(PREFIX + name, job, of -> value.applyAsDouble(of.metrics()))
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private void bindTasklet(MeterRegistry registry, Tags tags, int tasklet) {
        FunctionCounter.builder(
                        PREFIX + "tasklet.busy",
                        job,
                        of -> of.metrics().tasklets().get(tasklet).busyNanos() / NANOS_PER_SECOND)
                .description("Seconds that the tasklet has worked. The rate is its utilisation")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
        Gauge.builder(
                        PREFIX + "tasklet.queued",
                        job,
                        of -> of.metrics().tasklets().get(tasklet).queued())
                .description("Batches that wait for the tasklet")
                .tags(tags)
                .register(registry);
        Gauge.builder(
                        PREFIX + "tasklet.state",
                        job,
                        of -> of.metrics().tasklets().get(tasklet).stateBytes())
                .description("Bytes of the tables that hold the tasklet's state")
                .baseUnit("bytes")
                .tags(tags)
                .register(registry);
    }
}
