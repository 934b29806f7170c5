package org.speedwell.accelerator.debezium;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.database.UnreachableException;

/**
 * The consumer of Debezium's topics. It begins at a transaction that is already applied, so that it misses none. It
 * reads the topic of a table when a transaction first has rows of it. For one thread, except {@link #wakeUp}.
 */
final class Topics implements AutoCloseable {
    /** The number of records before the end at which the search for an applied transaction begins. */
    private static final long FIRST_STEP = 256;

    private static final int STEP_FACTOR = 8;

    /** The most by which the clocks of Debezium's machines may differ. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final TopicSettings settings;
    private final EventReader reader;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Set<String> topics = new HashSet<>();

    /** The last transaction of each partition, of whose rows there was one. */
    private final Map<TopicPartition, TransactionId> lastRows = new HashMap<>();

    /** The Kafka time of the last applied transaction. */
    private long since;

    private boolean lacksBegin;

    private Topics(TopicSettings settings, EventReader reader) {
        this.settings = settings;
        this.reader = reader;
        this.consumer = settings.consumer();
    }

    /**
     * Checks that the topics exist.
     *
     * @throws LoadException if one does not; the message says what to do
     */
    static void require(TopicSettings settings, List<? extends TableModel<?>> tables) throws LoadException {
        try (KafkaConsumer<byte[], byte[]> consumer = settings.consumer()) {
            Map<String, List<PartitionInfo>> found = consumer.listTopics();
            requireOrdered(settings.transactions(), found.get(settings.transactions()));
            Set<String> missing = new TreeSet<>();
            for (TableModel<?> table : tables) {
                String topic = settings.topic(table.schemaName(), table.tableName());
                if (!table.view() && !found.containsKey(topic)) {
                    missing.add(topic);
                }
            }
            if (!missing.isEmpty() && !settings.hasMissingTopics()) {
                throw new LoadException("Kafka has no topics " + String.join(", ", missing)
                        + ". Add the tables to table.include.list of the connector. If the tables are empty, call"
                        + " missingTopics of DebeziumTopics. If the topics have other names, call tableTopics.");
            }
        } catch (AuthenticationException | AuthorizationException e) {
            throw new LoadException(
                    "Kafka refuses the reader of Debezium's topics: " + e.getMessage()
                            + ". Grant READ and DESCRIBE on the topics. Check security.protocol and sasl.jaas.config.",
                    e);
        } catch (KafkaException e) {
            throw new UnreachableException("Debezium's topics cannot be read: " + e.getMessage(), e);
        }
    }

    private static void requireOrdered(String topic, @Nullable List<PartitionInfo> partitions) throws LoadException {
        if (partitions == null || partitions.isEmpty()) {
            throw new LoadException("Kafka has no topic " + topic
                    + ". Set provide.transaction.metadata=true for the connector. If the topic has another name, call"
                    + " transactionTopic of DebeziumTopics.");
        }
        if (partitions.size() > 1) {
            throw new LoadException("Topic " + topic + " has " + partitions.size()
                    + " partitions, which lose the order of the transactions. Create it with one partition.");
        }
    }

    /**
     * Opens a consumer.
     *
     * @param isApplied returns whether a transaction is applied
     */
    static Topics open(TopicSettings settings, EventReader reader, Predicate<TransactionId> isApplied)
            throws BinlogException {
        Topics topics = new Topics(settings, reader);
        try {
            topics.begin(isApplied);
            return topics;
        } catch (Throwable e) {
            topics.close();
            throw e;
        }
    }

    /**
     * Assigns the topic of transactions from an applied transaction on, and the topic of statements from its time on. If
     * the topic has no applied transaction, it is read from its beginning.
     */
    private void begin(Predicate<TransactionId> isApplied) throws BinlogException {
        TopicPartition transactions = new TopicPartition(settings.transactions(), 0);
        List<TopicPartition> only = List.of(transactions);
        consumer.assign(only);
        long first = requireNonNull(consumer.beginningOffsets(only).get(transactions));
        long end = requireNonNull(consumer.endOffsets(only).get(transactions));
        long from = end;
        lacksBegin = end > 0;
        for (long step = FIRST_STEP; from > first; step *= STEP_FACTOR) {
            from = Math.max(first, end - step);
            consumer.seek(transactions, from);
            ConsumerRecord<byte[], byte[]> boundary = firstBoundary(transactions, end);
            if (boundary != null) {
                since = boundary.timestamp();
                if (isApplied.test(reader.boundary(boundary))) {
                    lacksBegin = false;
                    break;
                }
            }
        }
        if (since == 0) {
            since = System.currentTimeMillis();
        }
        topics.add(settings.transactions());
        consumer.seek(transactions, from);
        need(settings.statements());
    }

    /** Returns whether the topic of transactions has records, but lacks an applied one. */
    boolean lacksBegin() {
        return lacksBegin;
    }

    /** Returns the first record of a transaction's begin or end before an offset; null if there is none. */
    private @Nullable ConsumerRecord<byte[], byte[]> firstBoundary(TopicPartition partition, long end)
            throws BinlogException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < end && reader.boundary(record) != null) {
                    return record;
                }
            }
            if (System.nanoTime() > deadline) {
                throw new TimeoutException("Topic " + partition.topic() + " could not be read within " + PATIENCE);
            }
        }
        return null;
    }

    /** Returns the next records, after at most a moment. */
    ConsumerRecords<byte[], byte[]> poll(Duration longest) {
        return consumer.poll(longest);
    }

    /** Records that a partition has a row of a transaction. */
    void rowOf(TransactionId id, ConsumerRecord<byte[], byte[]> record) {
        lastRows.put(new TopicPartition(record.topic(), record.partition()), id);
    }

    /** Records that a transaction is applied. The rows of later ones were written after its end. */
    void reached(TopicEvent.End applied) {
        since = Math.max(since, applied.written());
    }

    /** Reads a topic, if it exists, from the time of the last applied transaction on. Finds its new partitions. */
    void need(String topic) {
        Set<TopicPartition> assigned = consumer.assignment();
        List<TopicPartition> fresh = new ArrayList<>();
        for (PartitionInfo info : partitions(topic)) {
            TopicPartition partition = new TopicPartition(topic, info.partition());
            if (!assigned.contains(partition)) {
                fresh.add(partition);
            }
        }
        if (fresh.isEmpty()) {
            return;
        }
        topics.add(topic);
        long from = Math.max(0, since - CLOCKS.toMillis());
        Map<TopicPartition, Long> ends = consumer.endOffsets(fresh); // before the search, which may find nothing yet
        Map<TopicPartition, Long> times = new HashMap<>();
        fresh.forEach(partition -> times.put(partition, from));
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(times);
        List<TopicPartition> all = new ArrayList<>(assigned);
        all.addAll(fresh);
        consumer.assign(all); // partitions that stay keep their offsets
        for (TopicPartition partition : fresh) {
            OffsetAndTimestamp begin = found.get(partition);
            consumer.seek(partition, begin == null ? requireNonNull(ends.get(partition)) : begin.offset());
        }
    }

    private List<PartitionInfo> partitions(String topic) {
        try {
            List<PartitionInfo> partitions = consumer.partitionsFor(topic);
            return partitions == null ? List.of() : partitions;
        } catch (UnknownTopicOrPartitionException e) {
            return List.of(); // there was no event yet
        }
    }

    /** Returns whether a topic is read. */
    boolean isRead(String topic) {
        return topics.contains(topic);
    }

    /** Returns the present ends of all partitions that are read. */
    Map<TopicPartition, Long> ends() {
        return consumer.endOffsets(consumer.assignment());
    }

    /**
     * Returns whether partitions have returned all rows before these offsets that may precede the next transaction. A
     * partition with a row of a transaction that is not applied has.
     */
    boolean hasReached(Map<TopicPartition, Long> ends, Predicate<TransactionId> isApplied) {
        return ends.entrySet().stream().allMatch(end -> {
            TransactionId last = lastRows.get(end.getKey());
            return end.getKey().topic().equals(settings.transactions()) // which has returned the next end
                    || consumer.position(end.getKey()) >= end.getValue()
                    || last != null && !hasOrder(end.getKey().topic()) && !isApplied.test(last);
        });
    }

    /** Returns whether a topic has returned all records that may precede the next end, which is known. */
    boolean isAtEnd(String topic) {
        if (topic.equals(settings.transactions())) {
            return true; // rows in this topic precede the end of their transaction
        }
        List<TopicPartition> of = consumer.assignment().stream()
                .filter(partition -> partition.topic().equals(topic))
                .toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(of);
        return of.stream().allMatch(partition -> consumer.position(partition) >= requireNonNull(ends.get(partition)));
    }

    /**
     * Fetches only from partitions that may have rows of the next transaction. A partition with a row of a later one
     * has returned all of them, and so has the topic of transactions once the next end is known. Statements always
     * come, and so does the next end, also if rows share their topics.
     *
     * @param isApplied returns whether a transaction is applied
     */
    void fetchOnlyUntil(@Nullable TransactionId next, Predicate<TransactionId> isApplied) {
        Set<TopicPartition> behind = new HashSet<>(consumer.assignment());
        lastRows.forEach((partition, last) -> {
            boolean isLater =
                    !isApplied.test(last) && (next == null || !last.key().equals(next.key()));
            if (isLater && !hasOrder(partition.topic())) {
                behind.remove(partition);
                consumer.pause(List.of(partition));
            }
        });
        TopicPartition ends = new TopicPartition(settings.transactions(), 0);
        if (next != null && !settings.transactions().equals(settings.statements())) {
            behind.remove(ends);
            consumer.pause(List.of(ends));
        }
        consumer.resume(behind);
    }

    private boolean hasOrder(String topic) {
        return topic.equals(settings.transactions()) || topic.equals(settings.statements());
    }

    /** Fetches from all partitions. */
    void fetchAll() {
        consumer.resume(consumer.paused());
    }

    /** Ends a running call of {@link #poll}. For any thread. */
    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
