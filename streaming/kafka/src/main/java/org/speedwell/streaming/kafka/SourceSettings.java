package org.speedwell.streaming.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a source. Immutable.
 *
 * @param client the settings of Kafka's consumer
 * @param bounded true if the source ends at the ends of the partitions at its start
 * @param part the number of the part, from 0
 */
record SourceSettings(
        Map<String, Object> client,
        Topics topics,
        Start start,
        boolean bounded,
        Duration discovery,
        Duration unknownTopic,
        Duration maxAhead,
        int part,
        int parts) {
    /** The largest number of records of a chunk. */
    private static final int RECORDS = 1000;

    SourceSettings {
        client = Map.copyOf(client);
        if (!client.containsKey(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new IllegalArgumentException("The settings have no " + ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG
                    + ". Set it to the addresses of the brokers, such as localhost:9092.");
        }
        if (start instanceof Start.OfGroup && !client.containsKey(ConsumerConfig.GROUP_ID_CONFIG)) {
            throw new IllegalArgumentException("The source starts at the offsets of a group, but the settings have no "
                    + ConsumerConfig.GROUP_ID_CONFIG + ".");
        }
    }

    /** Returns the settings of the consumer. The source itself chooses offsets and commits them. */
    Map<String, Object> consumer() {
        Map<String, Object> all = new HashMap<>();
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS);
        all.putAll(client);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return all;
    }

    Map<String, Object> admin() {
        Map<String, Object> all = new HashMap<>(client);
        all.keySet().retainAll(AdminClientConfig.configNames());
        return all;
    }

    IsolationLevel isolation() {
        return "read_uncommitted".equals(client.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG))
                ? IsolationLevel.READ_UNCOMMITTED
                : IsolationLevel.READ_COMMITTED;
    }

    @Nullable
    String group() {
        Object group = client.get(ConsumerConfig.GROUP_ID_CONFIG);
        return group == null ? null : group.toString();
    }

    /** Returns whether this part reads a partition. Consecutive partitions of a topic go to consecutive parts. */
    boolean reads(String topic, int partition) {
        return Math.floorMod(topic.hashCode() + partition, parts) == part;
    }

    SourceSettings with(Start other) {
        return new SourceSettings(client, topics, other, bounded, discovery, unknownTopic, maxAhead, part, parts);
    }

    SourceSettings ending() {
        return new SourceSettings(client, topics, start, true, discovery, unknownTopic, maxAhead, part, parts);
    }

    SourceSettings withTimes(Duration look, Duration unknown, Duration ahead) {
        return new SourceSettings(client, topics, start, bounded, look, unknown, ahead, part, parts);
    }

    SourceSettings ofPart(int number, int of) {
        return new SourceSettings(client, topics, start, bounded, discovery, unknownTopic, maxAhead, number, of);
    }
}
