package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.SplitSource;
import org.speedwell.streaming.checkpoint.CheckpointListener;

/**
 * A source of the records of Kafka topics. Each partition is a split with its own watermark. The position is the offset
 * of each partition, so a job with checkpoints counts each record exactly once. A thread reads ahead and waits while
 * the job is behind. While no broker answers, the source waits too.
 *
 * <p>The source assigns the partitions itself and never waits for a group. If the settings have a {@code group.id}, it
 * commits the offsets of each durable checkpoint to the group, so that tools show the lag.
 *
 * {@snippet :
 * KafkaSource<String> lines = KafkaSource.ofValues(
 *         Map.of("bootstrap.servers", "localhost:9092", "group.id", "clicks-per-minute"),
 *         Topics.named("clicks"),
 *         StringDeserializer::new);
 * }
 *
 * @param <T> the type of the events
 */
public final class KafkaSource<T> implements ReplayableSource<T>, SplitSource<T>, CheckpointListener {
    private final SourceSettings settings;
    private final Supplier<RecordReader<T>> format;
    private Place place = Place.START;
    private boolean takesCheckpoints;
    private boolean stopped;

    /** Null before the first poll. */
    private volatile @Nullable Reading<T> reading;

    private KafkaSource(SourceSettings settings, Supplier<RecordReader<T>> format) {
        this.settings = settings;
        this.format = format;
    }

    /**
     * Returns a source of the values of records, from the first record of each partition on. It skips records without
     * a value.
     *
     * @param client the settings of Kafka's consumer, such as {@code bootstrap.servers} and {@code group.id}
     * @param value creates the deserializer, which the source configures with the settings
     */
    public static <V> KafkaSource<V> ofValues(
            Map<String, ?> client, Topics topics, Supplier<? extends Deserializer<V>> value) {
        Map<String, Object> all = new HashMap<>(client);
        return of(all, topics, () -> RecordReader.ofValues(all, value.get()));
    }

    /**
     * Returns a source of whole records, from the first record of each partition on.
     *
     * @param client the settings of Kafka's consumer, such as {@code bootstrap.servers} and {@code group.id}
     * @param key creates the deserializer of keys, which the source configures with the settings
     * @param value creates the deserializer of values, which the source configures with the settings
     */
    public static <K, V> KafkaSource<KafkaRecord<K, V>> ofRecords(
            Map<String, ?> client,
            Topics topics,
            Supplier<? extends Deserializer<K>> key,
            Supplier<? extends Deserializer<V>> value) {
        Map<String, Object> all = new HashMap<>(client);
        return of(all, topics, () -> RecordReader.ofRecords(all, key.get(), value.get()));
    }

    private static <T> KafkaSource<T> of(Map<String, Object> client, Topics topics, Supplier<RecordReader<T>> format) {
        return new KafkaSource<>(
                new SourceSettings(
                        client,
                        topics,
                        new Start.Earliest(),
                        false,
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        0,
                        1),
                format);
    }

    /** Returns the event time of records: their timestamp, which the producer or the broker has set. */
    public static EventTime<KafkaRecord<?, ?>> recordTime() {
        return EventTime.of(KafkaRecord::timestamp);
    }

    /** Returns a source that begins with the records that arrive after the job begins to read. */
    public KafkaSource<T> fromLatest() {
        return with(new Start.Latest());
    }

    /** Returns a source that begins in each partition with the first record of this time or later. */
    public KafkaSource<T> fromTime(Instant time) {
        return with(new Start.AtTime(time.toEpochMilli()));
    }

    /**
     * Returns a source that begins at the offsets that the group of the settings has committed. It begins with the
     * first record of partitions without such an offset.
     *
     * @throws IllegalArgumentException if the settings have no {@code group.id}
     */
    public KafkaSource<T> fromGroup() {
        return with(new Start.OfGroup());
    }

    /** Returns a source that begins at these offsets, and with the first record of other partitions. */
    public KafkaSource<T> from(Map<TopicPartition, Long> offsets) {
        return with(new Start.Given(offsets));
    }

    private KafkaSource<T> with(Start start) {
        return new KafkaSource<>(settings.with(start), format);
    }

    /** Returns a source that ends where the partitions end when the job begins to read. It finds no later partitions. */
    public KafkaSource<T> bounded() {
        return new KafkaSource<>(settings.ending(), format);
    }

    /** Returns a source that looks for new topics and partitions at this interval. The default is 10 seconds. */
    public KafkaSource<T> discoverEvery(Duration interval) {
        return new KafkaSource<>(settings.withTimes(interval, settings.unknownTopic(), settings.maxAhead()), format);
    }

    /**
     * Returns a source that fails if a topic does not exist for this time. The default is a minute.
     */
    public KafkaSource<T> unknownTopicAfter(Duration timeout) {
        return new KafkaSource<>(settings.withTimes(settings.discovery(), timeout, settings.maxAhead()), format);
    }

    /**
     * Returns a source that reads no more of a partition while its event time is further ahead of the slowest
     * partition with more records. The default is a minute.
     */
    public KafkaSource<T> maxAhead(Duration bound) {
        return new KafkaSource<>(settings.withTimes(settings.discovery(), settings.unknownTopic(), bound), format);
    }

    @Override
    public Optional<Source<T>> part(int part, int parts) {
        return Optional.of(new KafkaSource<>(settings.ofPart(part, parts), format));
    }

    @Override
    public void begin(String job, String part, boolean isRestartable) {
        takesCheckpoints = isRestartable;
    }

    @Override
    public @Nullable T poll() {
        Reading<T> open = reading;
        if (open == null) {
            if (stopped) {
                return null;
            }
            open = new Reading<>(settings, format.get(), place, takesCheckpoints);
            reading = open;
        }
        return open.poll();
    }

    @Override
    public int split() {
        return requireNonNull(reading).split();
    }

    @Override
    public int splits() {
        Reading<T> open = reading;
        return open == null ? place.splits() : open.splits();
    }

    @Override
    public State state(int split) {
        Reading<T> open = reading;
        return open == null ? State.READING : open.state(split);
    }

    @Override
    public void pause(int split, boolean pauses) {
        requireNonNull(reading).pause(split, pauses);
    }

    @Override
    public Duration maxAhead() {
        return settings.maxAhead();
    }

    @Override
    public String definition() {
        return settings.topics().toString();
    }

    @Override
    public Serializable position() {
        Reading<T> open = reading;
        return open == null ? place : open.position();
    }

    @Override
    public void seek(Serializable to) {
        place = (Place) to;
    }

    /** Commits the offsets of the durable checkpoint to the group. */
    @Override
    public void checkpointed() {
        Reading<T> open = reading;
        if (open != null) {
            open.commitSaved();
        }
    }

    @Override
    public boolean isExhausted() {
        Reading<T> open = reading;
        return open == null ? stopped : open.isExhausted();
    }

    @Override
    public void stop() {
        stopped = true;
        Reading<T> open = reading;
        if (open != null) {
            open.stop();
        }
    }

    /** Returns the lag and other figures of the metrics, while the job reads. */
    @Override
    public Map<String, Long> gauges() {
        Reading<T> open = reading;
        return open == null ? Map.of() : open.metrics().gauges();
    }

    /** Returns what the source has done so far, or nothing before it begins to read. For any thread. */
    public KafkaSourceMetrics metrics() {
        Reading<T> open = reading;
        return open == null ? KafkaSourceMetrics.NONE : open.metrics();
    }

    @Override
    public void close() {
        Reading<T> open = reading;
        reading = null;
        place = Place.START;
        stopped = false;
        if (open != null) {
            open.close();
        }
    }
}
