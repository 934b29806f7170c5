package org.speedwell.streaming;

/**
 * What a tasklet of a job has done so far.
 *
 * @param name of the source, operation or sink, with the number of its part where its keys are spread
 * @param part of the job that it is one tasklet of: the name of a vertex of its {@link Graph}, or that of its totals
 * @param busyNanos how long it has worked
 * @param received events that it has taken; behind where events are added up, totals
 * @param queued batches that wait for it, of {@code capacity}; 0 for sources. A full queue is where back pressure begins
 * @param capacity how many batches may wait
 * @param stateBytes of the tables that hold its state by key, when a watermark last went through. Keys and accumulators
 *     that are objects are not counted
 */
public record TaskletMetrics(
        String name, String part, long busyNanos, long received, int queued, int capacity, long stateBytes) {}
