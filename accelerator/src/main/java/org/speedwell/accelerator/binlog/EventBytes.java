package org.speedwell.accelerator.binlog;

/** Numbers among the bytes of an event. */
public final class EventBytes {
    private EventBytes() {}

    /** A number of so many bytes, at most 8, the lowest first. */
    public static long littleEndian(byte[] event, int from, int bytes) {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = number << 8 | event[from + i] & 0xFF;
        }
        return number;
    }

    /** A number of so many bytes, at most 8, the highest first. */
    public static long bigEndian(byte[] event, int from, int bytes) {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number = number << 8 | event[from + i] & 0xFF;
        }
        return number;
    }
}
