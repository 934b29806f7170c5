package org.speedwell.accelerator.debezium;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A parser of the records of Kafka's {@code JsonConverter}. Almost all bytes of a record are its schema, which the
 * records of a topic repeat. The parser compares these bytes with those of the last record, and then parses only the
 * payload. For one thread.
 */
final class RecordParser {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int MAX_SCHEMAS = 10_000;

    /** The schemas by their text. The same text has the same node. */
    private final Map<ByteBuffer, JsonNode> schemas = new HashMap<>();

    /** The beginning of the last record of each topic. */
    private final Map<String, Beginning> beginnings = new HashMap<>();

    /** The two parts of a record. */
    record Parts(JsonNode schema, JsonNode payload) {}

    /** The bytes of a record up to its payload, which contain its schema. */
    private record Beginning(byte[] bytes, JsonNode schema) {

        /** Returns the parts of a record; null if it begins otherwise, or if its payload is not all of the rest. */
        @Nullable
        Parts parts(byte[] record) {
            int from = bytes.length;
            int to = record.length - 1;
            if (to <= from || record[to] != '}' || !Arrays.equals(record, 0, from, bytes, 0, from)) {
                return null;
            }
            try (JsonParser parser = MAPPER.createParser(record, from, to - from)) {
                JsonNode payload = parser.readValueAsTree();
                return parser.nextToken() == null ? new Parts(schema, payload) : null;
            } catch (JacksonException e) {
                return null; // parsing the whole record finds the reason
            }
        }
    }

    /**
     * Returns the parts of a record; null for a tombstone.
     *
     * @throws BinlogException if the record is not JSON with a schema
     */
    @Nullable
    Parts parse(ConsumerRecord<byte[], byte[]> record) throws BinlogException {
        byte[] bytes = record.value();
        if (bytes == null) {
            return null;
        }
        Beginning beginning = beginnings.get(record.topic());
        Parts parts = beginning == null ? null : beginning.parts(bytes);
        return parts == null ? whole(record, bytes) : parts;
    }

    private Parts whole(ConsumerRecord<byte[], byte[]> record, byte[] bytes) throws BinlogException {
        JsonNode schema = null;
        JsonNode payload = MissingNode.getInstance();
        try (JsonParser parser = MAPPER.createParser(bytes)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "schema" -> schema = schema(parser, bytes);
                    case "payload" -> {
                        if (schema != null && value == JsonToken.START_OBJECT) {
                            int from = (int) parser.currentTokenLocation().getByteOffset();
                            beginnings.put(record.topic(), new Beginning(Arrays.copyOf(bytes, from), schema));
                        }
                        payload = parser.readValueAsTree();
                    }
                    default -> parser.skipChildren();
                }
            }
        } catch (JacksonException e) {
            throw lost(record, "is not JSON: " + e.getOriginalMessage(), e);
        }
        if (schema == null || payload.isMissingNode()) {
            throw lost(
                    record,
                    "has no schema. Use org.apache.kafka.connect.json.JsonConverter with schemas.enable=true as the"
                            + " value.converter of the connector",
                    null);
        }
        return new Parts(schema, payload);
    }

    private JsonNode schema(JsonParser parser, byte[] bytes) {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = (int) parser.currentLocation().getByteOffset();
        ByteBuffer text = ByteBuffer.wrap(bytes, from, to - from);
        JsonNode known = schemas.get(text);
        if (known == null) {
            if (schemas.size() >= MAX_SCHEMAS) {
                schemas.clear();
            }
            byte[] copy = Arrays.copyOfRange(bytes, from, to);
            known = MAPPER.readTree(copy);
            schemas.put(ByteBuffer.wrap(copy), known);
        }
        return known;
    }

    /** Returns the exception for a record that cannot be applied, after which the tables are loaded again. */
    static BinlogException lost(ConsumerRecord<byte[], byte[]> record, String problem, @Nullable Throwable cause) {
        return new BinlogException(
                BinlogException.Reason.POSITION,
                "The record at offset " + record.offset() + " of partition " + record.partition() + " of topic "
                        + record.topic() + " " + problem + ".",
                cause);
    }
}
