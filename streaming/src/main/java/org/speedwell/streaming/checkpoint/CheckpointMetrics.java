package org.speedwell.streaming.checkpoint;

/**
 * The checkpoints of a job.
 *
 * @param newest number of the newest that is on the disk, from 1; 0 where there is none
 * @param written by this run
 * @param failed to be written by this run
 * @param bytes of the newest that this run wrote
 * @param millis that the last took to be written
 */
public record CheckpointMetrics(long newest, long written, long failed, long bytes, long millis) {
    /** Of a job that takes none. */
    public static final CheckpointMetrics NONE = new CheckpointMetrics(0, 0, 0, 0, 0);
}
