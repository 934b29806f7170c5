package org.speedwell.streaming.kafka;

import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * A deserializer of JSON objects to records or other classes, with Jackson 3, which the application adds. It ignores
 * fields that the class does not have. Thread-safe.
 *
 * {@snippet :
 * record Click(String country, long time) {}
 *
 * KafkaSource<Click> clicks = KafkaSource.ofValues(
 *         Map.of("bootstrap.servers", "localhost:9092"), Topics.named("clicks"), () -> new JsonDeserializer<>(Click.class));
 * }
 */
@SuppressWarnings("exports") // users of this class have Jackson
public final class JsonDeserializer<T> implements Deserializer<T> {
    private final ObjectReader reader;

    /** Creates a deserializer with Jackson's defaults. */
    public JsonDeserializer(Class<T> type) {
        this(type, JsonMapper.shared());
    }

    /** Creates a deserializer with the settings of a mapper. */
    public JsonDeserializer(Class<T> type, JsonMapper mapper) {
        this.reader = mapper.readerFor(type);
    }

    /**
     * Returns the object of a record; null for a record without a value.
     *
     * @throws tools.jackson.core.JacksonException if the bytes are not such an object
     */
    @Override
    public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
        return bytes == null ? null : reader.readValue(bytes);
    }
}
