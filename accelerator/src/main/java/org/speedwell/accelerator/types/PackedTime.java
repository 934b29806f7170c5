package org.speedwell.accelerator.types;

import org.speedwell.accelerator.binlog.EventBytes;

/**
 * Dates and times as the binlog writes them: fields packed into a number, and behind it the fraction of a second. Text is that
 * of the server.
 */
final class PackedTime {
    static final long MICROS_OF_SECOND = 1_000_000;
    static final long MICROS_OF_DAY = 86_400 * MICROS_OF_SECOND;

    private PackedTime() {}

    /** Day of the month, month and year in 5, 4 and 15 bits. */
    static int date(byte[] event, int start) {
        return (int) EventBytes.littleEndian(event, start, 3);
    }

    static String dateText(int date) {
        return dateText(date >> 9, date >> 5 & 0xF, date & 0x1F);
    }

    private static String dateText(int year, int month, int day) {
        StringBuilder text = new StringBuilder(26);
        appendDate(text, year, month, day);
        return text.toString();
    }

    private static void appendDate(StringBuilder text, int year, int month, int day) {
        append(text, year, 4).append('-');
        append(text, month, 2).append('-');
        append(text, day, 2);
    }

    /** The seconds' part of a DATETIME: 13 times the year plus the month, day, hour, minute, second in 17, 5, 5, 6 and 6 bits. */
    static long dateTime(byte[] event, int start) {
        return EventBytes.bigEndian(event, start, 5) & 0x7F_FFFF_FFFFL;
    }

    static int year(long dateTime) {
        return (int) (dateTime >> 22) / 13;
    }

    static int month(long dateTime) {
        return (int) (dateTime >> 22) % 13;
    }

    static int day(long dateTime) {
        return (int) (dateTime >> 17) & 0x1F;
    }

    /** Microseconds since midnight, fraction excluded. */
    static long ofDay(long dateTime) {
        long hour = dateTime >> 12 & 0x1F;
        long minute = dateTime >> 6 & 0x3F;
        return ((hour * 60 + minute) * 60 + (dateTime & 0x3F)) * MICROS_OF_SECOND;
    }

    static String dateTimeText(long dateTime, long micros, int digits) {
        StringBuilder text = new StringBuilder(26);
        appendDate(text, year(dateTime), month(dateTime), day(dateTime));
        append(text.append(' '), dateTime >> 12 & 0x1F, 2);
        append(text.append(':'), dateTime >> 6 & 0x3F, 2);
        append(text.append(':'), dateTime & 0x3F, 2);
        return withFraction(text, micros, digits);
    }

    /** The microseconds of a fraction of so many digits. */
    static long fraction(byte[] event, int start, int digits) {
        int bytes = (digits + 1) / 2;
        return bytes == 0 ? 0 : EventBytes.bigEndian(event, start, bytes) * unit(bytes);
    }

    /** The microseconds that the last of so many bytes counts. */
    private static long unit(int bytes) {
        return switch (bytes) {
            case 1 -> 10_000;
            case 2 -> 100;
            default -> 1;
        };
    }

    /** The microseconds of a TIME. All bytes together are one number, from which a negative time is subtracted. */
    static long time(byte[] event, int start, int digits) {
        int bytes = (digits + 1) / 2;
        long packed = EventBytes.bigEndian(event, start, 3 + bytes) - (0x80_0000L << 8 * bytes);
        long size = Math.abs(packed);
        long clock = size >> 8 * bytes;
        long micros = bytes == 0 ? 0 : (size & (1L << 8 * bytes) - 1) * unit(bytes);
        micros += (((clock >> 12 & 0x3FF) * 60 + (clock >> 6 & 0x3F)) * 60 + (clock & 0x3F)) * MICROS_OF_SECOND;
        return packed < 0 ? -micros : micros;
    }

    static String timeText(long time, int digits) {
        StringBuilder text = new StringBuilder(17);
        if (time < 0) {
            text.append('-');
        }
        long size = Math.abs(time);
        long second = size / MICROS_OF_SECOND;
        append(text, second / 3600, 2);
        append(text.append(':'), second / 60 % 60, 2);
        append(text.append(':'), second % 60, 2);
        return withFraction(text, size % MICROS_OF_SECOND, digits);
    }

    private static String withFraction(StringBuilder text, long micros, int digits) {
        if (digits > 0) {
            append(text.append('.'), micros, 6);
            text.setLength(text.length() - 6 + digits);
        }
        return text.toString();
    }

    /** At least so many digits. */
    private static StringBuilder append(StringBuilder text, long number, int digits) {
        for (long limit = 10; digits > 1; digits--, limit *= 10) {
            if (number < limit) {
                text.repeat('0', digits - 1);
                break;
            }
        }
        return text.append(number);
    }
}
