package org.speedwell.accelerator.format;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A binary format of files or messages: a header and a body. The numbers of the header are little-endian:
 *
 * <pre>
 * 7 bytes  mark, in ASCII               1 byte   version, an ASCII character
 * 4 bytes  CRC-32C of the body          8 bytes  length of the body
 * </pre>
 *
 * A change of the layout of the body needs another version. The message of each exception begins with "it", so that
 * callers name the file or the sender before it, and the remedy after it.
 *
 * @param name the name for messages, with an article
 * @param mark seven ASCII characters
 * @param version the version that this code writes, and the only one that it reads
 */
public record Format(String name, String mark, char version) {
    /** The number of bytes of a header. */
    public static final int HEADER = 20;

    private static final int MARK = 7;

    /** The number of bytes to allocate before any byte of a body is read. A damaged length may have any value. */
    private static final int FIRST = 1 << 20;

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    /** The checksum and the length of a body. */
    public record Header(int checksum, long length) {}

    /** Checks the length of the mark. */
    public Format {
        if (mark.length() != MARK) {
            throw new IllegalArgumentException("The mark " + mark + " does not have " + MARK + " characters.");
        }
    }

    /** Returns the CRC-32C of some bytes. */
    public static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    /** Returns a header. */
    public byte[] header(int checksum, long length) {
        return ByteBuffer.allocate(HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((mark + version).getBytes(StandardCharsets.US_ASCII))
                .putInt(checksum)
                .putLong(length)
                .array();
    }

    /** Returns the header of a body. */
    public byte[] header(byte[] body) {
        return header(checksum(body), body.length);
    }

    /**
     * Reads a header.
     *
     * @throws UnknownVersionException if it has another version
     * @throws IOException if it is not a header of this format
     */
    public Header parse(byte[] header) throws IOException {
        String begin = new String(header, 0, MARK, StandardCharsets.US_ASCII);
        if (!begin.equals(mark)) {
            throw new IOException("it does not start with the header of " + name);
        }
        if (header[MARK] != version) {
            int found = Byte.toUnsignedInt(header[MARK]);
            throw new UnknownVersionException("it has version "
                    + (found > ' ' && found < 0x7F ? "" + (char) found : "0x%02x".formatted(found))
                    + " of the format of "
                    + name + ", but this version of Speedwell reads only version " + version);
        }
        ByteBuffer numbers =
                ByteBuffer.wrap(header, MARK + 1, HEADER - MARK - 1).order(ByteOrder.LITTLE_ENDIAN);
        return new Header(numbers.getInt(), numbers.getLong());
    }

    /** Writes a header and a body. */
    public void write(byte[] body, DataOutput out) throws IOException {
        out.write(header(body));
        out.write(body);
    }

    /**
     * Reads a header and returns its body.
     *
     * @throws UnknownVersionException if it has another version
     * @throws IOException if it has another format, is cut off, or does not have the checksum of the header
     */
    public byte[] read(DataInput in) throws IOException {
        byte[] first = new byte[HEADER];
        readFully(in, first, 0);
        Header header = parse(first);
        if (header.length < 0 || header.length > MAX_ARRAY) {
            throw new IOException("it has the invalid length of " + header.length + " bytes");
        }
        int length = (int) header.length;
        byte[] body = new byte[Math.min(length, FIRST)];
        readFully(in, body, 0);
        while (body.length < length) {
            int known = body.length;
            body = Arrays.copyOf(body, (int) Math.min(length, 2L * known));
            readFully(in, body, known);
        }
        if (checksum(body) != header.checksum) {
            throw new IOException("its checksum is wrong");
        }
        return body;
    }

    private static void readFully(DataInput in, byte[] to, int from) throws IOException {
        try {
            in.readFully(to, from, to.length - from);
        } catch (EOFException e) {
            EOFException told = new EOFException("it is cut off");
            told.initCause(e);
            throw told;
        }
    }

    /** Returns a header and a body in one array. */
    public byte[] wrap(byte[] body) {
        byte[] whole = Arrays.copyOf(header(body), HEADER + body.length);
        System.arraycopy(body, 0, whole, HEADER, body.length);
        return whole;
    }

    /**
     * Returns the body of an array that {@link #wrap} created.
     *
     * @throws IOException as {@link #read}, and if the array has further bytes
     */
    public byte[] unwrap(byte[] whole) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(whole);
        byte[] body = read(new DataInputStream(in));
        requireEnd(in.available());
        return body;
    }

    /**
     * Checks that no bytes follow a body.
     *
     * @param more the number of bytes that follow
     * @throws IOException if bytes follow
     */
    public static void requireEnd(long more) throws IOException {
        if (more > 0) {
            throw new IOException("it has " + more + " bytes after its end");
        }
    }
}
