package org.speedwell.streaming.kafka;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.checkpoint.CheckpointListener;

/**
 * A sink that writes each event as a record of a Kafka topic. A virtual thread writes the records. While no broker
 * answers, the sink waits, and the job behind it.
 *
 * <p>By default each result is in the topic at least once. With {@link #exactlyOnce}, a reader with
 * {@code isolation.level=read_committed} sees each result once. The sink then keeps the records until the next
 * checkpoint, which contains them. It writes them in one transaction when the checkpoint is durable.
 *
 * {@snippet :
 * KafkaSink<String> alarms = KafkaSink.ofValues(
 *                 Map.of("bootstrap.servers", "localhost:9092"), "alarms", StringSerializer::new)
 *         .exactlyOnce();
 * }
 *
 * @param <T> the type of the events
 */
public final class KafkaSink<T> implements Sink<T>, CheckpointListener {
    private static final long MAX_PENDING = 256L << 20;

    private final SinkSettings settings;
    private final Supplier<RecordWriter<T>> format;
    private final SinkCounters counters = new SinkCounters();
    private @Nullable RecordWriter<T> writer;
    private @Nullable Delivery delivery;
    private boolean isUsed;

    private KafkaSink(SinkSettings settings, Supplier<RecordWriter<T>> format) {
        this.settings = settings;
        this.format = format;
    }

    /**
     * Returns a sink that writes each event as the value of a record without a key. The time of the event is the
     * timestamp of the record.
     *
     * @param client the settings of Kafka's producer, such as {@code bootstrap.servers}
     * @param value creates the serializer, which the sink configures with the settings
     */
    public static <V> KafkaSink<V> ofValues(
            Map<String, ?> client, String topic, Supplier<? extends Serializer<V>> value) {
        Map<String, Object> all = new HashMap<>(client);
        return of(all, topic, () -> RecordWriter.ofValues(all, topic, value.get()));
    }

    /**
     * Returns a sink that writes a record for each event. The record may have a key, headers, a timestamp, a partition
     * and a topic of its own. The default of the timestamp is the time of the event.
     *
     * @param client the settings of Kafka's producer, such as {@code bootstrap.servers}
     * @param topic the main topic; transactions keep the number of the last one there, as an offset of partition 0
     * @param record returns the record of an event
     * @param key creates the serializer of keys, which the sink configures with the settings
     * @param value creates the serializer of values, which the sink configures with the settings
     */
    public static <T, K, V> KafkaSink<T> ofRecords(
            Map<String, ?> client,
            String topic,
            Function<? super T, ProducerRecord<K, V>> record,
            Supplier<? extends Serializer<K>> key,
            Supplier<? extends Serializer<V>> value) {
        Map<String, Object> all = new HashMap<>(client);
        return of(all, topic, () -> RecordWriter.ofRecords(all, record, key.get(), value.get()));
    }

    private static <T> KafkaSink<T> of(Map<String, Object> client, String topic, Supplier<RecordWriter<T>> format) {
        return new KafkaSink<>(new SinkSettings(client, topic, false, null, MAX_PENDING), format);
    }

    /**
     * Returns a sink that writes each result exactly once. Readers see results after the checkpoint that contains them.
     * The job must take checkpoints. Its name and the name of the sink are the {@code transactional.id}, which no other
     * running job may have.
     */
    public KafkaSink<T> exactlyOnce() {
        return new KafkaSink<>(settings.transactional(settings.id()), format);
    }

    /**
     * Returns a sink that writes each result exactly once, with this beginning of its {@code transactional.id}. Jobs of
     * the same name on different machines need different ones.
     */
    public KafkaSink<T> exactlyOnce(String transactionalId) {
        return new KafkaSink<>(settings.transactional(transactionalId), format);
    }

    /**
     * Returns a sink that requests a checkpoint if the results since the last one take more bytes. Until then the job
     * waits. The default is 256 MB. Up to three times as much may be in memory: results that arrive, those of a
     * checkpoint that is being written, and those of a transaction. Only {@link #exactlyOnce} keeps results.
     *
     * <p>A cluster takes snapshots at its own interval, so the job fails there.
     */
    public KafkaSink<T> maxPending(long bytes) {
        return new KafkaSink<>(settings.withMaxPending(bytes), format);
    }

    @Override
    public void begin(String job, String part, boolean takesCheckpoints) {
        if (isUsed) {
            throw new IllegalArgumentException("The sink to topic " + settings.topic()
                    + " was written by another job. Create a new one for each job.");
        }
        if (settings.isTransactional() && !takesCheckpoints) {
            throw new IllegalArgumentException("The sink to topic " + settings.topic()
                    + " writes exactly once, but job \"" + job + "\" takes no checkpoints. Start the job with"
                    + " JobOptions.withCheckpoints, on a cluster with snapshots, or remove exactlyOnce().");
        }
        isUsed = true;
        writer = format.get();
        String beginning = settings.id() == null ? job + "-" + part : settings.id() + "-" + part;
        delivery = settings.isTransactional()
                ? new Transactions(settings, beginning.replace(' ', '-'), counters)
                : new DirectDelivery(settings, counters);
    }

    private Delivery delivery() {
        Delivery begun = delivery;
        if (begun == null) {
            throw new IllegalStateException("No job has begun with the sink to topic " + settings.topic() + ".");
        }
        return begun;
    }

    @Override
    public void accept(T event, long time) {
        RecordWriter<T> writing = writer;
        if (writing == null) {
            throw new IllegalStateException("No job has begun with the sink to topic " + settings.topic() + ".");
        }
        delivery().accept(writing.write(event, time));
    }

    @Override
    public void watermark(long watermark) {
        delivery().watermark();
    }

    @Override
    public boolean hasRoom() {
        return delivery().hasRoom();
    }

    @Override
    public boolean flush() {
        return delivery().flush();
    }

    @Override
    public String definition() {
        return "Kafka topic " + settings.topic() + (settings.isTransactional() ? ", exactly once" : "");
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        delivery().save(out);
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        delivery().restore(in);
    }

    @Override
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        delivery().adopt(in);
    }

    @Override
    public void checkpointed() {
        delivery().checkpointed();
    }

    @Override
    public boolean needsCheckpoint() {
        return delivery().needsCheckpoint();
    }

    @Override
    public Map<String, Long> gauges() {
        return metrics().gauges();
    }

    /** Returns what the sink has done so far. For any thread. */
    public KafkaSinkMetrics metrics() {
        return counters.metrics();
    }

    @Override
    public void close() {
        Delivery begun = delivery;
        RecordWriter<T> writing = writer;
        try {
            if (begun != null) {
                begun.close();
            }
        } finally {
            if (writing != null) {
                writing.close();
            }
        }
    }
}
