package org.speedwell.streaming.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer with a transactional id. No earlier producer of the id can write any more. For one thread. */
final class Connection {
    private final SinkSettings settings;
    private final SinkCounters counters;
    private final KafkaProducer<byte[], byte[]> producer;
    private final ConsumerGroupMetadata group;
    private final String session = UUID.randomUUID().toString();
    private final @Nullable Marker found;
    private Marker marker = new Marker(0, "", "");
    private long markerNanos = System.nanoTime();

    private Connection(
            SinkSettings settings,
            SinkCounters counters,
            KafkaProducer<byte[], byte[]> producer,
            ConsumerGroupMetadata group,
            @Nullable Marker found) {
        this.settings = settings;
        this.counters = counters;
        this.producer = producer;
        this.group = group;
        this.found = found;
    }

    /** Connects, ends an open transaction of the id, and reads the marker. */
    static Connection open(SinkSettings settings, String id, SinkCounters counters) {
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings.producer(id), new ByteArraySerializer(), new ByteArraySerializer());
        try (Consumer<byte[], byte[]> group = group(settings, id)) {
            producer.initTransactions();
            Marker found = Marker.read(settings, group).orElse(null);
            return new Connection(settings, counters, producer, group.groupMetadata(), found);
        } catch (Throwable e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    private static Consumer<byte[], byte[]> group(SinkSettings settings, String id) {
        return new KafkaConsumer<>(settings.markers(id), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns the marker before this connection. */
    Optional<Marker> marker() {
        return Optional.ofNullable(found);
    }

    /** Writes the first marker of this connection, by which an earlier producer recognises that it was replaced. */
    void begin(String run, long number) {
        marker = new Marker(number, run, session);
        refresh();
    }

    /** Writes the marker again. */
    void refresh() {
        producer.beginTransaction();
        commit(marker);
    }

    /** Commits a batch, unless it is committed. */
    void commit(Transactions.Batch batch) {
        if (batch.number() <= marker.number()) {
            return;
        }
        RecordSender sender = new RecordSender(producer, counters);
        producer.beginTransaction();
        batch.records().forEach(sender::send);
        producer.flush();
        if (sender.failure() instanceof RuntimeException thrown) {
            throw thrown;
        }
        commit(new Marker(batch.number(), batch.run(), session));
        counters.committed();
    }

    private void commit(Marker next) {
        producer.sendOffsetsToTransaction(next.offsets(settings), group);
        producer.commitTransaction();
        marker = next;
        markerNanos = System.nanoTime();
    }

    /** Returns the nanoseconds since the last marker. */
    long age() {
        return System.nanoTime() - markerNanos;
    }

    /** Throws if another connection has written a marker since. */
    void requireOwnMarker(Exception cause) {
        try (Consumer<byte[], byte[]> reader = group(settings, group.groupId())) {
            Optional<Marker> now = Marker.read(settings, reader);
            if (now.isPresent() && !now.get().session().equals(session)) {
                throw Committer.anotherJob(group.groupId(), cause);
            }
        } catch (TimeoutException e) {
            // No broker answers. The next connection reads the marker.
        }
    }

    void close() {
        producer.close(Duration.ZERO);
    }
}
