package org.speedwell.streaming;

/**
 * What a tasklet of a job has done so far.
 *
 * @param name of the source, operation or sink, with the number of its part where its keys are spread
 * @param busyNanos how long it has worked
 * @param queued batches that wait for it, of {@code capacity}; 0 for sources. A full queue is where back pressure begins
 * @param capacity how many batches may wait
 * @param stateBytes of the tables that hold its state by key, when a watermark last went through. Keys and accumulators
 *     that are objects are not counted
 */
public record TaskletMetrics(String name, long busyNanos, int queued, int capacity, long stateBytes) {}
