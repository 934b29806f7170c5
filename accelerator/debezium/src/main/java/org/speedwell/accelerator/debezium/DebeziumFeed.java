package org.speedwell.accelerator.debezium;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.FeedThread;
import org.speedwell.accelerator.replication.ReplicationSettings;
import org.speedwell.accelerator.replication.ReplicationSource;

/** A reader of Debezium's topics. Each attempt opens a consumer, and continues after the last whole transaction. */
final class DebeziumFeed extends FeedThread {
    private static final Duration POLL = Duration.ofMillis(20);

    /** The wait for rows after which their topics and partitions are searched again. */
    private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();

    /** The wait for rows after which the end of their topics proves that they are lost. */
    private static final long LOST_NANOS = Duration.ofSeconds(20).toNanos();

    /** The number of missing proofs after which the topics count as silent. */
    private static final int MISSED_PROOFS = 4;

    /** The shortest time after which the topics count as silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final TopicSettings settings;
    private final ReplicationSource source;
    private final ReplicationSettings replication;
    private final BiPredicate<String, String> follows;

    /** Used by the reading thread only. */
    private Position reached;

    private volatile @Nullable Topics topics;

    DebeziumFeed(
            TopicSettings settings,
            ReplicationSource source,
            ReplicationSettings replication,
            Position from,
            BiPredicate<String, String> follows,
            Consumer<@Nullable String> onConnection) {
        super("speedwell-debezium", replication, onConnection);
        this.settings = settings;
        this.source = source;
        this.replication = replication;
        this.follows = follows;
        this.reached = from;
    }

    @Override
    public Optional<String> silence() {
        Duration now = Duration.ofNanos(System.nanoTime() - lastHeardNanos());
        Duration most = replication.heartbeat().multipliedBy(MISSED_PROOFS);
        return now.compareTo(most.compareTo(PATIENCE) < 0 ? PATIENCE : most) > 0
                ? Optional.of("For %d ms, Debezium's topics and the database have not had the same transactions."
                        .formatted(now.toMillis()))
                : Optional.empty();
    }

    @Override
    protected boolean isFinal(BinlogException reason) {
        return true;
    }

    @Override
    protected Position position() {
        return reached;
    }

    @Override
    protected void cancel() {
        Topics open = topics;
        if (open != null) {
            open.wakeUp();
        }
    }

    @Override
    protected void read() throws Exception {
        CommitOrder order = new CommitOrder(
                settings, reached, (schema, table) -> follows.test(schema, table) || isTapped(schema, table));
        try (TableImages images = new TableImages(source);
                Freshness freshness = new Freshness(source, replication.heartbeat())) {
            EventReader reader = new EventReader(images);
            try (Topics opened = Topics.open(settings, reader, order::has)) {
                topics = opened;
                if (opened.lacksBegin()) {
                    order.setLacksBegin();
                }
                new Reading(order, reader, images, opened, freshness).run();
            } finally {
                topics = null;
            }
        } catch (InterruptException | WakeupException e) {
            throw new InterruptedException();
        } catch (OffsetOutOfRangeException e) {
            throw CommitOrder.lost("Kafka has deleted records of Debezium's topics before they were read: "
                    + e.getMessage() + ". Raise retention.ms of the topics.");
        }
    }

    /** One attempt. */
    private final class Reading {
        private final CommitOrder order;
        private final EventReader reader;
        private final TableImages images;
        private final Topics topics;
        private final Freshness freshness;
        private long searched = System.nanoTime();

        /** The transaction before which a number is missing, and the ends of the topics at that time. */
        private @Nullable TransactionId afterGap;

        private Map<TopicPartition, Long> ends = Map.of();

        Reading(CommitOrder order, EventReader reader, TableImages images, Topics topics, Freshness freshness) {
            this.order = order;
            this.reader = reader;
            this.images = images;
            this.topics = topics;
            this.freshness = freshness;
        }

        void run() throws Exception {
            while (!isClosed()) {
                for (ConsumerRecord<byte[], byte[]> record : topics.poll(POLL)) {
                    add(record);
                }
                long now = System.nanoTime();
                needTopics();
                TopicEvent.End next = order.next();
                for (BinlogEntry entry = order.poll(now, this::isComplete);
                        entry != null;
                        entry = order.poll(now, this::isComplete)) {
                    deliver(entry);
                    reached = order.reached().position();
                    beginTaps();
                    if (next != null && order.has(next.id())) {
                        topics.reached(next);
                    }
                    needTopics();
                    next = order.next();
                }
                limitMemory();
                search(now);
                if (order.next() == null && queue().isEmpty()) {
                    prove(now);
                }
            }
        }

        private void add(ConsumerRecord<byte[], byte[]> record)
                throws BinlogException, SQLException, LoadException, InterruptedException {
            TopicEvent event = reader.read(record, order::isDone, order::follows);
            if (event == null) {
                return;
            }
            order.add(event, System.nanoTime());
            if (event instanceof TopicEvent.Row row) {
                topics.rowOf(row.id(), record);
            }
        }

        /** Reads the topics of the tables of the next transaction. */
        private void needTopics() {
            TopicEvent.End next = order.next();
            if (next != null) {
                for (String table : next.counts().keySet()) {
                    String topic = topic(table);
                    if (order.follows(table) && !topics.isRead(topic)) {
                        topics.need(topic);
                    }
                }
            }
        }

        /**
         * Reads the topics of all followed tables. A TRUNCATE is in the topic of its table only, so that no end of a
         * transaction shows that the topic is needed.
         */
        private void needFollowed() throws SQLException, LoadException, InterruptedException {
            for (String table : images.tables()) {
                if (order.follows(table)) {
                    topics.need(topic(table));
                }
            }
        }

        /** Returns whether all topics have been read up to their ends at the time of the first call. */
        private boolean isComplete(TransactionId before) throws SQLException, LoadException, InterruptedException {
            if (!before.equals(afterGap)) {
                needFollowed();
                ends = topics.ends();
                afterGap = before;
            }
            return topics.hasReached(ends, order::has);
        }

        private String topic(String table) {
            int dot = table.indexOf('.');
            return settings.topic(table.substring(0, dot), table.substring(dot + 1));
        }

        private void limitMemory() {
            TopicEvent.End next = order.next();
            if (order.bytes() > settings.maxBytes()) {
                topics.fetchOnlyUntil(next == null ? null : next.id(), order::has);
            } else {
                topics.fetchAll();
            }
        }

        /**
         * Searches for new topics and partitions while the next transaction lacks rows.
         *
         * @throws BinlogException if the rows are lost
         */
        private void search(long now) throws BinlogException {
            TopicEvent.End next = order.next();
            if (next == null || order.waited(now) < SEARCH_NANOS || now - searched < SEARCH_NANOS) {
                return;
            }
            searched = now;
            topics.need(settings.statements());
            for (Map.Entry<String, Long> table : next.counts().entrySet()) {
                if (order.follows(table.getKey()) && order.missingRows(table.getKey()) > 0) {
                    String topic = topic(table.getKey());
                    String missing = "Transaction " + next.id().gtid() + " waits for "
                            + order.missingRows(table.getKey()) + " of " + table.getValue() + " rows in topic " + topic
                            + ".";
                    topics.need(topic);
                    if (order.waited(now) > LOST_NANOS && topics.isAtEnd(topic)) {
                        throw CommitOrder.lost(missing + " The topic has no more records. Kafka may have deleted them"
                                + " (retention.ms, cleanup.policy), they may be in another topic (tableTopics), or a transform may"
                                + " have changed them (ExtractNewRecordState).");
                    }
                    report(missing);
                }
            }
        }

        /** Reports that memory is current, if the database proves it. */
        private void prove(long now) throws InterruptedException, IOException, SQLException, LoadException {
            Optional<Freshness.Proof> proof = freshness.proof(order.reached());
            if (proof.isPresent()) {
                heard();
                queue().put(
                                new BinlogEntry.Heartbeat(
                                        order.place(), proof.get().at()),
                                proof.get().nanos());
                beginTaps();
            } else if (freshness.problem() != null) {
                report(freshness.problem());
            } else if (freshness.isDifferent() && now - searched >= SEARCH_NANOS) {
                searched = now;
                topics.need(settings.statements());
                needFollowed();
            }
        }
    }
}
