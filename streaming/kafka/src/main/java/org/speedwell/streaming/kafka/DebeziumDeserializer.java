package org.speedwell.streaming.kafka;

import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.kafka.DebeziumChange.Kind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * A deserializer of Debezium's JSON envelopes, with or without schemas, with Jackson 3, which the application adds. A
 * tombstone, which follows a deletion, is null; {@link KafkaSource#ofValues} skips it. Thread-safe.
 *
 * @param <T> the class of the rows, whose fields have the names of the columns
 */
@SuppressWarnings("exports") // users of this class have Jackson
public final class DebeziumDeserializer<T> implements Deserializer<DebeziumChange<T>> {
    private final JsonMapper mapper;
    private final ObjectReader rows;

    /** Creates a deserializer with Jackson's defaults. */
    public DebeziumDeserializer(Class<T> rows) {
        this(rows, JsonMapper.shared());
    }

    /** Creates a deserializer with the settings of a mapper. */
    public DebeziumDeserializer(Class<T> rows, JsonMapper mapper) {
        this.mapper = mapper;
        this.rows = mapper.readerFor(rows);
    }

    /**
     * Returns the change of a record; null for a tombstone.
     *
     * @throws tools.jackson.core.JacksonException if the bytes are not JSON, or a row does not fit the class
     * @throws IllegalArgumentException if the JSON is not an envelope
     */
    @Override
    public @Nullable DebeziumChange<T> deserialize(String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        JsonNode root = mapper.readTree(bytes);
        JsonNode envelope = root.has("payload") && root.has("schema") ? root.get("payload") : root;
        if (envelope.isNull()) {
            return null;
        }
        JsonNode source = envelope.path("source");
        return new DebeziumChange<>(
                kind(topic, envelope.path("op").asString("")),
                row(envelope.path("before")),
                row(envelope.path("after")),
                source.path("db").asString(""),
                source.path("table").asString(""),
                source.path("ts_ms").asLong(envelope.path("ts_ms").asLong(0)));
    }

    private static Kind kind(String topic, String operation) {
        return switch (operation) {
            case "c" -> Kind.INSERT;
            case "u" -> Kind.UPDATE;
            case "d" -> Kind.DELETE;
            case "r" -> Kind.READ;
            case "t" -> Kind.TRUNCATE;
            default ->
                throw new IllegalArgumentException("A record of topic " + topic
                        + " is not the envelope of a change: its op is \"" + operation
                        + "\". If a transform unwraps the envelopes (ExtractNewRecordState), use JsonDeserializer.");
        };
    }

    private @Nullable T row(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? null : rows.readValue(node);
    }
}
