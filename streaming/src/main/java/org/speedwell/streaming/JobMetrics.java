package org.speedwell.streaming;

import java.io.Serializable;
import java.util.List;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;

/**
 * The work that a job has done so far. Rates are the differences between two metrics of a job.
 *
 * @param events the events taken from all sources
 * @param late the events that arrived after all their windows had closed, and the events that sinks left out
 * ({@link Sink#late})
 * @param skipped the events on which a user's function threw
 * @param evicted the keys that were evicted because there were too many
 * @param results the events given to the sinks
 * @param watermark the watermark that has reached all sinks, in milliseconds: {@code Long.MIN_VALUE} before the first,
 * {@code Long.MAX_VALUE} after the last
 * @param nanos the running time of the job, in nanoseconds
 * @param tasklets the metrics of each tasklet
 * @param checkpoints the metrics of this run's checkpoints
 */
public record JobMetrics(
        long events,
        long late,
        long skipped,
        long evicted,
        long results,
        long watermark,
        long nanos,
        List<TaskletMetrics> tasklets,
        CheckpointMetrics checkpoints)
        implements Serializable {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Returns the events per second since the job's start. */
    public double eventsPerSecond() {
        return nanos == 0 ? 0 : events * NANOS_PER_SECOND / nanos;
    }

    /** Returns the events per second since earlier metrics of the same job. */
    public double eventsPerSecond(JobMetrics since) {
        return nanos == since.nanos ? 0 : (events - since.events) * NANOS_PER_SECOND / (nanos - since.nanos);
    }

    /** Returns the share of time that a tasklet has worked since earlier metrics of the same job, from 0 to 1. */
    public double busy(int tasklet, JobMetrics since) {
        long busy =
                tasklets.get(tasklet).busyNanos() - since.tasklets.get(tasklet).busyNanos();
        return nanos == since.nanos ? 0 : Math.clamp((double) busy / (nanos - since.nanos), 0, 1);
    }

    /**
     * Returns the time by which the watermark at the sinks is behind {@code now}, in milliseconds. It is 0 before the
     * first watermark and after the last.
     */
    public long watermarkLag(long now) {
        return watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE ? 0 : now - watermark;
    }

    /** Returns the bytes of the tables of all tasklets that hold state by key. */
    public long stateBytes() {
        return tasklets.stream().mapToLong(TaskletMetrics::stateBytes).sum();
    }

    /** Returns the number of batches that wait in all conveyors. */
    public int queued() {
        return tasklets.stream().mapToInt(TaskletMetrics::queued).sum();
    }

    /** Combines the metrics of all processes of a job. The checkpoints are those of the first process. */
    static JobMetrics merged(List<JobMetrics> all) {
        return new JobMetrics(
                all.stream().mapToLong(JobMetrics::events).sum(),
                all.stream().mapToLong(JobMetrics::late).sum(),
                all.stream().mapToLong(JobMetrics::skipped).sum(),
                all.stream().mapToLong(JobMetrics::evicted).sum(),
                all.stream().mapToLong(JobMetrics::results).sum(),
                all.stream().mapToLong(JobMetrics::watermark).min().orElse(Long.MIN_VALUE),
                all.stream().mapToLong(JobMetrics::nanos).max().orElse(0),
                all.stream().flatMap(each -> each.tasklets.stream()).toList(),
                all.getFirst().checkpoints);
    }
}
