package org.speedwell.streaming.kafka;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** A list of records as bytes, which a checkpoint can contain. For one thread at a time. */
final class RecordLog {
    /** The largest size in bytes: the limit of a byte array less a record. */
    static final long MAX_BYTES = 1L << 30;

    private final Bytes bytes = new Bytes();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private int count;

    /** A stream whose array can be read without a copy. */
    private static final class Bytes extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }

    void add(ProducerRecord<byte[], byte[]> record) {
        try {
            out.writeUTF(record.topic());
            out.writeInt(record.partition() == null ? -1 : record.partition());
            out.writeLong(record.timestamp() == null ? -1 : record.timestamp());
            write(record.key());
            write(record.value());
            Header[] headers = record.headers().toArray();
            out.writeInt(headers.length);
            for (Header header : headers) {
                out.writeUTF(header.key());
                write(header.value());
            }
            count++;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a topic or header of more than 65,535 bytes
        }
    }

    private void write(byte @Nullable [] part) throws IOException {
        out.writeInt(part == null ? -1 : part.length);
        if (part != null) {
            out.write(part);
        }
    }

    int count() {
        return count;
    }

    int size() {
        return bytes.size();
    }

    void forEach(Consumer<ProducerRecord<byte[], byte[]>> action) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.array(), 0, bytes.size()));
        try {
            for (int i = 0; i < count; i++) {
                action.accept(read(in));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProducerRecord<byte[], byte[]> read(DataInputStream in) throws IOException {
        String topic = in.readUTF();
        int partition = in.readInt();
        long timestamp = in.readLong();
        byte[] key = readPart(in);
        byte[] value = readPart(in);
        RecordHeaders headers = new RecordHeaders();
        for (int left = in.readInt(); left > 0; left--) {
            headers.add(in.readUTF(), readPart(in));
        }
        return new ProducerRecord<>(
                topic, partition < 0 ? null : partition, timestamp < 0 ? null : timestamp, key, value, headers);
    }

    private static byte @Nullable [] readPart(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }

    void save(ObjectOutput to) throws IOException {
        to.writeInt(count);
        to.writeInt(bytes.size());
        to.write(bytes.array(), 0, bytes.size());
    }

    static RecordLog restore(ObjectInput from) throws IOException {
        RecordLog log = new RecordLog();
        log.count = from.readInt();
        byte[] read = new byte[from.readInt()];
        from.readFully(read);
        log.bytes.writeBytes(read);
        return log;
    }
}
