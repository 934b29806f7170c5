package org.speedwell.accelerator.types;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Optional;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.database.LoadException;

/**
 * The date and time types of {@link ColumnType}. {@link DriverConversions} provides the offset of the time zone that
 * the driver applies.
 */
final class TimeTypes {

    private TimeTypes() {}

    /** Returns the decoder of YEAR. The binlog stores the years since 1900 in one byte, and 0 for the year 0. */
    static ImageDecoder year(ImageColumn in) {
        return NumberRange.of(in.databaseClass())
                .map(range ->
                        range.decoder((event, start) -> year(event[start] & 0xFF), false, in.acceptsKeys(), false))
                .orElseGet(() -> new SmallDomainDecoder(
                        (event, start) -> event[start] & 0xFF,
                        n -> in.driver().value("YEAR", PackedTime.format("%04d", year(n)), in.databaseClass())));
    }

    private static int year(int packed) {
        return packed == 0 ? 0 : 1900 + packed;
    }

    static ImageDecoder date(ImageColumn in) {
        ImageDecoder byDriver =
                in.byDriver("DATE", (event, start) -> PackedTime.dateText(PackedTime.date(event, start)));
        if (in.databaseClass() != Date.class) {
            return byDriver;
        }
        boolean acceptsKeys = in.acceptsKeys() && in.isOf(TemporalCodec.DATE);
        return (event, start, target) -> {
            int date = PackedTime.date(event, start);
            long millis = in.driver().date(date >> 9, date >> 5 & 0xF, date & 0x1F);
            if (millis == DriverConversions.NONE) {
                return byDriver.append(event, start, target);
            }
            return acceptsKeys ? ImageDecoder.appendKey(target, millis) : target.append(new Date(millis));
        };
    }

    static Optional<TextDecoder> dateText(TextColumn in) {
        return in.acceptsKeys() && in.databaseClass() == Date.class
                ? Optional.of(new DayDecoder(in, true))
                : Optional.empty();
    }

    static ImageDecoder time(ImageColumn in) throws LoadException {
        int digits = in.column().scale();
        ImageDecoder byDriver = in.byDriver(
                "TIME(" + digits + ")",
                (event, start) -> PackedTime.timeText(PackedTime.time(event, start, digits), digits));
        long offset = in.databaseClass() == Time.class ? in.driver().timeOffset() : DriverConversions.NONE;
        if (offset == DriverConversions.NONE) {
            return byDriver;
        }
        boolean acceptsKeys = in.acceptsKeys();
        return (event, start, target) -> {
            long time = PackedTime.time(event, start, digits);
            if (time < 0 || time >= PackedTime.MICROS_OF_DAY) {
                return byDriver.append(event, start, target);
            }
            long millis = time / 1_000 + offset;
            return acceptsKeys ? ImageDecoder.appendKey(target, millis) : target.append(new Time(millis));
        };
    }

    /** Returns the decoder of DATETIME. The binlog stores the fields of a local time. */
    static ImageDecoder dateTime(ImageColumn in) {
        int digits = in.column().scale();
        ImageDecoder byDriver = in.byDriver("DATETIME(" + digits + ")", (event, start) -> {
            long micros = PackedTime.fraction(event, start + 5, digits);
            return PackedTime.dateTimeText(PackedTime.dateTime(event, start), micros, digits);
        });
        if (in.databaseClass() != Timestamp.class) {
            return byDriver;
        }
        boolean acceptsKeys = in.acceptsKeys();
        return (event, start, target) -> {
            long dateTime = PackedTime.dateTime(event, start);
            int day = Days.of(PackedTime.year(dateTime), PackedTime.month(dateTime), PackedTime.day(dateTime));
            long ofDay = PackedTime.ofDay(dateTime) + PackedTime.fraction(event, start + 5, digits);
            long offset = day == Days.UNKNOWN || ofDay >= PackedTime.MICROS_OF_DAY
                    ? DriverConversions.NONE
                    : in.driver().dateTimeOffset(day, ofDay);
            return offset == DriverConversions.NONE
                    ? byDriver.append(event, start, target)
                    : append(target, acceptsKeys, Days.micros(day) + ofDay + offset);
        };
    }

    /** Returns the decoder of TIMESTAMP. The binlog stores the seconds since the epoch. */
    static ImageDecoder timestamp(ImageColumn in) {
        int digits = in.column().scale();
        boolean acceptsKeys = in.acceptsKeys();
        boolean isTimestamp = in.databaseClass() == Timestamp.class;
        return (event, start, target) -> {
            long second = EventBytes.bigEndian(event, start, 4);
            long micros = PackedTime.fraction(event, start + 4, digits);
            long day = second / 86_400 - Days.FIRST;
            boolean isKnown = isTimestamp && day >= 0 && day < Days.COUNT;
            long ofDay = second % 86_400 * PackedTime.MICROS_OF_SECOND + micros;
            long offset = isKnown ? in.driver().stampOffset((int) day, ofDay) : DriverConversions.NONE;
            return offset == DriverConversions.NONE
                    ? target.append(in.driver().stamp(second, micros, digits, in.databaseClass()))
                    : append(target, acceptsKeys, Days.micros((int) day) + ofDay + offset);
        };
    }

    private static boolean append(ColumnBuilder target, boolean acceptsKeys, long micros) {
        if (acceptsKeys) {
            return ImageDecoder.appendKey(target, micros);
        }
        Timestamp value = new Timestamp(Math.floorDiv(micros, 1_000_000L) * 1_000);
        value.setNanos((int) Math.floorMod(micros, 1_000_000L) * 1_000);
        return target.append(value);
    }

    static Optional<TextDecoder> timestampText(TextColumn in) {
        return in.acceptsKeys() && in.databaseClass() == Timestamp.class
                ? Optional.of(new DayDecoder(in, false))
                : Optional.empty();
    }

    /**
     * Returns the decoder of the fields of dates and times in the binary protocol. Returns empty if the driver's getter
     * reads the values.
     */
    static Optional<LocalTimes> localTimes(MySqlType type, TextColumn in) {
        boolean isDate = type == MySqlType.DATE && in.databaseClass() == Date.class;
        boolean isMoment =
                (type == MySqlType.DATETIME || type == MySqlType.TIMESTAMP) && in.databaseClass() == Timestamp.class;
        return in.acceptsKeys() && (isDate || isMoment)
                ? Optional.of(
                        new LocalTimes(in.keys(), in.reader(), in.session().days(), isDate))
                : Optional.empty();
    }
}
