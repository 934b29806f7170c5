package org.speedwell.streaming.kafka;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.BlockingSink;

/** A delivery at least once. An idempotent producer sends records at once, and has sent all before a checkpoint. */
final class DirectDelivery implements Delivery {
    /** The records of a batch. More would survive collections of garbage while they wait. */
    private static final int RECORDS = 256;

    private final Sending sending;

    DirectDelivery(SinkSettings settings, SinkCounters counters) {
        this.sending = new Sending(settings, counters);
    }

    private static final class Sending extends BlockingSink<ProducerRecord<byte[], byte[]>> {
        private final SinkSettings settings;
        private final SinkCounters counters;
        private @Nullable KafkaProducer<byte[], byte[]> producer;
        private @Nullable RecordSender sender;

        private Sending(SinkSettings settings, SinkCounters counters) {
            super(RECORDS);
            this.settings = settings;
            this.counters = counters;
        }

        @Override
        protected void write(List<ProducerRecord<byte[], byte[]>> records) {
            RecordSender open = sender();
            records.forEach(open::send);
            requireNoFailure(open);
        }

        @Override
        protected void sync() {
            if (producer != null && sender != null) {
                producer.flush();
                requireNoFailure(sender);
            }
        }

        private RecordSender sender() {
            if (sender == null) {
                producer =
                        new KafkaProducer<>(settings.producer(), new ByteArraySerializer(), new ByteArraySerializer());
                sender = new RecordSender(producer, counters);
            }
            return sender;
        }

        private void requireNoFailure(RecordSender open) {
            Exception thrown = open.failure();
            if (thrown != null) {
                throw Faults.fatal("Writing topic " + settings.topic(), thrown);
            }
        }

        @Override
        protected void release() {
            if (producer != null) {
                producer.close(Duration.ZERO); // a job that completes has flushed
            }
        }

        @Override
        public String toString() {
            return "The sink to topic " + settings.topic();
        }
    }

    @Override
    public void accept(ProducerRecord<byte[], byte[]> record) {
        sending.accept(record, 0);
    }

    @Override
    public void watermark() {
        sending.watermark(0);
    }

    @Override
    public boolean hasRoom() {
        return sending.hasRoom();
    }

    @Override
    public boolean flush() {
        return sending.flush();
    }

    @Override
    public void close() {
        sending.close();
    }
}
