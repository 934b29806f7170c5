package org.speedwell.hazelcast;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.time.Instant;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * What is known of a snapshot's file before it is received. Two that were made of the same bytes are equal in their id, so that what
 * was received of the one goes on with the other.
 *
 * @param id of these bytes
 * @param takenAt the moment of the database that is in it at least
 * @param bytes of the file
 * @param chunkBytes what is sent at a time
 * @param checksums of the chunks, CRC-32C
 * @param model the tables of the application that has saved it, by their names, each with a hash of its columns
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
            checksums[chunk] = checksum(read);
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

    /** The bytes of a chunk of the file. For one thread at a time. */
    byte[] read(RandomAccessFile file, int chunk) throws IOException {
        return read(file, chunk, chunkBytes, bytes);
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    int chunks() {
        return checksums.length;
    }

    /** Where a chunk begins, or, behind the last one, where the file ends. */
    long at(int chunk) {
        return Math.min(bytes, (long) chunk * chunkBytes);
    }

    boolean isChunk(int chunk, byte[] received) {
        return checksum(received) == checksums[chunk];
    }
}
