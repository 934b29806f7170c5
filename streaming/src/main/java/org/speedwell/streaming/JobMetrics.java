package org.speedwell.streaming;

import java.util.List;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;

/**
 * What a job has done so far. Rates are between two of these.
 *
 * @param events taken from all sources
 * @param late events that came after all their windows had closed, and those that sinks left out ({@link Sink#late})
 * @param skipped events on which a user's function threw
 * @param evicted keys that were forgotten because there were too many
 * @param results events given to the sinks
 * @param watermark that has reached all sinks, in milliseconds; {@code Long.MIN_VALUE} before the first,
 *     {@code Long.MAX_VALUE} after the last
 * @param nanos how long the job has run
 * @param tasklets each of them
 * @param checkpoints of this run
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
        CheckpointMetrics checkpoints) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Events a second since the job's start. */
    public double eventsPerSecond() {
        return nanos == 0 ? 0 : events * NANOS_PER_SECOND / nanos;
    }

    /** Events a second since earlier metrics of the same job. */
    public double eventsPerSecond(JobMetrics since) {
        return nanos == since.nanos ? 0 : (events - since.events) * NANOS_PER_SECOND / (nanos - since.nanos);
    }

    /** What part of the time since earlier metrics of the same job a tasklet has worked, from 0 to 1. */
    public double busy(int tasklet, JobMetrics since) {
        long busy =
                tasklets.get(tasklet).busyNanos() - since.tasklets.get(tasklet).busyNanos();
        return nanos == since.nanos ? 0 : Math.clamp((double) busy / (nanos - since.nanos), 0, 1);
    }

    /** How far the watermark at the sink is behind a time in milliseconds; 0 before the first and after the last. */
    public long watermarkLag(long now) {
        return watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE ? 0 : now - watermark;
    }

    /** Bytes of the tables of all tasklets that hold state by key. */
    public long stateBytes() {
        return tasklets.stream().mapToLong(TaskletMetrics::stateBytes).sum();
    }

    /** Batches that wait in all conveyors. */
    public int queued() {
        return tasklets.stream().mapToInt(TaskletMetrics::queued).sum();
    }
}
