package org.speedwell.accelerator.binlog;

/** Methods that read integers from the bytes of an event. */
public final class EventBytes {
    private EventBytes() {}

    /**
     * Returns the unsigned little-endian integer at {@code from}. A value above {@link Long#MAX_VALUE} becomes
     * negative.
     *
     * @param bytes the length of the integer, at most 8
     */
    public static long littleEndian(byte[] event, int from, int bytes) {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = number << 8 | event[from + i] & 0xFF;
        }
        return number;
    }

    /**
     * Returns the unsigned big-endian integer at {@code from}. A value above {@link Long#MAX_VALUE} becomes negative.
     *
     * @param bytes the length of the integer, at most 8
     */
    public static long bigEndian(byte[] event, int from, int bytes) {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number = number << 8 | event[from + i] & 0xFF;
        }
        return number;
    }
}
