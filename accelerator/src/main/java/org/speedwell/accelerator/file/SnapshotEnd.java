package org.speedwell.accelerator.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.speedwell.accelerator.format.Format;

/**
 * The last bytes of a snapshot file, which locate its table of contents. They hold the offset, size and CRC-32C of the
 * contents, the byte order of the machine, the format, and a mark.
 *
 * @param format {@link #FORMAT}, or {@link #DESCRIBED} if the contents start with a description of the tables
 */
record SnapshotEnd(long offset, int size, int checksum, int format) {
    static final int BYTES = 32;

    private static final int FORMAT = 7;

    private static final int DESCRIBED = 8;
    private static final long MARK = 0x5350_4457_534E_4150L;
    private static final int ORDER = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0;

    /** Returns the end of a file whose contents start at an offset. */
    static SnapshotEnd of(long offset, byte[] contents, boolean isDescribed) {
        return new SnapshotEnd(offset, contents.length, Format.checksum(contents), isDescribed ? DESCRIBED : FORMAT);
    }

    /** Returns whether the contents start with the database's description of the tables. */
    boolean isDescribed() {
        return format == DESCRIBED;
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(offset)
                .putInt(size)
                .putInt(checksum)
                .putInt(ORDER)
                .putInt(format)
                .putLong(MARK)
                .array();
    }

    /**
     * Reads the end of a file.
     *
     * @param last the last {@link #BYTES} bytes of the file
     * @param fileSize the size of the file in bytes
     * @throws IOException if the file is not a snapshot, is incomplete, or has another format or byte order
     */
    static SnapshotEnd read(byte[] last, long fileSize) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(last);
        long offset = bytes.getLong();
        int size = bytes.getInt();
        int checksum = bytes.getInt();
        int order = bytes.getInt();
        int format = bytes.getInt();
        if (bytes.getLong() != MARK) {
            throw new IOException("it does not end like a snapshot: it is truncated, or another kind of file");
        }
        if (format != FORMAT && format != DESCRIBED) {
            throw new IOException("it has the format " + format + ", but this version of Speedwell reads formats "
                    + FORMAT + " and " + DESCRIBED);
        }
        if (order != ORDER) {
            throw new IOException("it was saved on a machine with another byte order");
        }
        if (size < 0 || offset != fileSize - BYTES - size) {
            throw new IOException(
                    "its table of contents is at byte " + offset + " of " + fileSize + ", so it is damaged");
        }
        return new SnapshotEnd(offset, size, checksum, format);
    }

    /**
     * Checks the table of contents.
     *
     * @throws IOException if the checksum of the contents differs
     */
    void require(byte[] contents) throws IOException {
        if (Format.checksum(contents) != checksum) {
            throw new IOException("its table of contents is damaged");
        }
    }
}
