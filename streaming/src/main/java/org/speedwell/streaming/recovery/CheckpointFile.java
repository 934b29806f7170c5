package org.speedwell.streaming.recovery;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.speedwell.accelerator.format.Format;
import org.speedwell.streaming.checkpoint.CheckpointException;

/**
 * A checkpoint in a file. The class reads and writes the file through a channel and does not map it. A mapping, with
 * its disk blocks, would remain until the garbage collector finds it. A write to mapped memory on a full disk would end
 * the process. After the header of a {@link Format} follows the body. All numbers are little-endian:
 *
 * <pre>
 * 8 bytes number, 4 bytes sections, and for each section
 * 2 bytes length of its vertex, the vertex in UTF-8, 2 bytes length of its name, the name in UTF-8,
 * 8 bytes length of its state, the state
 * </pre>
 *
 * A change of what an operation or a sink saves is a change of this format, too.
 */
final class CheckpointFile implements AutoCloseable {
    private static final Format FORMAT = new Format("a checkpoint", "SPWCKPT", '4');
    private static final int HEADER = Format.HEADER;
    private static final int START = 12;
    private static final int MAX_NAME = (1 << 16) - 1;
    private static final int BUFFER = 1 << 16;

    private final FileChannel channel;
    private final long number;
    private final List<Section> sections = new ArrayList<>();

    /** A section of the file: the vertex and the name of the participant, and the place of its state. */
    record Section(String vertex, String name, long offset, long length) {}

    /** A participant's vertex, name and state for a section. */
    record Part(String vertex, String name, SavedState state) {
        /** Returns the bytes of the section before the state. */
        private byte[] head() {
            byte[] ofVertex = bytes(vertex);
            byte[] ofName = bytes(name);
            return littleEndian(2 + ofVertex.length + 2 + ofName.length + 8)
                    .putShort((short) ofVertex.length)
                    .put(ofVertex)
                    .putShort((short) ofName.length)
                    .put(ofName)
                    .putLong(state.length())
                    .array();
        }

        private static byte[] bytes(String name) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > MAX_NAME) {
                throw new CheckpointException(
                        "The name of a part has " + bytes.length + " bytes in UTF-8, but a checkpoint stores at most "
                                + MAX_NAME + ". Use a shorter name.",
                        null);
            }
            return bytes;
        }
    }

    /** A consumer of the bytes of a body, in their order. */
    @FunctionalInterface
    private interface Bytes {
        void accept(byte[] bytes, int length) throws IOException;
    }

    /** Writes a checkpoint, forces it to the disk, and returns its number of bytes. */
    static long write(Path file, long number, List<Part> parts) throws IOException {
        CRC32C checksum = new CRC32C();
        long[] body = new long[1];
        forEach(number, parts, (bytes, length) -> {
            checksum.update(bytes, 0, length);
            body[0] += length;
        });
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            write(channel, FORMAT.header((int) checksum.getValue(), body[0]), HEADER);
            forEach(number, parts, (bytes, length) -> write(channel, bytes, length));
            channel.force(true);
        }
        return HEADER + body[0];
    }

    private static void forEach(long number, List<Part> parts, Bytes to) throws IOException {
        to.accept(littleEndian(START).putLong(number).putInt(parts.size()).array(), START);
        for (Part part : parts) {
            byte[] head = part.head();
            to.accept(head, head.length);
            for (int i = 0; i < part.state.chunks().size(); i++) {
                to.accept(part.state.chunks().get(i), part.state.length(i));
            }
        }
    }

    private static void write(FileChannel channel, byte[] bytes, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Opens a checkpoint.
     *
     * @throws IOException if the file is not a whole checkpoint, or has another version
     */
    static CheckpointFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        CheckpointFile whole = null;
        try {
            whole = new CheckpointFile(channel);
            return whole;
        } finally {
            if (whole == null) {
                channel.close();
            }
        }
    }

    private CheckpointFile(FileChannel channel) throws IOException {
        this.channel = channel;
        long size = channel.size();
        if (size < HEADER + START) {
            throw new IOException("it has only " + size + " bytes");
        }
        Format.Header header = FORMAT.parse(read(0, HEADER).array());
        long body = header.length();
        if (body < START || body > size - HEADER) {
            throw new IOException("it is cut off after " + size + " of " + (body + HEADER) + " bytes");
        }
        Format.requireEnd(size - HEADER - body);
        if (header.checksum() != checksum(body)) {
            throw new IOException("its checksum is wrong");
        }
        ByteBuffer first = read(HEADER, START);
        this.number = first.getLong();
        int count = first.getInt();
        long at = HEADER + START;
        for (int i = 0; i < count; i++) {
            byte[] vertex = name(at);
            at += 2 + vertex.length;
            byte[] name = name(at);
            at += 2 + name.length;
            long length = read(at, 8).getLong();
            at += 8;
            sections.add(new Section(
                    new String(vertex, StandardCharsets.UTF_8), new String(name, StandardCharsets.UTF_8), at, length));
            at += length;
        }
    }

    private byte[] name(long at) throws IOException {
        return read(at + 2, Short.toUnsignedInt(read(at, 2).getShort())).array();
    }

    private int checksum(long body) throws IOException {
        CRC32C checksum = new CRC32C();
        try (InputStream in = new Slice(HEADER, HEADER + body)) {
            byte[] buffer = new byte[BUFFER];
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                checksum.update(buffer, 0, length);
            }
        }
        return (int) checksum.getValue();
    }

    private ByteBuffer read(long at, int length) throws IOException {
        ByteBuffer buffer = littleEndian(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException("it ends before byte " + (at + length));
            }
        }
        return buffer.flip();
    }

    long number() {
        return number;
    }

    List<Section> sections() {
        return sections;
    }

    /** Returns a stream of the state of a section. The caller must read it before it closes the file. */
    InputStream state(int section) {
        Section found = sections.get(section);
        return new BufferedInputStream(new Slice(found.offset, found.offset + found.length), BUFFER);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private final class Slice extends InputStream {
        private long at;
        private final long end;

        private Slice(long at, long end) {
            this.at = at;
            this.end = end;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            int length = (int) Math.min(count, end - at);
            if (length == 0) {
                return count == 0 ? 0 : -1;
            }
            int read = channel.read(ByteBuffer.wrap(into, from, length), at);
            at += Math.max(0, read);
            return read;
        }
    }
}
