package org.speedwell.accelerator.types;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** FLOAT and DOUBLE. Where values arrive as text, they have the digits of the text. */
record FloatingType(ImageType image) implements ColumnType {

    /** Reads a number from an event. */
    private interface DoubleAt {
        double read(byte[] event, int start);
    }

    @Override
    public int width() {
        return image == ImageType.FLOAT ? Float.BYTES : Double.BYTES;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        DoubleAt number = number(in);
        if (in.databaseClass() == Double.class) {
            return in.takesKeys()
                    ? (event, start, target) -> {
                        ((KeyColumnBuilder) target).appendDouble(number.read(event, start));
                        return true;
                    }
                    : (event, start, target) -> target.append(number.read(event, start));
        }
        ImageDecoder byDriver = in.byDriver("DOUBLE", (event, start) -> Double.toString(number.read(event, start)));
        boolean takesKeys = in.takesKeys();
        return (event, start, target) -> {
            double value = number.read(event, start);
            if (Math.abs(value) > Float.MAX_VALUE) {
                return byDriver.append(event, start, target);
            }
            if (takesKeys) {
                ((KeyColumnBuilder) target).appendFloat((float) value);
                return true;
            }
            return target.append((float) value);
        };
    }

    private DoubleAt number(ImageColumn in) throws LoadException {
        int scale = Declaration.decimals(in.found().columnType());
        boolean isText = in.driver().isFloatText();
        boolean isFloat = in.column().bytes() == Float.BYTES;
        DoubleAt number = isFloat
                ? (event, start) -> Float.intBitsToFloat((int) EventBytes.littleEndian(event, start, 4))
                : (event, start) -> Double.longBitsToDouble(EventBytes.littleEndian(event, start, 8));
        if (isText && scale >= 0) {
            return (event, start) -> FloatText.decimals(number.read(event, start), scale);
        }
        return isText && isFloat ? (event, start) -> FloatText.sixDigits((float) number.read(event, start)) : number;
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return Declaration.difference(now, image);
    }
}
