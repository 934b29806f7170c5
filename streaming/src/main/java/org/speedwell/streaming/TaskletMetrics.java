package org.speedwell.streaming;

import java.io.Serializable;
import java.util.Map;

/**
 * The work of a tasklet of a job so far.
 *
 * @param name the name of the source, operation or sink, with the number of its partition if the operation has several
 * @param part the part of the job that the tasklet belongs to: the name of a vertex of its {@link Graph}, or of its
 * totals
 * @param busyNanos the time that the tasklet has worked, in nanoseconds
 * @param received the number of events received; after a pre-aggregation, the number of totals
 * @param queued the number of batches that wait, out of {@code capacity}; 0 for sources. A full queue is the start of
 * back pressure.
 * @param capacity the largest number of batches that may wait
 * @param stateBytes the size of the tables of keyed state at the last watermark, in bytes. It excludes keys and
 * accumulators that are objects.
 * @param watermark the watermark that the tasklet has sent on, in milliseconds: {@code Long.MIN_VALUE} before the first,
 * {@code Long.MAX_VALUE} after the last
 * @param gauges the figures of a source or a sink by name ({@link Source#gauges}, {@link Sink#gauges})
 */
public record TaskletMetrics(
        String name,
        String part,
        long busyNanos,
        long received,
        int queued,
        int capacity,
        long stateBytes,
        long watermark,
        Map<String, Long> gauges)
        implements Serializable {}
