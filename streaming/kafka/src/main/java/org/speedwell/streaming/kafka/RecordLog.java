package org.speedwell.streaming.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** A list of records as bytes, which a checkpoint can contain. For one thread at a time. */
final class RecordLog {
    private static final int FIRST_CHUNK = 1 << 12;

    /** A little less than a region of G1, so that a chunk with its header fills one region and not two. */
    private static final int LARGEST_CHUNK = (1 << 20) - 64;

    /** The bytes of a record without key, value, topic and headers. */
    private static final int FIXED = 5 * Integer.BYTES + Long.BYTES;

    private static final int NULL = -1;

    /** The chunks in order. Only the last one has room for a record. */
    private final List<ByteBuffer> chunks = new ArrayList<>();

    private int count;
    private long size;

    /** The topic of the last record, and its bytes. */
    private String topic = "";

    private byte[] topicBytes = {};

    void add(ProducerRecord<byte[], byte[]> record) {
        if (!record.topic().equals(topic)) {
            topic = record.topic();
            topicBytes = topic.getBytes(UTF_8);
        }
        Header[] headers = record.headers().toArray();
        byte[][] names = new byte[headers.length][];
        int length = FIXED + topicBytes.length + length(record.key()) + length(record.value());
        for (int i = 0; i < headers.length; i++) {
            names[i] = headers[i].key().getBytes(UTF_8);
            length += 2 * Integer.BYTES + names[i].length + length(headers[i].value());
        }
        ByteBuffer to = chunk(length);
        put(to, topicBytes);
        to.putInt(record.partition() == null ? NULL : record.partition());
        to.putLong(record.timestamp() == null ? NULL : record.timestamp());
        put(to, record.key());
        put(to, record.value());
        to.putInt(headers.length);
        for (int i = 0; i < headers.length; i++) {
            put(to, names[i]);
            put(to, headers[i].value());
        }
        count++;
        size += length;
    }

    private static int length(byte @Nullable [] part) {
        return part == null ? 0 : part.length;
    }

    private ByteBuffer chunk(int length) {
        if (chunks.isEmpty() || chunks.getLast().remaining() < length) {
            chunks.add(ByteBuffer.allocate(Math.max(length, Math.clamp(size, FIRST_CHUNK, LARGEST_CHUNK))));
        }
        return chunks.getLast();
    }

    private static void put(ByteBuffer to, byte @Nullable [] part) {
        to.putInt(part == null ? NULL : part.length);
        if (part != null) {
            to.put(part);
        }
    }

    int count() {
        return count;
    }

    /** Returns the bytes of all records. */
    long size() {
        return size;
    }

    void forEach(Consumer<ProducerRecord<byte[], byte[]>> action) {
        for (ByteBuffer chunk : chunks) {
            ByteBuffer from = chunk.duplicate().flip();
            while (from.hasRemaining()) {
                action.accept(read(from));
            }
        }
    }

    private ProducerRecord<byte[], byte[]> read(ByteBuffer from) {
        String to = topic(from);
        int partition = from.getInt();
        long timestamp = from.getLong();
        byte[] key = part(from);
        byte[] value = part(from);
        int headers = from.getInt();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                to, partition == NULL ? null : partition, timestamp == NULL ? null : timestamp, key, value);
        for (int i = 0; i < headers; i++) {
            record.headers().add(new RecordHeader(text(from), part(from)));
        }
        return record;
    }

    /** Reads a topic, which seldom differs from the one before. */
    private String topic(ByteBuffer from) {
        int length = from.getInt();
        int begin = from.position();
        if (!from.slice(begin, length).equals(ByteBuffer.wrap(topicBytes))) {
            topicBytes = new byte[length];
            from.get(begin, topicBytes);
            topic = new String(topicBytes, UTF_8);
        }
        from.position(begin + length);
        return topic;
    }

    private static String text(ByteBuffer from) {
        byte[] bytes = new byte[from.getInt()];
        from.get(bytes);
        return new String(bytes, UTF_8);
    }

    private static byte @Nullable [] part(ByteBuffer from) {
        int length = from.getInt();
        if (length == NULL) {
            return null;
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    void save(ObjectOutput to) throws IOException {
        to.writeInt(count);
        to.writeInt(chunks.size());
        for (ByteBuffer chunk : chunks) {
            to.writeInt(chunk.position());
            to.write(chunk.array(), 0, chunk.position());
        }
    }

    static RecordLog restore(ObjectInput from) throws IOException {
        RecordLog log = new RecordLog();
        log.count = from.readInt();
        for (int chunks = from.readInt(); chunks > 0; chunks--) {
            byte[] read = new byte[from.readInt()];
            from.readFully(read);
            log.chunks.add(ByteBuffer.wrap(read).position(read.length));
            log.size += read.length;
        }
        return log;
    }
}
