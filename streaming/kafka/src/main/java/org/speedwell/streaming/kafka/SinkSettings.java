package org.speedwell.streaming.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a sink. Immutable.
 *
 * @param client the settings of Kafka's producer
 * @param id the beginning of the transactional id, or null for the name of the job
 * @param maxPending the number of bytes since the last checkpoint above which the sink requests one
 */
record SinkSettings(
        Map<String, Object> client,
        String topic,
        boolean isTransactional,
        @Nullable String id,
        long maxPending) {
    /** Long enough for the results of one checkpoint, and short enough for readers if the job does not come back. */
    private static final int TRANSACTION_MILLIS = 300_000;

    /** The most bytes that may wait for a checkpoint, however many events precede its barrier. */
    static final long MOST_BYTES = 1L << 30;

    SinkSettings {
        client = Map.copyOf(client);
        if (!client.containsKey(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new IllegalArgumentException("The settings have no " + ProducerConfig.BOOTSTRAP_SERVERS_CONFIG
                    + ". Set it to the addresses of the brokers, such as localhost:9092.");
        }
        if (client.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
            throw new IllegalArgumentException("The settings have the id " + ProducerConfig.TRANSACTIONAL_ID_CONFIG
                    + ", but each part of a sink needs its own. Use exactlyOnce(id) instead.");
        }
        if (maxPending < 1 || maxPending > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "maxPending is " + maxPending + ", but must be from 1 to " + MOST_BYTES + ".");
        }
    }

    SinkSettings transactional(@Nullable String beginning) {
        return new SinkSettings(client, topic, true, beginning, maxPending);
    }

    SinkSettings withMaxPending(long bytes) {
        return new SinkSettings(client, topic, isTransactional, id, bytes);
    }

    /** Returns the settings of a producer that waits for brokers as long as the job runs. */
    Map<String, Object> producer() {
        Map<String, Object> all = new HashMap<>();
        all.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 17);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        all.putAll(client);
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        return all;
    }

    Map<String, Object> producer(String transactionalId) {
        Map<String, Object> all = new HashMap<>();
        all.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000);
        all.putAll(producer());
        all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        return all;
    }

    /** Returns the settings of a consumer that reads the offsets of a group. */
    Map<String, Object> markers(String group) {
        Map<String, Object> all = new HashMap<>(client);
        all.keySet().retainAll(ConsumerConfig.configNames());
        all.remove(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return all;
    }
}
