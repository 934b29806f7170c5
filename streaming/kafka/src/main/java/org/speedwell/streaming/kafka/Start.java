package org.speedwell.streaming.kafka;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets at which a job without a checkpoint begins. Partitions that appear later always begin at their first
 * record.
 */
sealed interface Start {
    /** The first record that the topic still has. */
    record Earliest() implements Start {}

    /** The end of the topic when the job begins to read. */
    record Latest() implements Start {}

    /** The first record with this time or a later one. */
    record AtTime(long millis) implements Start {}

    /** The offsets that the group has committed; the first record without such an offset. */
    record OfGroup() implements Start {}

    /** Given offsets; the first record of other partitions. */
    record Given(Map<TopicPartition, Long> offsets) implements Start {
        public Given {
            offsets = Map.copyOf(offsets);
        }
    }
}
