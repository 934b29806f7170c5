package org.speedwell.hazelcast;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.time.Instant;
import java.util.Map;
import java.util.zip.CRC32C;
import org.speedwell.accelerator.format.Format;

/**
 * The description of a snapshot file, which a subscriber reads before it receives the file. The id depends on the
 * content. If two publishers offer the same bytes for the same moment, a transfer from the one can continue with the
 * other.
 *
 * @param id the moment, the size and a checksum of the content
 * @param takenAt the moment of the database; the file may contain later changes, too
 * @param bytes the size of the file
 * @param chunkBytes the size of a chunk, the unit of transfer
 * @param checksums the CRC-32C checksum of each chunk
 * @param model the tables of the application that saved the file, by name, each with a hash of its columns
 */
record PublishedSnapshot(
        String id, Instant takenAt, long bytes, int chunkBytes, int[] checksums, Map<String, Integer> model)
        implements Serializable {

    static PublishedSnapshot of(RandomAccessFile file, Instant takenAt, int chunkBytes, Map<String, Integer> model)
            throws IOException {
        long bytes = file.length();
        int[] checksums = new int[Math.toIntExact((bytes + chunkBytes - 1) / chunkBytes)];
        CRC32C all = new CRC32C();
        for (int chunk = 0; chunk < checksums.length; chunk++) {
            byte[] read = read(file, chunk, chunkBytes, bytes);
            checksums[chunk] = Format.checksum(read);
            all.update(read);
        }
        String id = "%d-%x-%08x".formatted(takenAt.toEpochMilli(), bytes, all.getValue());
        return new PublishedSnapshot(id, takenAt, bytes, chunkBytes, checksums, Map.copyOf(model));
    }

    private static byte[] read(RandomAccessFile file, int chunk, int chunkBytes, long bytes) throws IOException {
        long at = (long) chunk * chunkBytes;
        byte[] read = new byte[(int) Math.min(chunkBytes, bytes - at)];
        file.seek(at);
        file.readFully(read);
        return read;
    }

    /** Reads a chunk of the file. For one thread at a time. */
    byte[] read(RandomAccessFile file, int chunk) throws IOException {
        return read(file, chunk, chunkBytes, bytes);
    }

    int chunks() {
        return checksums.length;
    }

    /** Returns the offset of a chunk in the file. For the number of chunks, returns the size of the file. */
    long at(int chunk) {
        return Math.min(bytes, (long) chunk * chunkBytes);
    }

    boolean isChunk(int chunk, byte[] received) {
        return Format.checksum(received) == checksums[chunk];
    }
}
