package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.MalformedEventException;
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
    private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final SourceSettings settings;
    private final Supplier<RecordReader<T>> format;
    private boolean takesCheckpoints;
    private Place place = Place.START;
    private @Nullable RecordReader<T> records;
    private List<Split> splits = new CopyOnWriteArrayList<>();
    private boolean isKnown;
    private @Nullable Split current;
    private List<ConsumerRecord<byte[], byte[]>> chunk = List.of();
    private int at;
    private long after;
    private Map<TopicPartition, OffsetAndMetadata> saved = Map.of();
    private long commitNanos = System.nanoTime();
    private boolean stopped;
    private volatile @Nullable PartitionReader reader;

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
        while (true) {
            if (at < chunk.size()) {
                ConsumerRecord<byte[], byte[]> record = chunk.get(at++);
                requireNonNull(current).take(record.offset());
                T event = read(record);
                if (event != null) {
                    return event;
                }
            } else if (!next()) {
                return null;
            }
        }
    }

    private @Nullable T read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return requireNonNull(records).read(record);
        } catch (RuntimeException e) {
            throw new MalformedEventException(
                    "topic " + record.topic() + ", partition " + record.partition() + ", offset " + record.offset(), e);
        }
    }

    /** Takes the next chunk. Returns false if there is none. */
    private boolean next() {
        Split done = current;
        if (done != null) {
            Integer epoch =
                    chunk.isEmpty() ? null : chunk.getLast().leaderEpoch().orElse(null);
            done.taken(after, epoch == null ? -1 : epoch);
            current = null;
            chunk = List.of();
            at = 0;
            commitAtIntervals();
        }
        PartitionReader reading = reader == null ? startReading() : reader;
        if (reading == null) {
            return false;
        }
        PartitionReader.Item item = reading.poll();
        switch (item) {
            case null -> {
                return false;
            }
            case PartitionReader.Found(List<Split> found) -> {
                found.stream()
                        .filter(split -> split.number() >= reading.known().size()) // the job knows the others
                        .forEach(splits::add);
                isKnown = true;
            }
            case PartitionReader.Chunk(var split, var some, long next) -> {
                current = split;
                chunk = some;
                after = next;
            }
        }
        return true;
    }

    private @Nullable PartitionReader startReading() {
        if (stopped) {
            return null;
        }
        records = format.get();
        PartitionReader reading = new PartitionReader(settings, place);
        splits = new CopyOnWriteArrayList<>(reading.known());
        isKnown = place.isKnown();
        reading.start();
        reader = reading;
        return reading;
    }

    @Override
    public int split() {
        return requireNonNull(current).number();
    }

    @Override
    public int splits() {
        if (reader == null) {
            return place.isKnown() ? place.partitions().size() : -1;
        }
        return isKnown ? splits.size() : -1;
    }

    @Override
    public State state(int split) {
        return reader == null ? State.READING : splits.get(split).state();
    }

    @Override
    public void pause(int split, boolean pauses) {
        splits.get(split).setPaused(pauses);
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
        if (reader == null) {
            return place;
        }
        saved = delivered();
        return new Place(isKnown, splits.stream().map(Split::place).toList());
    }

    private Map<TopicPartition, OffsetAndMetadata> delivered() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        splits.forEach(split -> offsets.put(split.partition(), split.delivered()));
        return offsets;
    }

    @Override
    public void seek(Serializable to) {
        place = (Place) to;
    }

    /** Commits the offsets of the durable checkpoint to the group. */
    @Override
    public void checkpointed() {
        PartitionReader reading = reader;
        if (reading != null) {
            reading.commit(saved);
        }
    }

    /** Commits offsets if the job takes no checkpoints. */
    private void commitAtIntervals() {
        PartitionReader reading = reader;
        if (!takesCheckpoints && reading != null && System.nanoTime() - commitNanos >= COMMIT_NANOS) {
            commitNanos = System.nanoTime();
            reading.commit(delivered());
        }
    }

    @Override
    public boolean isExhausted() {
        PartitionReader reading = reader;
        if (reading == null) {
            return stopped;
        }
        boolean isStopped = stopped && reading.hasEnded();
        boolean isAtEnd = settings.bounded() && isKnown && splits.stream().allMatch(s -> s.state() == State.EXHAUSTED);
        boolean isExhausted = isAtEnd || isStopped && !next();
        if (isExhausted && !takesCheckpoints) {
            reading.commit(delivered());
        }
        return isExhausted;
    }

    @Override
    public void stop() {
        stopped = true;
        PartitionReader reading = reader;
        if (reading != null) {
            reading.stop();
        }
    }

    /** Returns what the source has done so far. For any thread. */
    public KafkaSourceMetrics metrics() {
        return KafkaSourceMetrics.of(splits, reader);
    }

    @Override
    public void close() {
        PartitionReader reading = reader;
        RecordReader<T> reads = records;
        if (reading != null) {
            reading.close();
        }
        if (reads != null) {
            reads.close();
        }
        reader = null;
        records = null;
        place = Place.START;
        splits = new CopyOnWriteArrayList<>();
        isKnown = false;
        current = null;
        chunk = List.of();
        at = 0;
        stopped = false;
    }
}
