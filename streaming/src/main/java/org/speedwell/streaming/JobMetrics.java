package org.speedwell.streaming;

/**
 * What a job has done so far.
 *
 * @param events taken from all sources
 * @param late events that came after all their windows had closed
 * @param skipped events on which a user's function threw
 * @param results events given to the sink
 * @param watermark that has reached the sink, in milliseconds; {@code Long.MIN_VALUE} before the first,
 *     {@code Long.MAX_VALUE} after the last
 */
public record JobMetrics(long events, long late, long skipped, long results, long watermark) {}
