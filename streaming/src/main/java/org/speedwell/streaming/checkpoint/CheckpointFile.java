package org.speedwell.streaming.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import net.openhft.chronicle.bytes.MappedBytes;

/**
 * One checkpoint in a file that is mapped into memory. All numbers little-endian:
 *
 * <pre>
 * 8 bytes  magic        4 bytes  CRC-32C of the body      8 bytes  length of the body
 * body:    8 bytes number, 4 bytes parallelism, 4 bytes sections, and for each section
 *          2 bytes length of its name, the name in UTF-8, 8 bytes length of its state, the state
 * </pre>
 */
final class CheckpointFile implements AutoCloseable {
    private static final long MAGIC = 0x31_54_50_4b_43_57_50_53L; // "SPWCKPT1"
    private static final int HEADER = 8 + 4 + 8;
    private static final int ZEROS = 1 << 16;

    private final MappedBytes bytes;
    private final long number;
    private final int parallelism;
    private final List<Section> sections = new ArrayList<>();

    private record Section(String name, long offset, long length) {}

    /** A participant's name and state, to be written. */
    record Part(String name, SavedState state) {
        byte[] nameBytes() {
            return name.getBytes(StandardCharsets.UTF_8);
        }

        long length() {
            return 2 + nameBytes().length + 8 + state.length();
        }
    }

    /**
     * Writes a checkpoint and forces it to the disk; its bytes. The blocks are taken before the file is mapped: on a full
     * disk a write fails with an exception, where a store to mapped memory would end the process.
     */
    static long write(Path file, long number, int parallelism, List<Part> parts) throws IOException {
        long body = 8 + 4 + 4 + parts.stream().mapToLong(Part::length).sum();
        long size = HEADER + body;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS);
            for (long left = size; left > 0; left -= zeros.position()) {
                zeros.clear().limit((int) Math.min(ZEROS, left));
                while (zeros.hasRemaining()) {
                    channel.write(zeros);
                }
            }
            channel.force(true); // some file systems tell only now that there is no room
            MappedBytes bytes = MappedBytes.singleMappedBytes(file.toFile(), size);
            try {
                Checksum checksum = new CRC32C();
                bytes.writePosition(HEADER);
                put(
                        bytes,
                        checksum,
                        littleEndian(16).putLong(number).putInt(parallelism).putInt(parts.size()));
                for (Part part : parts) {
                    byte[] name = part.nameBytes();
                    put(
                            bytes,
                            checksum,
                            littleEndian(2 + name.length + 8)
                                    .putShort((short) name.length)
                                    .put(name)
                                    .putLong(part.state.length()));
                    for (int i = 0; i < part.state.chunks().size(); i++) {
                        byte[] chunk = part.state.chunks().get(i);
                        int length = part.state.length(i);
                        checksum.update(chunk, 0, length);
                        bytes.write(chunk, 0, length);
                    }
                }
                bytes.writeLong(0, MAGIC);
                bytes.writeInt(8, (int) checksum.getValue());
                bytes.writeLong(12, body);
                bytes.sync();
            } finally {
                bytes.releaseLast();
            }
            channel.truncate(size); // the mapping had ended with a page
            channel.force(true);
        }
        return size;
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void put(MappedBytes bytes, Checksum checksum, ByteBuffer buffer) {
        byte[] array = new byte[buffer.flip().remaining()];
        buffer.get(array);
        checksum.update(array, 0, array.length);
        bytes.write(array);
    }

    /**
     * Maps a checkpoint.
     *
     * @throws CheckpointException if the file is not a whole checkpoint
     */
    static CheckpointFile open(Path file) throws IOException {
        long size = Files.size(file);
        if (size < HEADER + 16) {
            throw new CheckpointException("it has only " + size + " bytes", null);
        }
        MappedBytes bytes = MappedBytes.readOnly(file.toFile());
        try {
            bytes.readPositionRemaining(0, size);
            return new CheckpointFile(bytes, size);
        } catch (RuntimeException e) {
            bytes.releaseLast();
            throw e;
        }
    }

    private CheckpointFile(MappedBytes bytes, long size) {
        this.bytes = bytes;
        if (bytes.readLong(0) != MAGIC) {
            throw new CheckpointException("it does not begin as a checkpoint does", null);
        }
        long body = bytes.readLong(12);
        if (body < 16 || body > size - HEADER) {
            throw new CheckpointException("it is cut off: " + size + " bytes of " + (body + HEADER), null);
        }
        Checksum checksum = new CRC32C();
        byte[] buffer = new byte[ZEROS];
        for (long at = 0; at < body; at += ZEROS) {
            int length = (int) Math.min(ZEROS, body - at);
            bytes.read(HEADER + at, buffer, 0, length);
            checksum.update(buffer, 0, length);
        }
        if ((int) checksum.getValue() != bytes.readInt(8)) {
            throw new CheckpointException("its checksum is wrong", null);
        }
        this.number = bytes.readLong(HEADER);
        this.parallelism = bytes.readInt(HEADER + 8);
        int count = bytes.readInt(HEADER + 12);
        long at = HEADER + 16;
        for (int i = 0; i < count; i++) {
            byte[] name = new byte[bytes.readUnsignedShort(at)];
            bytes.read(at + 2, name, 0, name.length);
            at += 2 + name.length;
            long length = bytes.readLong(at);
            at += 8;
            sections.add(new Section(new String(name, StandardCharsets.UTF_8), at, length));
            at += length;
        }
    }

    long number() {
        return number;
    }

    int parallelism() {
        return parallelism;
    }

    List<String> names() {
        return sections.stream().map(Section::name).toList();
    }

    /** The state of a section; to be read before the file is closed. */
    InputStream state(int section) {
        Section found = sections.get(section);
        return new Slice(found.offset, found.offset + found.length);
    }

    @Override
    public void close() {
        bytes.releaseLast();
    }

    private final class Slice extends InputStream {
        private long at;
        private final long end;

        private Slice(long at, long end) {
            this.at = at;
            this.end = end;
        }

        @Override
        public int read() {
            return at == end ? -1 : bytes.readUnsignedByte(at++);
        }

        @Override
        public int read(byte[] into, int from, int count) {
            int length = (int) Math.min(count, end - at);
            if (length == 0) {
                return count == 0 ? 0 : -1;
            }
            bytes.read(at, into, from, length);
            at += length;
            return length;
        }
    }
}
