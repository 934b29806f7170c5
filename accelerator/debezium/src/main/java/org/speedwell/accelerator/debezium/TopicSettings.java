package org.speedwell.accelerator.debezium;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The settings of {@link DebeziumTopics}. Immutable.
 *
 * @param client the settings of Kafka's consumer
 * @param transactions the topic of transactions
 * @param statements the topic of schema changes
 * @param names returns the topic of a table
 * @param maxBytes the most bytes of a transaction in memory
 */
record TopicSettings(
        Map<String, Object> client,
        String prefix,
        String transactions,
        String statements,
        BiFunction<String, String, String> names,
        Duration statementWait,
        boolean hasHarmlessGaps,
        boolean hasMissingTopics,
        long maxBytes) {

    /** Creates a consumer without assignment. */
    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> all = new HashMap<>(client);
        all.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    String topic(String schema, String table) {
        return names.apply(schema, table);
    }
}
