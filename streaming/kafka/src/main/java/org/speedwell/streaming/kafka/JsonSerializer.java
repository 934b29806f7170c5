package org.speedwell.streaming.kafka;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** A serializer of records or other classes to JSON, with Jackson 3, which the application adds. Thread-safe. */
@SuppressWarnings("exports") // users of this class have Jackson
public final class JsonSerializer<T> implements Serializer<T> {
    private final ObjectWriter writer;

    /** Creates a serializer with Jackson's defaults. */
    public JsonSerializer() {
        this(JsonMapper.shared());
    }

    /** Creates a serializer with the settings of a mapper. */
    public JsonSerializer(JsonMapper mapper) {
        this.writer = mapper.writer();
    }

    /** Returns the bytes of an object; null for null. */
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T data) {
        return data == null ? null : writer.writeValueAsBytes(data);
    }
}
