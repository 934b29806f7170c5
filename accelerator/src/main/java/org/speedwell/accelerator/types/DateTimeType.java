package org.speedwell.accelerator.types;

import java.sql.Timestamp;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/**
 * DATETIME, which the binlog has as the fields of a local time, and TIMESTAMP, which it has as seconds of the epoch. The driver's
 * answer for one value of a day gives the offset of the time zone, which holds for the whole day unless a zone changes its offset
 * about then.
 */
record DateTimeType(ImageType image) implements ColumnType {

    @Override
    public int width() {
        return Integer.BYTES;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) {
        return image == ImageType.DATETIME2 ? local(in) : instant(in);
    }

    private static ImageDecoder local(ImageColumn in) {
        int digits = in.column().scale();
        ImageDecoder byDriver = in.byDriver("DATETIME(" + digits + ")", (event, start) -> {
            long micros = PackedTime.fraction(event, start + 5, digits);
            return PackedTime.dateTimeText(PackedTime.dateTime(event, start), micros, digits);
        });
        if (in.databaseClass() != Timestamp.class) {
            return byDriver;
        }
        boolean takesKeys = in.takesKeys();
        return (event, start, target) -> {
            long dateTime = PackedTime.dateTime(event, start);
            int day = Days.of(PackedTime.year(dateTime), PackedTime.month(dateTime), PackedTime.day(dateTime));
            long offset =
                    day == Days.UNKNOWN ? DriverConversions.NONE : in.driver().dateTimeOffset(day);
            if (offset == DriverConversions.NONE) {
                return byDriver.append(event, start, target);
            }
            long local = (Days.FIRST + day) * PackedTime.MICROS_OF_DAY + PackedTime.ofDay(dateTime);
            return append(target, takesKeys, local + PackedTime.fraction(event, start + 5, digits) + offset);
        };
    }

    private static ImageDecoder instant(ImageColumn in) {
        int digits = in.column().scale();
        boolean takesKeys = in.takesKeys();
        boolean isTimestamp = in.databaseClass() == Timestamp.class;
        return (event, start, target) -> {
            long second = EventBytes.bigEndian(event, start, 4);
            long micros = PackedTime.fraction(event, start + 4, digits);
            long day = second / 86_400 - Days.FIRST;
            boolean isKnown = isTimestamp && day >= 0 && day < Days.COUNT;
            long offset = isKnown ? in.driver().stampOffset((int) day) : DriverConversions.NONE;
            if (offset == DriverConversions.NONE) {
                return target.append(in.driver().stamp(second, micros, digits, in.databaseClass()));
            }
            return append(target, takesKeys, second * PackedTime.MICROS_OF_SECOND + micros + offset);
        };
    }

    private static boolean append(ColumnBuilder target, boolean takesKeys, long micros) {
        if (takesKeys) {
            return ImageDecoder.appendKey(target, micros);
        }
        Timestamp value = new Timestamp(Math.floorDiv(micros, 1_000_000L) * 1_000);
        value.setNanos((int) Math.floorMod(micros, 1_000_000L) * 1_000);
        return target.append(value);
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        return in.takesKeys() && in.databaseClass() == Timestamp.class
                ? Optional.of(new TimestampDecoder(
                        in.keys(), in.reader(), in.session().days()))
                : Optional.empty();
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return Declaration.fractionDifference(loaded.columnType(), now, image);
    }
}
