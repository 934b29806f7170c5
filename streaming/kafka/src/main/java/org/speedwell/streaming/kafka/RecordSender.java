package org.speedwell.streaming.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Sends records with a producer, and waits for brokers that do not answer. For one thread. */
final class RecordSender {
    /** The producer forgets a topic that it has not used for five minutes. */
    private static final long KNOWN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final KafkaProducer<byte[], byte[]> producer;
    private final SinkCounters counters;
    private final Map<String, Long> topics = new HashMap<>();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Callback callback = (place, thrown) -> {
        if (thrown != null) {
            failure.compareAndSet(null, thrown);
        }
    };

    /** The topic of the last record, and the time at which it was used. */
    private String lastTopic = "";

    private long lastNanos;

    RecordSender(KafkaProducer<byte[], byte[]> producer, SinkCounters counters) {
        this.producer = producer;
        this.counters = counters;
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        long now = System.nanoTime();
        if (!record.topic().equals(lastTopic) || now - lastNanos > KNOWN_NANOS) {
            topics.put(lastTopic, lastNanos);
            lastTopic = record.topic();
            awaitTopic(lastTopic, now);
        }
        lastNanos = now;
        producer.send(record, callback);
        counters.sent(record);
    }

    /** Waits until a broker has answered for the topic. The producer itself would drop the record after a while. */
    private void awaitTopic(String topic, long now) {
        Long used = topics.get(topic);
        boolean isKnown = used != null && now - used <= KNOWN_NANOS;
        while (!isKnown) {
            try {
                producer.partitionsFor(topic);
                isKnown = true;
            } catch (TimeoutException e) {
                if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                    throw Faults.fatal("Writing topic " + topic + ", which does not exist,", e);
                }
            }
        }
    }

    /** Returns the first failure, or null. */
    @Nullable
    Exception failure() {
        return failure.get();
    }
}
