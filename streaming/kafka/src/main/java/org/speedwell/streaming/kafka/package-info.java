/**
 * Kafka topics as sources and sinks of the jobs of {@link org.speedwell.streaming}.
 *
 * <ul>
 * <li>{@link KafkaSource} reads topics. The offsets are part of the job's checkpoints, so the job counts each record
 * exactly once.
 * <li>{@link KafkaSink} writes topics, at least once, or exactly once in transactions that follow the checkpoints.
 * <li>Each partition has its own watermark.
 * </ul>
 */
@NullMarked
package org.speedwell.streaming.kafka;

import org.jspecify.annotations.NullMarked;
