package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventHeaderDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.NullEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A deserializer that reads each event as a whole. It returns an event only if its checksum is correct and it begins
 * where the previous one ended. For one connection and one thread.
 */
final class CheckedEvents extends EventDeserializer {
    static final int HEADER = 19;
    private static final int CHECKSUM = 4;
    private static final int TYPE_AT = 4;
    private static final int LENGTH_AT = 9;
    private static final int NEXT_AT = 13;
    private static final int FLAGS_AT = 17;
    private static final int FORMAT = 15;
    private static final int TABLE_MAP = 19;

    /** The offset of the creation time in a format description, after the versions of the binlog and of the server. */
    private static final int CREATED_AT = HEADER + 2 + 50;

    /** The flag that the server sets in the file but does not include in the checksum. */
    private static final int IN_USE = 1;

    /** The greatest length for which the reader allocates the array at once. A damaged length may have any value. */
    private static final int LARGE = 1 << 20;

    private static final byte CRC = 1;

    private final EventHeaderDeserializer<EventHeaderV4> headers;
    private final LogContinuity continuity;
    private boolean isChecksummed;

    /** Thrown if the bytes differ from those that the server wrote, or some are missing. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }

        DamagedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    CheckedEvents(EventHeaderDeserializer<EventHeaderV4> headers, LogContinuity continuity) {
        super(headers, new NullEventDataDeserializer());
        this.headers = headers;
        this.continuity = continuity;
    }

    /** Sets the checksum type of events that come before the first format description. */
    @Override
    public void setChecksumType(ChecksumType type) {
        super.setChecksumType(type);
        isChecksummed = type == ChecksumType.CRC32;
    }

    /**
     * Returns the next event, or null at the end of the stream.
     *
     * @throws SocketException if the connection is lost
     * @throws DamagedException if the event differs from that of the server
     */
    @Override
    public @Nullable Event nextEvent(ByteArrayInputStream in) throws IOException {
        byte[] bytes;
        try {
            if (in.peek() == -1) {
                return null;
            }
            bytes = whole(in);
        } catch (DamagedException e) {
            throw e;
        } catch (IOException e) { // the library treats most exceptions as an unreadable event
            SocketException lost = new SocketException(String.valueOf(e.getMessage()));
            lost.initCause(e);
            throw lost;
        }
        requireChecksum(bytes);
        int end = bytes.length - (isChecksummed ? CHECKSUM : 0);
        continuity.take(bytes, end);
        try {
            if (type(bytes) == TABLE_MAP) { // the library would also decode all metadata, for its own reader of rows
                EventHeaderV4 header = headers.deserialize(new ByteArrayInputStream(bytes));
                return new Event(header, new TableMap(Arrays.copyOfRange(bytes, HEADER, end)));
            }
            Event event = super.nextEvent(new ByteArrayInputStream(bytes));
            if (type(bytes) == FORMAT && event.getHeader() instanceof BinlogStream.NumberedHeader header) {
                header.isServerStart = EventBytes.littleEndian(bytes, CREATED_AT, 4) != 0;
            }
            return event;
        } catch (IOException | RuntimeException e) {
            throw new DamagedException("the library cannot read an event: " + e, e);
        }
    }

    private byte[] whole(ByteArrayInputStream in) throws IOException {
        byte[] header = in.read(HEADER);
        long length = length(header);
        continuity.require(header);
        if (length <= LARGE) {
            byte[] event = Arrays.copyOf(header, (int) length);
            in.fill(event, HEADER, event.length - HEADER);
            return event;
        }
        byte[] body = in.readNBytes((int) length - HEADER);
        if (body.length < length - HEADER) {
            throw new EOFException("the stream ends inside an event");
        }
        byte[] event = Arrays.copyOf(header, (int) length);
        System.arraycopy(body, 0, event, HEADER, body.length);
        return event;
    }

    private void requireChecksum(byte[] event) throws DamagedException {
        boolean isFormat = type(event) == FORMAT;
        if (isFormat) {
            if (event.length < HEADER + CHECKSUM + 1) {
                throw new DamagedException("the format description event is cut short");
            }
            byte told = event[event.length - CHECKSUM - 1];
            boolean isChecksumValid = isChecksumValid(event);
            if (!isChecksumValid && (told == CRC || isChecksummed)) {
                throw new DamagedException("the checksum of the format description event is wrong");
            }
            isChecksummed = told == CRC;
        } else if (isChecksummed && (event.length < HEADER + CHECKSUM || !isChecksumValid(event))) {
            throw new DamagedException("the checksum of an event is wrong");
        }
    }

    private static boolean isChecksumValid(byte[] event) {
        CRC32 sum = new CRC32();
        int end = event.length - CHECKSUM;
        if (type(event) == FORMAT) {
            sum.update(event, 0, FLAGS_AT);
            sum.update(event[FLAGS_AT] & ~IN_USE);
            sum.update(event, FLAGS_AT + 1, end - FLAGS_AT - 1);
        } else {
            sum.update(event, 0, end);
        }
        return sum.getValue() == EventBytes.littleEndian(event, end, CHECKSUM);
    }

    static int type(byte[] header) {
        return header[TYPE_AT] & 0xFF;
    }

    static long length(byte[] header) {
        return EventBytes.littleEndian(header, LENGTH_AT, 4);
    }

    static long next(byte[] header) {
        return EventBytes.littleEndian(header, NEXT_AT, 4);
    }

    static int flags(byte[] header) {
        return (int) EventBytes.littleEndian(header, FLAGS_AT, 2);
    }
}
