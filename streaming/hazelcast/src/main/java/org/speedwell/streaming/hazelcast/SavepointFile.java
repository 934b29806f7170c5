package org.speedwell.streaming.hazelcast;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.speedwell.accelerator.format.Format;
import org.speedwell.streaming.checkpoint.CheckpointException;

/**
 * A savepoint of a cluster in a file. After the header of a {@link Format} follows the body. Its numbers have 4 bytes
 * and are big-endian, and texts and states begin with their length:
 *
 * <pre>
 * the name of the job, the definition of its graph, the number of stages, for each stage its name and number of parts,
 * and for each stage the number of its states, and for each state the key of its part and the state
 * </pre>
 */
final class SavepointFile {
    private static final Format FORMAT = new Format("a savepoint of a cluster", "SPWCLSP", '1');

    private SavepointFile() {}

    /** Writes a savepoint to a file, which gets its name only after it is complete and on the disk. */
    static void write(Savepoints savepoints, String savepoint, Path file) {
        Savepoints.Description description = savepoints.require(savepoint);
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        try {
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                channel.position(Format.HEADER);
                CRC32C checksum = new CRC32C();
                DataOutputStream out = new DataOutputStream(
                        new BufferedOutputStream(new CheckedOutputStream(Channels.newOutputStream(channel), checksum)));
                writeBody(savepoints, savepoint, description, out);
                out.flush();
                long length = channel.position() - Format.HEADER;
                channel.position(0);
                Channels.newOutputStream(channel).write(FORMAT.header((int) checksum.getValue(), length));
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CheckpointException(
                    "The savepoint \"" + savepoint + "\" was not written to " + file + ": " + e + ".", e);
        } finally {
            delete(unfinished);
        }
    }

    private static void delete(Path unfinished) {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            System.getLogger(SavepointFile.class.getName())
                    .log(System.Logger.Level.WARNING, "The file {0} was not deleted: {1}", unfinished, e);
        }
    }

    private static void writeBody(
            Savepoints savepoints, String savepoint, Savepoints.Description description, DataOutputStream out)
            throws IOException {
        write(description.job(), out);
        write(description.definition(), out);
        out.writeInt(description.parts().size());
        for (Map.Entry<String, Integer> stage : description.parts().entrySet()) {
            write(stage.getKey(), out);
            out.writeInt(stage.getValue());
        }
        for (String stage : description.parts().keySet()) {
            Map<String, byte[]> states = savepoints.read(savepoint, stage);
            out.writeInt(states.size());
            for (Map.Entry<String, byte[]> state : states.entrySet()) {
                write(state.getKey(), out);
                write(state.getValue(), out);
            }
        }
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8), out);
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a file into a new savepoint. */
    static void read(Savepoints savepoints, String savepoint, Path file) {
        savepoints.requireFree(savepoint);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            requireWhole(channel);
            channel.position(Format.HEADER);
            DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
            Savepoints.Description description = readDescription(in);
            savepoints.clear(savepoint, description); // of an attempt that did not end
            for (String stage : description.parts().keySet()) {
                for (int left = in.readInt(); left > 0; left--) {
                    savepoints.put(savepoint, stage, text(in), bytes(in));
                }
            }
            savepoints.complete(savepoint, description);
        } catch (IOException e) {
            throw new CheckpointException(
                    "The file " + file + " cannot become savepoint \"" + savepoint + "\": " + e.getMessage()
                            + ". HazelcastEngine.exportSavepoint writes such files.",
                    e);
        }
    }

    private static void requireWhole(FileChannel channel) throws IOException {
        InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
        byte[] first = in.readNBytes(Format.HEADER);
        if (first.length < Format.HEADER) {
            throw new IOException("it has only " + first.length + " bytes");
        }
        Format.Header header = FORMAT.parse(first);
        long more = channel.size() - Format.HEADER - header.length();
        if (more < 0) {
            throw new IOException("it is cut off, because " + -more + " bytes are missing");
        }
        Format.requireEnd(more);
        CheckedInputStream body = new CheckedInputStream(in, new CRC32C());
        body.skipNBytes(header.length());
        if ((int) body.getChecksum().getValue() != header.checksum()) {
            throw new IOException("its checksum is wrong");
        }
    }

    private static Savepoints.Description readDescription(DataInputStream in) throws IOException {
        String job = text(in);
        String definition = text(in);
        TreeMap<String, Integer> parts = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            parts.put(text(in), in.readInt());
        }
        return new Savepoints.Description(job, definition, parts);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
