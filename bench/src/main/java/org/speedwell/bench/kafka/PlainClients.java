package org.speedwell.bench.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Loops with Kafka's own clients, without any engine. The producers have the settings of a {@code KafkaSink}. */
final class PlainClients {
    private static final long TRANSACTION_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Numbers numbers;

    PlainClients(Numbers numbers) {
        this.numbers = numbers;
    }

    /** Reads all records. */
    void read() {
        numbers.check(Numbers.TOPIC, Numbers.PARTITIONS);
    }

    /** Copies all records with an idempotent producer. */
    void copy(String to) {
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            copy(to, producer, null);
        }
    }

    /** Copies all records in transactions of a second, which also contain the offsets. */
    void copyInTransactions(String to) {
        try (KafkaProducer<byte[], byte[]> producer =
                producer(Map.of("transactional.id", to, "transaction.timeout.ms", 300_000))) {
            producer.initTransactions();
            copy(to, producer, to);
        }
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(
                numbers.client("linger.ms", 5, "batch.size", 1 << 17, "enable.idempotence", true, "acks", "all"));
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Copies all records. With a group, it commits the offsets to it in transactions. */
    private void copy(String to, KafkaProducer<byte[], byte[]> producer, @Nullable String group) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        long copied = 0;
        long begin = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = numbers.consumer(Numbers.TOPIC, Numbers.PARTITIONS)) {
            while (copied < numbers.count()) {
                if (group != null && offsets.isEmpty()) {
                    producer.beginTransaction();
                    begin = System.nanoTime();
                }
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    producer.send(
                            new ProducerRecord<>(to, null, Numbers.time(each.value()), null, each.value(), List.of()),
                            (place, thrown) -> {
                                if (thrown != null) {
                                    failure.set(thrown);
                                }
                            });
                    copied++;
                    offsets.put(
                            new TopicPartition(each.topic(), each.partition()),
                            new OffsetAndMetadata(each.offset() + 1));
                }
                if (group != null && (System.nanoTime() - begin > TRANSACTION_NANOS || copied == numbers.count())) {
                    producer.sendOffsetsToTransaction(offsets, new ConsumerGroupMetadata(group));
                    producer.commitTransaction();
                    offsets.clear();
                }
            }
        }
        producer.flush();
        if (failure.get() != null) {
            throw new IllegalStateException("A record was not written.", failure.get());
        }
    }
}
