package org.speedwell.streaming.kafka;

import java.io.Serializable;
import java.util.List;

/**
 * The position of a source: the next offset of each partition.
 *
 * @param isKnown true if the source has found its partitions
 * @param partitions the partitions in the order of their splits
 */
record Place(boolean isKnown, List<Partition> partitions) implements Serializable {
    static final Place START = new Place(false, List.of());

    /** Returns the number of splits, or −1 if the source has not found them. */
    int splits() {
        return isKnown ? partitions.size() : -1;
    }

    /**
     * The position in a partition.
     *
     * @param topicId the id of the topic, which differs if the topic is deleted and created again
     * @param next the offset of the next record
     * @param epoch the leader epoch of the last record, or −1
     * @param end the offset at which a bounded source ends, or {@code Long.MAX_VALUE}
     */
    record Partition(String topic, String topicId, int partition, long next, int epoch, long end)
            implements Serializable {}
}
