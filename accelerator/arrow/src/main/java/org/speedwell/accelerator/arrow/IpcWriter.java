package org.speedwell.accelerator.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * A writer of Arrow IPC, as a stream or a file. Each buffer begins at a multiple of 64 bytes of the file, so that a
 * reader can map it. For one thread.
 *
 * @see <a href="https://arrow.apache.org/docs/format/Columnar.html">the IPC format</a>
 */
final class IpcWriter {
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final int CONTINUATION = -1;
    private static final int ALIGNMENT = 64;

    /** The bytes before the metadata of a message: the continuation mark and the length. */
    private static final int PREFIX = 8;

    private static final int MAX_WRITE = 1 << 20;

    private final ArrowTable table;
    private final WritableByteChannel out;
    private final List<Place> dictionaries = new ArrayList<>();
    private final List<Place> batches = new ArrayList<>();
    private long position;

    /**
     * The place of a message in a file.
     *
     * @param metadata the bytes before the body
     */
    private record Place(long at, int metadata, long body) {}

    /** A function that writes the header of a message and returns its place. */
    @FunctionalInterface
    private interface Header {
        int write(FlatBufferBuilder to);
    }

    private IpcWriter(ArrowTable table, WritableByteChannel out) {
        this.table = table;
        this.out = out;
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalStateException("This machine is big-endian, which the export to Arrow does not support.");
        }
    }

    /** Writes the table as a stream. */
    static void writeStream(ArrowTable table, WritableByteChannel out) throws IOException {
        new IpcWriter(table, out).putMessages();
    }

    /** Writes the table as a file, whose footer lists all batches. */
    static void writeFile(ArrowTable table, WritableByteChannel out) throws IOException {
        IpcWriter writer = new IpcWriter(table, out);
        writer.put(ByteBuffer.wrap(MAGIC));
        writer.pad();
        writer.putMessages();
        writer.putFooter();
    }

    private void putMessages() throws IOException {
        putMessage(MessageHeader.Schema, to -> IpcSchema.write(table.fields(), to), List.of());
        List<ExportedColumn> columns = table.exported();
        for (int column = 0; column < columns.size(); column++) {
            if (columns.get(column) instanceof DictionaryColumn texts) {
                dictionaries.add(putDictionary(column, texts.dictionary()));
            }
        }
        BatchCursor cursor = table.batches();
        for (Batch batch = cursor.next(); batch != null; batch = cursor.next()) {
            putBatch(batch);
        }
        table.keepAlive();
        putInts(CONTINUATION, 0);
    }

    private Place putDictionary(long id, ArrayData texts) throws IOException {
        List<ArrayData> column = List.of(texts);
        return putMessage(
                MessageHeader.DictionaryBatch,
                to -> DictionaryBatch.createDictionaryBatch(to, id, batch(column, texts.length(), to), false),
                column);
    }

    private void putBatch(Batch batch) throws IOException {
        List<ArrayData> columns = new ArrayList<>();
        try {
            for (ExportedColumn column : table.exported()) {
                columns.add(column.data(batch));
            }
            batches.add(putMessage(MessageHeader.RecordBatch, to -> batch(columns, batch.length(), to), columns));
        } finally {
            columns.forEach(ArrayData::release);
        }
    }

    /** Writes the lengths and places of the buffers. */
    private static int batch(List<ArrayData> columns, int length, FlatBufferBuilder to) {
        RecordBatch.startNodesVector(to, columns.size());
        for (ArrayData column : columns.reversed()) {
            FieldNode.createFieldNode(to, column.length(), column.nulls());
        }
        int nodes = to.endVector();
        List<MemorySegment> buffers = buffers(columns);
        long at = bodySize(buffers);
        RecordBatch.startBuffersVector(to, buffers.size());
        for (MemorySegment buffer : buffers.reversed()) {
            at -= padded(buffer.byteSize());
            Buffer.createBuffer(to, at, buffer.byteSize());
        }
        int places = to.endVector();
        return RecordBatch.createRecordBatch(to, length, nodes, places, 0, 0);
    }

    /** Returns all buffers. A shared validity bitmap may have more bytes than the batch needs. */
    private static List<MemorySegment> buffers(List<ArrayData> columns) {
        List<MemorySegment> all = new ArrayList<>();
        for (ArrayData column : columns) {
            MemorySegment bits = column.buffers().getFirst();
            all.add(column.nulls() == 0 ? bits : bits.asSlice(0, (column.length() + 7L) / 8));
            all.addAll(column.buffers().subList(1, column.buffers().size()));
        }
        return all;
    }

    private static long bodySize(List<MemorySegment> buffers) {
        return buffers.stream().mapToLong(buffer -> padded(buffer.byteSize())).sum();
    }

    private static long padded(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Writes a message and its body, which begins at a multiple of {@value #ALIGNMENT}. */
    private Place putMessage(byte type, Header header, List<ArrayData> columns) throws IOException {
        List<MemorySegment> buffers = buffers(columns);
        long body = bodySize(buffers);
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int written = header.write(builder);
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, written, body, 0));
        ByteBuffer metadata = builder.dataBuffer();
        long at = position;
        int length = (int) (padded(at + PREFIX + metadata.remaining()) - at - PREFIX);
        putInts(CONTINUATION, length);
        put(metadata);
        pad();
        for (MemorySegment buffer : buffers) {
            for (long from = 0; from < buffer.byteSize(); from += MAX_WRITE) {
                put(buffer.asSlice(from, Math.min(MAX_WRITE, buffer.byteSize() - from))
                        .asByteBuffer());
            }
            pad();
        }
        return new Place(at, PREFIX + length, body);
    }

    private void putFooter() throws IOException {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int schema = IpcSchema.write(table.fields(), builder);
        Footer.startDictionariesVector(builder, dictionaries.size());
        int dictionaryBlocks = blocks(dictionaries, builder);
        Footer.startRecordBatchesVector(builder, batches.size());
        int batchBlocks = blocks(batches, builder);
        builder.finish(Footer.createFooter(builder, MetadataVersion.V5, schema, dictionaryBlocks, batchBlocks, 0));
        ByteBuffer footer = builder.dataBuffer();
        int length = footer.remaining();
        put(footer);
        ByteBuffer end = ByteBuffer.allocate(Integer.BYTES + MAGIC.length).order(ByteOrder.LITTLE_ENDIAN);
        put(end.putInt(length).put(MAGIC).flip());
    }

    private static int blocks(List<Place> places, FlatBufferBuilder to) {
        for (Place place : places.reversed()) {
            Block.createBlock(to, place.at, place.metadata, place.body);
        }
        return to.endVector();
    }

    private void putInts(int first, int second) throws IOException {
        put(ByteBuffer.allocate(PREFIX)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(first)
                .putInt(second)
                .flip());
    }

    private void pad() throws IOException {
        put(ByteBuffer.allocate((int) (padded(position) - position)));
    }

    private void put(ByteBuffer bytes) throws IOException {
        position += bytes.remaining();
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
