package org.speedwell.bench.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.speedwell.streaming.kafka.Broker;

/**
 * The records of the benchmark: values of 100 bytes with a time, a key and a number, in four partitions.
 *
 * @param count the number of records
 */
record Numbers(Broker broker, long count) {
    static final String TOPIC = "numbers";
    static final int PARTITIONS = 4;
    static final int KEYS = 10_000;
    private static final int BYTES = 100;
    private static final int RECORDS = 4_000;

    /** Creates the topic and writes all records. */
    void write() throws ExecutionException, InterruptedException {
        broker.create(TOPIC, PARTITIONS, Map.of());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                client("linger.ms", 20, "batch.size", 1 << 19, "buffer.memory", 1L << 27),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (long i = 0; i < count; i++) {
                byte[] value = new byte[BYTES];
                ByteBuffer.wrap(value).putLong(i / 1000).putLong(i % KEYS).putLong(i);
                producer.send(new ProducerRecord<>(TOPIC, (int) (i % PARTITIONS), null, value));
            }
        }
    }

    /** Returns the settings of a client, with further settings in pairs of names and values. */
    Map<String, Object> client(Object... more) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return settings;
    }

    static long time(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    static long key(byte[] value) {
        return ByteBuffer.wrap(value).getLong(Long.BYTES);
    }

    /** Returns a consumer of committed records at the beginning of all partitions. */
    KafkaConsumer<byte[], byte[]> consumer(String topic, int partitions) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                client("isolation.level", "read_committed", "max.poll.records", RECORDS),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(each -> new TopicPartition(topic, each))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        return consumer;
    }

    /**
     * Reads a topic until it has delivered as many records as there are.
     *
     * @throws IllegalStateException if the numbers are others than those written
     */
    void check(String topic, int partitions) {
        long records = 0;
        long sum = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(topic, partitions)) {
            while (records < count) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    records++;
                    sum += ByteBuffer.wrap(each.value()).getLong(2 * Long.BYTES);
                }
            }
            if (!consumer.poll(Duration.ofMillis(10)).isEmpty() || sum != count * (count - 1) / 2) {
                throw new IllegalStateException("Topic " + topic + " does not have each of " + count
                        + " records once: the sum of the first ones is " + sum + ".");
            }
        }
    }
}
