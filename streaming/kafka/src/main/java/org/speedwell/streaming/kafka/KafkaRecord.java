package org.speedwell.streaming.kafka;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic. It is not {@code Serializable}. {@code map} it to the values that you need before an operator
 * that keeps events.
 *
 * @param timestamp the time of the record in milliseconds since the epoch, set by the producer or by the broker
 * @param key the key; null if the record has none
 * @param value the value; null for a tombstone, which deletes the key in a compacted topic
 */
public record KafkaRecord<K, V>(
        String topic,
        int partition,
        long offset,
        long timestamp,
        @Nullable K key,
        @Nullable V value,
        Headers headers) {}
