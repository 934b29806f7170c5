package org.speedwell.accelerator.types;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/**
 * Dates and times. What the driver makes of one value of a day tells the time zone's offset, which holds for all of that day if
 * no zone in question changes its offset about then; other values are asked for one by one.
 */
final class TemporalDecoders {
    private static final long DAY_MICROS = Temporals.MICROS_OF_DAY;

    private final int digits;
    private final Class<?> databaseClass;
    private final boolean isDirect;
    private final ServerValues server;

    /** @param sample a builder as those are to which values will be appended */
    TemporalDecoders(Column column, Class<?> databaseClass, ColumnBuilder sample, ServerValues server) {
        this.digits = column.scale();
        this.databaseClass = databaseClass;
        this.isDirect = sample instanceof KeyColumnBuilder keys && keys.isDirect();
        this.server = server;
    }

    ImageDecoder date() {
        ImageDecoder asked = new Asked(
                "DATE", (event, start) -> Temporals.dateText(Temporals.date(event, start)), databaseClass, server);
        if (databaseClass != Date.class) {
            return asked;
        }
        return (event, start, target) -> {
            int date = Temporals.date(event, start);
            long millis = server.date(date >> 9, date >> 5 & 0xF, date & 0x1F);
            if (millis == ServerValues.NONE) {
                return asked.append(event, start, target);
            }
            return isDirect ? ImageDecoder.appendKey(target, millis) : target.append(new Date(millis));
        };
    }

    ImageDecoder time() throws LoadException {
        ImageDecoder asked = new Asked(
                "TIME(" + digits + ")",
                (event, start) -> Temporals.timeText(Temporals.time(event, start, digits), digits),
                databaseClass,
                server);
        long offset = databaseClass == Time.class ? server.timeOffset() : ServerValues.NONE;
        if (offset == ServerValues.NONE) {
            return asked;
        }
        return (event, start, target) -> {
            long time = Temporals.time(event, start, digits);
            if (time < 0 || time >= DAY_MICROS) {
                return asked.append(event, start, target);
            }
            long millis = time / 1_000 + offset;
            return isDirect ? ImageDecoder.appendKey(target, millis) : target.append(new Time(millis));
        };
    }

    ImageDecoder dateTime() {
        ImageDecoder asked = new Asked("DATETIME(" + digits + ")", this::dateTimeText, databaseClass, server);
        if (databaseClass != Timestamp.class) {
            return asked;
        }
        return (event, start, target) -> {
            long dateTime = Temporals.dateTime(event, start);
            int day = Days.of(Temporals.year(dateTime), Temporals.month(dateTime), Temporals.day(dateTime));
            long offset = day == Days.UNKNOWN ? ServerValues.NONE : server.dateTimeOffset(day);
            if (offset == ServerValues.NONE) {
                return asked.append(event, start, target);
            }
            long local = (Days.FIRST + day) * DAY_MICROS + Temporals.ofDay(dateTime);
            return append(target, local + Temporals.fraction(event, start + 5, digits) + offset);
        };
    }

    private String dateTimeText(byte[] event, int start) {
        long micros = Temporals.fraction(event, start + 5, digits);
        return Temporals.dateTimeText(Temporals.dateTime(event, start), micros, digits);
    }

    ImageDecoder stamp() {
        return (event, start, target) -> {
            long second = EventBytes.bigEndian(event, start, 4);
            long micros = Temporals.fraction(event, start + 4, digits);
            long day = second / 86_400 - Days.FIRST;
            boolean isDay = databaseClass == Timestamp.class && day >= 0 && day < Days.COUNT;
            long offset = isDay ? server.stampOffset((int) day) : ServerValues.NONE;
            if (offset == ServerValues.NONE) {
                return target.append(server.stamp(second, micros, digits, databaseClass));
            }
            return append(target, second * Temporals.MICROS_OF_SECOND + micros + offset);
        };
    }

    private boolean append(ColumnBuilder target, long micros) {
        if (isDirect) {
            return ImageDecoder.appendKey(target, micros);
        }
        Timestamp value = new Timestamp(Math.floorDiv(micros, 1_000_000L) * 1_000);
        value.setNanos((int) Math.floorMod(micros, 1_000_000L) * 1_000);
        return target.append(value);
    }
}
