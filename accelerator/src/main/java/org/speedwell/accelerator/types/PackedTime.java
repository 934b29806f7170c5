package org.speedwell.accelerator.types;

import java.io.ByteArrayOutputStream;
import java.time.LocalDate;
import java.util.Locale;
import org.speedwell.accelerator.binlog.EventBytes;

/**
 * Dates and times in the form of the binlog: fields packed into a number, followed by the fraction of a second. Their
 * texts have the form of the server.
 */
final class PackedTime {
    static final long MICROS_OF_SECOND = 1_000_000;
    static final long MICROS_OF_DAY = 86_400 * MICROS_OF_SECOND;

    private PackedTime() {}

    /** Returns a packed date: day of the month, month and year in 5, 4 and 15 bits. */
    static int date(byte[] event, int start) {
        return (int) EventBytes.littleEndian(event, start, 3);
    }

    static String dateText(int date) {
        return format("%04d-%02d-%02d", date >> 9, date >> 5 & 0xF, date & 0x1F);
    }

    /**
     * Returns a packed DATETIME without its fraction. It contains 13 times the year plus the month, then day, hour,
     * minute and second, in 17, 5, 5, 6 and 6 bits.
     */
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

    /** Returns the microseconds since midnight, without the fraction. */
    static long ofDay(long dateTime) {
        long hour = dateTime >> 12 & 0x1F;
        long minute = dateTime >> 6 & 0x3F;
        return ((hour * 60 + minute) * 60 + (dateTime & 0x3F)) * MICROS_OF_SECOND;
    }

    static String dateTimeText(long dateTime, long micros, int digits) {
        return format(
                        "%04d-%02d-%02d %02d:%02d:%02d",
                        year(dateTime),
                        month(dateTime),
                        day(dateTime),
                        dateTime >> 12 & 0x1F,
                        dateTime >> 6 & 0x3F,
                        dateTime & 0x3F)
                + fractionText(micros, digits);
    }

    /**
     * Returns the microseconds of a fraction.
     *
     * @param digits the number of decimals of the type
     */
    static long fraction(byte[] event, int start, int digits) {
        int bytes = (digits + 1) / 2;
        return bytes == 0 ? 0 : EventBytes.bigEndian(event, start, bytes) * unit(bytes);
    }

    /**
     * Returns the microseconds that one unit of a fraction represents.
     *
     * @param bytes the number of bytes of the fraction
     */
    private static long unit(int bytes) {
        return switch (bytes) {
            case 1 -> 10_000;
            case 2 -> 100;
            default -> 1;
        };
    }

    /**
     * Returns the microseconds of a TIME. All bytes form one number, with an offset that makes negative times positive
     * numbers.
     */
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
        long size = Math.abs(time);
        long second = size / MICROS_OF_SECOND;
        return (time < 0 ? "-" : "")
                + format("%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60)
                + fractionText(size % MICROS_OF_SECOND, digits);
    }

    private static String fractionText(long micros, int digits) {
        return digits == 0 ? "" : format(".%06d", micros).substring(0, digits + 1);
    }

    /** Returns a date in the form that {@link #date} reads. */
    static int packed(LocalDate date) {
        return date.getYear() << 9 | date.getMonthValue() << 5 | date.getDayOfMonth();
    }

    /** Writes a TIME, the inverse of {@link #time}. */
    static void appendTime(long micros, int digits, ByteArrayOutputStream out) {
        int bytes = (digits + 1) / 2;
        long size = Math.abs(micros);
        long second = size / MICROS_OF_SECOND;
        long clock = second / 3600 << 12 | second / 60 % 60 << 6 | second % 60;
        long packed = clock << 8 * bytes | units(size % MICROS_OF_SECOND, bytes);
        bigEndian((0x80_0000L << 8 * bytes) + (micros < 0 ? -packed : packed), 3 + bytes, out);
    }

    /** Writes a DATETIME: the fields that {@link #dateTime} reads, and the fraction. */
    static void appendDateTime(long micros, int digits, ByteArrayOutputStream out) {
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, MICROS_OF_DAY));
        long ofDay = Math.floorMod(micros, MICROS_OF_DAY);
        long second = ofDay / MICROS_OF_SECOND;
        long month = date.getYear() * 13L + date.getMonthValue();
        long packed = month << 22
                | (long) date.getDayOfMonth() << 17
                | second / 3600 << 12
                | second / 60 % 60 << 6
                | second % 60;
        bigEndian(0x80_0000_0000L + packed, 5, out);
        appendFraction(ofDay % MICROS_OF_SECOND, digits, out);
    }

    /** Writes a TIMESTAMP: the seconds since the epoch, and the fraction. */
    static void appendTimestamp(long micros, int digits, ByteArrayOutputStream out) {
        long second = Math.floorDiv(micros, MICROS_OF_SECOND);
        if (second < 0 || second > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException(second + " s since 1970 is out of range");
        }
        bigEndian(second, 4, out);
        appendFraction(Math.floorMod(micros, MICROS_OF_SECOND), digits, out);
    }

    private static void appendFraction(long micros, int digits, ByteArrayOutputStream out) {
        int bytes = (digits + 1) / 2;
        bigEndian(units(micros, bytes), bytes, out);
    }

    /** Returns a fraction in the units of this number of bytes. */
    private static long units(long micros, int bytes) {
        long unit = bytes == 0 ? MICROS_OF_SECOND : unit(bytes);
        if (micros % unit != 0) {
            throw new IllegalArgumentException("its fraction of a second has too many digits");
        }
        return micros / unit;
    }

    private static void bigEndian(long value, int bytes, ByteArrayOutputStream out) {
        for (int i = bytes - 1; i >= 0; i--) {
            out.write((int) (value >> 8 * i));
        }
    }

    /** Formats numbers with the digits of SQL, independently of the default locale. */
    static String format(String form, Object... numbers) {
        return String.format(Locale.ROOT, form, numbers);
    }
}
