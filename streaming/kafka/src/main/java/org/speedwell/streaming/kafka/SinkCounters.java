package org.speedwell.streaming.kafka;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Counters of a sink. Thread-safe. */
final class SinkCounters {
    private final LongAdder records = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder transactions = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private final AtomicLong uncommitted = new AtomicLong();
    private volatile long pending;

    void sent(ProducerRecord<byte[], byte[]> record) {
        records.increment();
        bytes.add((record.key() == null ? 0 : record.key().length)
                + (record.value() == null ? 0 : record.value().length));
    }

    void committed() {
        transactions.increment();
    }

    void aborted() {
        repeated.increment();
    }

    void setPending(long of) {
        pending = of;
    }

    void addUncommitted(long more) {
        uncommitted.addAndGet(more);
    }

    /** Returns the bytes of durable batches that are not committed yet. */
    long uncommitted() {
        return uncommitted.get();
    }

    KafkaSinkMetrics metrics() {
        return new KafkaSinkMetrics(records.sum(), bytes.sum(), pending, transactions.sum(), repeated.sum());
    }
}
