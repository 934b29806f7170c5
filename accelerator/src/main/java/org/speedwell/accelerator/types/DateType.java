package org.speedwell.accelerator.types;

import java.sql.Date;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/** DATE. */
record DateType() implements ColumnType {

    @Override
    public int width() {
        return Integer.BYTES;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) {
        ImageDecoder byDriver =
                in.byDriver("DATE", (event, start) -> PackedTime.dateText(PackedTime.date(event, start)));
        if (in.databaseClass() != Date.class) {
            return byDriver;
        }
        boolean takesKeys = in.takesKeys();
        return (event, start, target) -> {
            int date = PackedTime.date(event, start);
            long millis = in.driver().date(date >> 9, date >> 5 & 0xF, date & 0x1F);
            if (millis == DriverConversions.NONE) {
                return byDriver.append(event, start, target);
            }
            return takesKeys ? ImageDecoder.appendKey(target, millis) : target.append(new Date(millis));
        };
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        return in.takesKeys() && in.databaseClass() == Date.class
                ? Optional.of(new DateDecoder(in.keys(), in.reader()))
                : Optional.empty();
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return Declaration.difference(now, ImageType.DATE);
    }
}
