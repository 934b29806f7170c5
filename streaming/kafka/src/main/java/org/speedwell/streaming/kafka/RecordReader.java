package org.speedwell.streaming.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** A converter of records to events. For one thread. */
interface RecordReader<T> extends AutoCloseable {

    /** Returns the event of a record, or null to skip the record. */
    @Nullable
    T read(ConsumerRecord<byte[], byte[]> record);

    @Override
    void close();

    static <V> RecordReader<V> ofValues(Map<String, ?> settings, Deserializer<V> value) {
        value.configure(settings, false);
        return new RecordReader<>() {
            @Override
            public @Nullable V read(ConsumerRecord<byte[], byte[]> record) {
                byte[] bytes = record.value();
                return bytes == null ? null : value.deserialize(record.topic(), record.headers(), bytes);
            }

            @Override
            public void close() {
                value.close();
            }
        };
    }

    static <K, V> RecordReader<KafkaRecord<K, V>> ofRecords(
            Map<String, ?> settings, Deserializer<K> key, Deserializer<V> value) {
        key.configure(settings, true);
        value.configure(settings, false);
        return new RecordReader<>() {
            @Override
            public KafkaRecord<K, V> read(ConsumerRecord<byte[], byte[]> record) {
                return new KafkaRecord<>(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        record.timestamp(),
                        key.deserialize(record.topic(), record.headers(), record.key()),
                        value.deserialize(record.topic(), record.headers(), record.value()),
                        record.headers());
            }

            @Override
            public void close() {
                key.close();
                value.close();
            }
        };
    }
}
