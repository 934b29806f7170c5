package org.speedwell.streaming.kafka;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.MessageDecoder;
import org.apache.avro.message.MissingSchemaException;
import org.apache.avro.message.RawMessageDecoder;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * A deserializer of Avro, which the application adds. It reads the single-object encoding, whose header identifies the
 * schema of the writer, or records without a header. Avro's schema resolution converts each record to the schema of the
 * reader. For one thread.
 *
 * <p>Records of Confluent's or Apicurio's registries have headers of their own. Use the deserializers of the registry.
 *
 * {@snippet :
 * record Click(String country, long time) {}
 *
 * Schema schema = SchemaBuilder.record("Click").fields().requiredString("country").requiredLong("time").endRecord();
 * KafkaSource<Click> clicks = KafkaSource.ofValues(
 *         Map.of("bootstrap.servers", "localhost:9092"),
 *         Topics.named("clicks"),
 *         () -> AvroDeserializer.of(schema).as(Click.class));
 * }
 *
 * @param <T> the type of the objects
 */
@SuppressWarnings("exports") // users of this class have Avro
public final class AvroDeserializer<T> implements Deserializer<T> {
    /** The first byte of records of a registry. */
    private static final byte REGISTRY = 0;

    private final Schema reader;

    /** The schemas of the writers. Null for records without headers. */
    private final @Nullable List<Schema> writers;

    /** The class of the objects. Null for generic records. */
    private final @Nullable Class<T> type;

    private final MessageDecoder<GenericRecord> decoder;
    private final @Nullable AvroMapping mapping;

    private AvroDeserializer(
            Schema reader,
            @Nullable List<Schema> writers,
            @Nullable Class<T> type,
            MessageDecoder<GenericRecord> decoder) {
        this.reader = reader;
        this.writers = writers;
        this.type = type;
        this.decoder = decoder;
        this.mapping = type == null ? null : AvroMapping.of(reader, type, "The class of the records");
    }

    /** Returns a deserializer of the single-object encoding to generic records of a schema. */
    public static AvroDeserializer<GenericRecord> of(Schema reader) {
        return ofWriters(reader, List.of(), null);
    }

    /**
     * Returns a deserializer of records without a header, as a plain encoder writes them, to generic records.
     *
     * @param writer the schema of all records of the topic
     * @param reader the schema of the generic records
     */
    public static AvroDeserializer<GenericRecord> ofPlain(Schema writer, Schema reader) {
        return new AvroDeserializer<>(reader, null, null, new RawMessageDecoder<>(AvroMapping.DATA, writer, reader));
    }

    private static <T> AvroDeserializer<T> ofWriters(Schema reader, List<Schema> writers, @Nullable Class<T> type) {
        BinaryMessageDecoder<GenericRecord> decoder = new BinaryMessageDecoder<>(AvroMapping.DATA, reader);
        writers.forEach(decoder::addSchema);
        return new AvroDeserializer<>(reader, writers, type, decoder);
    }

    /**
     * Returns a deserializer that also reads records of writers with other schemas, earlier or later ones.
     *
     * @throws IllegalStateException if the records have no header
     */
    public AvroDeserializer<T> withWriters(Schema... more) {
        List<Schema> known = writers;
        if (known == null) {
            throw new IllegalStateException("Records without a header all have the schema that ofPlain received.");
        }
        return ofWriters(reader, Stream.concat(known.stream(), Stream.of(more)).toList(), type);
    }

    /**
     * Returns a deserializer to records of a class. Each component has a field of the same name in the schema of the
     * reader.
     *
     * @throws IllegalArgumentException if a component has no field, or a type that does not fit its field
     */
    public <R extends Record> AvroDeserializer<R> as(Class<R> record) {
        List<Schema> known = writers;
        return known == null ? new AvroDeserializer<>(reader, null, record, decoder) : ofWriters(reader, known, record);
    }

    /**
     * Returns the object of a record; null for a record without a value.
     *
     * @throws IllegalArgumentException if the bytes are not such an object
     */
    @Override
    @SuppressWarnings("unchecked") // without a class T is GenericRecord
    public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        GenericRecord record = decode(topic, bytes);
        return (T) (mapping == null ? record : mapping.java(record));
    }

    private GenericRecord decode(String topic, byte[] bytes) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        GenericRecord record;
        try {
            record = decoder.decode(in);
        } catch (MissingSchemaException e) {
            throw new IllegalArgumentException(
                    "A record of topic " + topic
                            + " was written by a schema that the deserializer does not know. Add it"
                            + " with withWriters.",
                    e);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "A record of topic " + topic + " is not Avro with schema " + reader.getFullName() + ": "
                            + e.getMessage() + remedy(bytes),
                    e);
        }
        if (in.available() > 0) {
            throw new IllegalArgumentException("A record of topic " + topic + " has " + in.available()
                    + " bytes after its end. Another schema may have written it.");
        }
        return record;
    }

    private String remedy(byte[] bytes) {
        if (writers != null && bytes.length > 0 && bytes[0] == REGISTRY) {
            return ". The bytes begin like those of a schema registry. Use the registry's deserializer.";
        }
        return writers == null ? "" : ". Use ofPlain for records without a header.";
    }
}
