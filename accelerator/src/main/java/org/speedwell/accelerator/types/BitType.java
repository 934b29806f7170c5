package org.speedwell.accelerator.types;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.types.ImageDecoder.LongAt;

/** BIT. Its bits are read as a number, of which the highest of 64 is the sign, or as the bytes that they are. */
record BitType() implements ColumnType {

    @Override
    public int width() {
        return 1;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        int bytes = in.column().bytes();
        Class<?> databaseClass = in.databaseClass();
        LongAt number = (event, start) -> EventBytes.bigEndian(event, start, bytes);
        if (databaseClass == Boolean.class) {
            return (event, start, target) -> {
                long n = number.read(event, start);
                return target.append(n == -1 || n > 0);
            };
        }
        if (databaseClass == Object.class && in.column().length() == 1) { // drivers make a Boolean of it
            return (event, start, target) -> target.append(event[start] != 0);
        }
        if (databaseClass == byte[].class || databaseClass == Object.class) {
            return (event, start, target) -> target.append(Arrays.copyOfRange(event, start, start + bytes));
        }
        // drivers take as many bits as the class has, sign included
        NumberRange range = NumberRange.of(databaseClass).orElseThrow();
        int bits = Long.SIZE - Long.numberOfLeadingZeros(range.max()) + 1;
        boolean losesBits = in.driver().losesBits();
        LongAt narrowed = (event, start) -> {
            long n = number.read(event, start);
            if (!losesBits && bits < Long.SIZE && n >> bits != 0) {
                throw range.outOfRange(Long.toString(n));
            }
            return n << Long.SIZE - bits >> Long.SIZE - bits;
        };
        return range.decoder(narrowed, false, in.takesKeys(), false);
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        String type = Declaration.difference(now, ImageType.BIT);
        return type == null && now.length() != Declaration.size(loaded.columnType(), 1)
                ? "it has " + now.length() + " bits"
                : type;
    }
}
