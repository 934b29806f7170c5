package org.speedwell.accelerator.binlog;

import java.util.Arrays;

/** A cursor over the bytes of an event. It reads integers and byte ranges in sequence. For one thread. */
final class EventReader {
    private final byte[] event;
    private final int end;
    private int at;

    EventReader(byte[] event) {
        this(event, 0, event.length);
    }

    private EventReader(byte[] event, int from, int end) {
        this.event = event;
        this.at = from;
        this.end = end;
    }

    boolean hasMore() {
        return at < end;
    }

    void skip(int bytes) {
        if (bytes < 0 || bytes > end - at) {
            throw new RowFormatException("a TABLE_MAP event is cut short");
        }
        at += bytes;
    }

    /**
     * Reads a little-endian integer.
     *
     * @param bytes its length, at most 8
     */
    long number(int bytes) {
        int from = at;
        skip(bytes);
        return EventBytes.littleEndian(event, from, bytes);
    }

    /** Reads a length-encoded integer: the first byte is the value, or says how many bytes follow. */
    int packed() {
        int first = (int) number(1);
        long number = switch (first) {
            case 252 -> number(2);
            case 253 -> number(3);
            case 254 -> number(8);
            default -> first;
        };
        if (number < 0 || number > Integer.MAX_VALUE || first == 251 || first == 255) {
            throw new RowFormatException("a TABLE_MAP event contains an invalid length, " + number);
        }
        return (int) number;
    }

    byte[] bytes(int count) {
        int from = at;
        skip(count);
        return Arrays.copyOfRange(event, from, at);
    }

    /** Returns a reader of the next {@code count} bytes, and skips them here. */
    EventReader part(int count) {
        int from = at;
        skip(count);
        return new EventReader(event, from, at);
    }
}
