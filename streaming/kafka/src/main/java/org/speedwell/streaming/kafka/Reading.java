package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.MalformedEventException;
import org.speedwell.streaming.SplitSource.State;

/** The records of one job's source, in the order in which the job takes them. For the thread of the job. */
final class Reading<T> {
    private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final SourceSettings settings;
    private final RecordReader<T> format;
    private final boolean takesCheckpoints;
    private final PartitionReader reader;

    /** The splits by number. Other threads read them for metrics. */
    private final List<Split> splits;

    private boolean isKnown;

    /** The split of the current chunk. */
    private @Nullable Split current;

    private List<ConsumerRecord<byte[], byte[]>> chunk = List.of();

    /** The number of records taken from the chunk. */
    private int taken;

    /** The offset after the chunk. */
    private long after;

    /** The offsets of the state saved last. */
    private Map<TopicPartition, OffsetAndMetadata> saved = Map.of();

    private long commitNanos = System.nanoTime();
    private boolean stopped;

    Reading(SourceSettings settings, RecordReader<T> format, Place place, boolean takesCheckpoints) {
        this.settings = settings;
        this.format = format;
        this.takesCheckpoints = takesCheckpoints;
        this.reader = new PartitionReader(settings, place);
        this.splits = new CopyOnWriteArrayList<>(reader.known());
        this.isKnown = place.isKnown();
        reader.start();
    }

    @Nullable
    T poll() {
        while (true) {
            if (taken < chunk.size()) {
                ConsumerRecord<byte[], byte[]> record = chunk.get(taken++);
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
            return format.read(record);
        } catch (RuntimeException e) {
            throw new MalformedEventException(
                    "topic " + record.topic() + ", partition " + record.partition() + ", offset " + record.offset(), e);
        }
    }

    /** Takes the next item of the reader. Returns false if there is none. */
    private boolean next() {
        endChunk();
        switch (reader.poll()) {
            case null -> {
                return false;
            }
            case PartitionReader.Found(List<Split> found) -> {
                found.stream()
                        .filter(split -> split.number() >= reader.known().size()) // the job knows the others
                        .forEach(splits::add);
                isKnown = true;
            }
            case PartitionReader.Chunk(var split, var records, long next) -> {
                current = split;
                chunk = records;
                after = next;
            }
        }
        return true;
    }

    private void endChunk() {
        Split done = current;
        if (done != null) {
            Integer epoch =
                    chunk.isEmpty() ? null : chunk.getLast().leaderEpoch().orElse(null);
            done.taken(after, epoch == null ? -1 : epoch);
            current = null;
            chunk = List.of();
            taken = 0;
            commitAtIntervals();
        }
    }

    int split() {
        return requireNonNull(current).number();
    }

    int splits() {
        return isKnown ? splits.size() : -1;
    }

    State state(int split) {
        return splits.get(split).state();
    }

    void pause(int split, boolean pauses) {
        splits.get(split).setPaused(pauses);
    }

    Place position() {
        saved = delivered();
        return new Place(isKnown, splits.stream().map(Split::place).toList());
    }

    private Map<TopicPartition, OffsetAndMetadata> delivered() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        splits.forEach(split -> offsets.put(split.partition(), split.delivered()));
        return offsets;
    }

    void commitSaved() {
        reader.commit(saved);
    }

    /** Commits offsets if the job takes no checkpoints. */
    private void commitAtIntervals() {
        if (!takesCheckpoints && System.nanoTime() - commitNanos >= COMMIT_NANOS) {
            commitNanos = System.nanoTime();
            reader.commit(delivered());
        }
    }

    boolean isExhausted() {
        boolean isAtEnd =
                settings.bounded() && isKnown && splits.stream().allMatch(split -> split.state() == State.EXHAUSTED);
        boolean isExhausted = isAtEnd || stopped && reader.hasEnded() && !next();
        if (isExhausted && !takesCheckpoints) {
            reader.commit(delivered());
        }
        return isExhausted;
    }

    void stop() {
        stopped = true;
        reader.stop();
    }

    KafkaSourceMetrics metrics() {
        return KafkaSourceMetrics.of(splits, reader);
    }

    void close() {
        try {
            reader.close();
        } finally {
            format.close();
        }
    }
}
