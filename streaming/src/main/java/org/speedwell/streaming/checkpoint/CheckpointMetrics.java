package org.speedwell.streaming.checkpoint;

import java.io.Serializable;

/**
 * Metrics of the checkpoints of a job.
 *
 * @param newest the number of the newest checkpoint on the disk, from 1; 0 if there is none
 * @param written the number of checkpoints that this run wrote
 * @param failed the number of checkpoints that this run failed to write
 * @param bytes the size of the newest checkpoint of this run, in bytes
 * @param millis the duration of the last write, in milliseconds
 */
public record CheckpointMetrics(long newest, long written, long failed, long bytes, long millis)
        implements Serializable {
    /** The metrics of a job without checkpoints. */
    public static final CheckpointMetrics NONE = new CheckpointMetrics(0, 0, 0, 0, 0);
}
