package org.speedwell.accelerator.types;

import java.sql.Time;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** TIME. */
record TimeType() implements ColumnType {

    @Override
    public int width() {
        return Integer.BYTES;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        int digits = in.column().scale();
        ImageDecoder byDriver = in.byDriver(
                "TIME(" + digits + ")",
                (event, start) -> PackedTime.timeText(PackedTime.time(event, start, digits), digits));
        long offset = in.databaseClass() == Time.class ? in.driver().timeOffset() : DriverConversions.NONE;
        if (offset == DriverConversions.NONE) {
            return byDriver;
        }
        boolean takesKeys = in.takesKeys();
        return (event, start, target) -> {
            long time = PackedTime.time(event, start, digits);
            if (time < 0 || time >= PackedTime.MICROS_OF_DAY) {
                return byDriver.append(event, start, target);
            }
            long millis = time / 1_000 + offset;
            return takesKeys ? ImageDecoder.appendKey(target, millis) : target.append(new Time(millis));
        };
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return Declaration.fractionDifference(loaded.columnType(), now, ImageType.TIME2);
    }
}
