package org.speedwell.streaming.kafka;

import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** A converter of events to the bytes of records. For one thread. */
interface RecordWriter<T> extends AutoCloseable {

    /** Returns the record of an event. The default of its timestamp is the time of the event. */
    ProducerRecord<byte[], byte[]> write(T event, long time);

    @Override
    void close();

    static <V> RecordWriter<V> ofValues(Map<String, ?> settings, String topic, Serializer<V> value) {
        value.configure(settings, false);
        return new RecordWriter<>() {
            /** The headers for the serializer, which seldom adds any. */
            private RecordHeaders headers = new RecordHeaders();

            @Override
            public ProducerRecord<byte[], byte[]> write(V event, long time) {
                byte[] bytes = value.serialize(topic, headers, event);
                if (headers.toArray().length == 0) {
                    return new ProducerRecord<>(topic, null, timestamp(time), null, bytes);
                }
                RecordHeaders added = headers;
                headers = new RecordHeaders();
                return new ProducerRecord<>(topic, null, timestamp(time), null, bytes, added);
            }

            @Override
            public void close() {
                value.close();
            }
        };
    }

    static <T, K, V> RecordWriter<T> ofRecords(
            Map<String, ?> settings,
            Function<? super T, ProducerRecord<K, V>> record,
            Serializer<K> key,
            Serializer<V> value) {
        key.configure(settings, true);
        value.configure(settings, false);
        return new RecordWriter<>() {
            @Override
            public ProducerRecord<byte[], byte[]> write(T event, long time) {
                ProducerRecord<K, V> made = record.apply(event);
                Headers headers = made.headers();
                return new ProducerRecord<>(
                        made.topic(),
                        made.partition(),
                        made.timestamp() == null ? timestamp(time) : made.timestamp(),
                        key.serialize(made.topic(), headers, made.key()),
                        value.serialize(made.topic(), headers, made.value()),
                        headers);
            }

            @Override
            public void close() {
                key.close();
                value.close();
            }
        };
    }

    private static @Nullable Long timestamp(long time) {
        return time < 0 ? null : time; // Kafka accepts no negative time
    }
}
