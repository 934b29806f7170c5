package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.MessageEncoder;
import org.apache.avro.message.RawMessageEncoder;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A serializer to Avro, which the application adds. It writes the single-object encoding, or records without a header.
 * For one thread.
 *
 * @param <T> the type of the objects
 */
@SuppressWarnings("exports") // users of this class have Avro
public final class AvroSerializer<T> implements Serializer<T> {
    private final Schema schema;
    private final MessageEncoder<Object> encoder;
    private final @Nullable AvroMapping mapping;

    private AvroSerializer(Schema schema, MessageEncoder<Object> encoder, @Nullable AvroMapping mapping) {
        this.schema = schema;
        this.encoder = encoder;
        this.mapping = mapping;
    }

    /** Returns a serializer of generic records to the single-object encoding. */
    public static AvroSerializer<GenericRecord> of(Schema schema) {
        return new AvroSerializer<>(schema, new BinaryMessageEncoder<>(AvroMapping.DATA, schema), null);
    }

    /** Returns a serializer of generic records that writes no header. Readers must know the schema. */
    public static AvroSerializer<GenericRecord> ofPlain(Schema schema) {
        return new AvroSerializer<>(schema, new RawMessageEncoder<>(AvroMapping.DATA, schema), null);
    }

    /**
     * Returns a serializer of records of a class. Each component has a field of the same name. Other fields get their
     * defaults.
     *
     * @throws IllegalArgumentException if a component has no field, or a type that does not fit its field
     */
    public <R extends Record> AvroSerializer<R> as(Class<R> record) {
        return new AvroSerializer<>(schema, encoder, AvroMapping.of(schema, record, "The class of the records"));
    }

    /** Returns the bytes of an object; null for null. */
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T data) {
        if (data == null) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            encoder.encode(mapping == null ? data : requireNonNull(mapping.avro(data)), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a stream to memory does not throw
        }
        return out.toByteArray();
    }
}
