package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;

/**
 * A thread that reads partitions with a consumer and queues the records in chunks. It waits while the queue is full.
 * The methods are for the thread of the job, unless they say otherwise.
 */
final class PartitionReader {
    private static final System.Logger LOG = System.getLogger(PartitionReader.class.getName());

    /** The number of chunks that may wait for the job. A collector of garbage copies the records that wait. */
    private static final int WAITING = 8;

    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration CLOSE = Duration.ofSeconds(5);
    private static final long STEP_MILLIS = 20;

    private final SourceSettings settings;
    private final Directory directory;
    private final List<Split> known = new ArrayList<>();
    private final BlockingQueue<Item> queue = new ArrayBlockingQueue<>(WAITING);
    private final GroupOffsets offsets;
    private final Thread thread;

    /** The splits by partition. Only the reader's thread uses it. */
    private final Map<TopicPartition, Split> splits = new HashMap<>();

    private volatile boolean stopped;
    private volatile boolean closed;
    private volatile boolean hasEnded;
    private volatile @Nullable Throwable failure;

    /** A message to the thread of the job. */
    sealed interface Item {}

    /** New splits. Their numbers follow those of the splits before. */
    record Found(List<Split> splits) implements Item {}

    /**
     * Records of a partition.
     *
     * @param next the offset after the records; later than the last record if the broker has none between
     */
    record Chunk(Split split, List<ConsumerRecord<byte[], byte[]>> records, long next) implements Item {}

    PartitionReader(SourceSettings settings, Place place) {
        this.settings = settings;
        this.offsets = new GroupOffsets(settings);
        for (Place.Partition each : place.partitions()) {
            known.add(new Split(each, known.size()));
        }
        this.directory = new Directory(settings, known, place.isKnown());
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("speedwell-kafka-" + settings.topics())
                .unstarted(this::run);
    }

    /** Returns the splits of the checkpoint. */
    List<Split> known() {
        return known;
    }

    void start() {
        directory.start();
        thread.start();
    }

    /** Returns the next item, or null if there is none now. Throws if reading has failed. */
    @Nullable
    Item poll() {
        Item item = queue.poll();
        if (item == null) {
            requireNoFailure();
        }
        return item;
    }

    private void requireNoFailure() {
        Throwable thrown = failure == null ? directory.failure() : failure;
        if (thrown instanceof RuntimeException known && thrown instanceof IllegalStateException) {
            throw known;
        }
        if (thrown != null) {
            throw Faults.fatal("Reading " + settings.topics(), thrown);
        }
        if (hasEnded && !stopped && !closed) {
            throw new IllegalStateException("The thread that reads " + settings.topics() + " has ended.");
        }
    }

    /** Reads no more records. The records in the queue remain. */
    void stop() {
        stopped = true;
    }

    /** Returns whether the reader was stopped and has queued its last record. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** Commits offsets to the group soon. */
    void commit(Map<TopicPartition, OffsetAndMetadata> delivered) {
        offsets.request(delivered);
    }

    /** Returns the time since a broker last answered. For any thread. */
    Duration silence() {
        return directory.silence();
    }

    /** Returns the number of commits to the group. For any thread. */
    long commits() {
        return offsets.commits();
    }

    /** Returns the number of commits that failed. For any thread. */
    long failedCommits() {
        return offsets.failures();
    }

    void close() {
        closed = true;
        directory.close();
        if (thread.isAlive()) {
            BlockingWork.join(thread);
        }
    }

    private void run() {
        KafkaConsumer<byte[], byte[]> consumer = null;
        try {
            consumer =
                    new KafkaConsumer<>(settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
            while (!closed && !stopped) {
                step(consumer);
            }
            hasEnded = true;
            while (!closed) {
                offsets.commitNow(consumer); // a job that drains still takes checkpoints
                Thread.sleep(STEP_MILLIS);
            }
            offsets.commitNow(consumer);
        } catch (InterruptedException | InterruptException e) {
            hasEnded = true; // the job has ended
        } catch (OffsetOutOfRangeException e) {
            failure = new IllegalStateException(describe(e), e);
        } catch (Throwable e) {
            failure = e;
        } finally {
            hasEnded = true;
            if (consumer != null) {
                close(consumer);
            }
        }
    }

    private static void close(KafkaConsumer<byte[], byte[]> consumer) {
        boolean wasInterrupted = Thread.interrupted(); // the consumer would not close its connections
        try {
            consumer.close(CloseOptions.timeout(CLOSE));
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "The consumer could not be closed", e);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void step(KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException {
        List<Split> found = directory.found();
        if (found != null) {
            found.forEach(split -> splits.put(split.partition(), split));
            consumer.assign(splits.keySet());
            found.forEach(split -> consumer.seek(split.partition(), split.begin()));
            put(new Found(found));
        }
        offsets.commitSoon(consumer);
        if (splits.isEmpty()) {
            Thread.sleep(STEP_MILLIS);
            return;
        }
        setPauses(consumer);
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
            directory.heard();
        }
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> some = records.records(partition);
            long after = some.getLast().offset() + 1;
            put(requireNonNull(splits.get(partition)), some, positionOf(partition, consumer, after));
        }
        for (Split split : splits.values()) {
            putProgress(split, consumer);
        }
    }

    /** Queues the offset of a partition that has advanced without records, as over the marks of transactions. */
    private void putProgress(Split split, KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException {
        if (split.isPaused() || split.fetched() >= split.bound()) {
            return;
        }
        long position = positionOf(split.partition(), consumer, split.fetched());
        if (position > split.fetched()) {
            put(split, List.of(), position);
        }
    }

    private static long positionOf(TopicPartition partition, KafkaConsumer<byte[], byte[]> consumer, long known) {
        try {
            return consumer.position(partition, Duration.ZERO);
        } catch (TimeoutException e) {
            return known; // the client checks the position after a change of leader
        }
    }

    private void put(Split split, List<ConsumerRecord<byte[], byte[]>> records, long next) throws InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> within = records;
        if (next > split.bound()) {
            within = records.stream()
                    .filter(each -> each.offset() < split.bound())
                    .toList();
        }
        split.setFetched(Math.min(next, split.bound()));
        put(new Chunk(split, within, Math.min(next, split.bound())));
    }

    private void put(Item item) throws InterruptedException {
        while (!queue.offer(item, STEP_MILLIS, TimeUnit.MILLISECONDS)) {
            if (closed) {
                return;
            }
        }
    }

    /** Pauses the partitions that the job has paused, and those that a bounded source has read. */
    private void setPauses(KafkaConsumer<byte[], byte[]> consumer) {
        Set<TopicPartition> paused = consumer.paused();
        List<TopicPartition> pausing = new ArrayList<>();
        List<TopicPartition> resuming = new ArrayList<>();
        for (Split split : splits.values()) {
            boolean pauses = split.isPaused() || split.fetched() >= split.bound();
            if (pauses != paused.contains(split.partition())) {
                (pauses ? pausing : resuming).add(split.partition());
            }
        }
        if (!pausing.isEmpty()) {
            consumer.pause(pausing);
        }
        if (!resuming.isEmpty()) {
            consumer.resume(resuming);
        }
    }

    private static String describe(OffsetOutOfRangeException thrown) {
        StringBuilder text = new StringBuilder();
        thrown.offsetOutOfRangePartitions()
                .forEach((partition, offset) -> text.append("Topic ")
                        .append(partition.topic())
                        .append(" has no offset ")
                        .append(offset)
                        .append(" in partition ")
                        .append(partition.partition())
                        .append(". "));
        return text
                + "The broker has deleted the record (retention.ms or retention.bytes), or lost it when its leader"
                + " changed. The job would miss records. Start it without its checkpoints and from another offset, or keep"
                + " records longer than the job may stand still.";
    }
}
