package org.speedwell.streaming.kafka;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.speedwell.streaming.SplitSource.State;

/** A partition that a source reads. */
final class Split {
    /** The time for which an answer of the broker about the end of the partition is valid. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final TopicPartition partition;
    private final String topicId;
    private final int number;
    private final Place.Partition start;

    /** The offset after the record polled last, and its leader epoch. For the thread of the job. */
    private long next;

    private int epoch;

    /** The same offset for other threads, after each chunk. */
    private volatile long shown;

    /** The offset after the last record that the reader has queued. */
    private volatile long fetched;

    /** The end of the partition by the broker's last answer, and the time of the answer. Nanos are written last. */
    private volatile long end = -1;

    private volatile long endNanos;

    private volatile boolean paused;

    Split(Place.Partition start, int number) {
        this.partition = new TopicPartition(start.topic(), start.partition());
        this.topicId = start.topicId();
        this.number = number;
        this.start = start;
        this.next = start.next();
        this.epoch = start.epoch();
        this.shown = next;
        this.fetched = next;
    }

    TopicPartition partition() {
        return partition;
    }

    String topicId() {
        return topicId;
    }

    int number() {
        return number;
    }

    /** Returns the offset at which a bounded source ends. */
    long bound() {
        return start.end();
    }

    /** Returns the offset at which the reader begins. */
    OffsetAndMetadata begin() {
        return new OffsetAndMetadata(start.next(), epochOf(start.epoch()), "");
    }

    void take(long offset) {
        next = offset + 1;
    }

    /** Records that all records before an offset are delivered. */
    void taken(long before, int leaderEpoch) {
        next = before;
        epoch = Math.max(epoch, leaderEpoch);
        shown = before;
    }

    Place.Partition place() {
        return new Place.Partition(partition.topic(), topicId, partition.partition(), next, epoch, start.end());
    }

    OffsetAndMetadata delivered() {
        return new OffsetAndMetadata(next, epochOf(epoch), "");
    }

    private static Optional<Integer> epochOf(int epoch) {
        return epoch < 0 ? Optional.empty() : Optional.of(epoch);
    }

    State state() {
        if (next >= start.end()) {
            return State.EXHAUSTED;
        }
        long nanos = endNanos;
        boolean isEmpty = end >= 0 && System.nanoTime() - nanos < FRESH_NANOS && next >= end && next >= fetched;
        return isEmpty ? State.EMPTY : State.READING;
    }

    void setFetched(long before) {
        fetched = before;
    }

    long fetched() {
        return fetched;
    }

    void setEnd(long offset) {
        end = offset;
        endNanos = System.nanoTime();
    }

    void setPaused(boolean pauses) {
        paused = pauses;
    }

    boolean isPaused() {
        return paused;
    }

    /** Returns the number of offsets between the last delivered record and the end, as far as known. */
    long lag() {
        return Math.max(0, Math.max(end, fetched) - shown);
    }

    long shown() {
        return shown;
    }
}
