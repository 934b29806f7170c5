package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/** DECIMAL. */
record DecimalType() implements ColumnType {

    @Override
    public int width() {
        return Long.BYTES;
    }

    /** Decimals that are read as other numbers are left to the driver, unless they are whole and in the range of the class. */
    @Override
    public ImageDecoder imageDecoder(ImageColumn in) {
        int precision = in.column().length();
        int scale = in.column().scale();
        PackedDecimal decimals = new PackedDecimal(precision, scale);
        boolean fitsLong = precision <= PackedDecimal.MAX_LONG;
        if (in.databaseClass() == BigDecimal.class) {
            return in.takesKeys() && fitsLong
                    ? (event, start, target) -> ImageDecoder.appendKey(target, decimals.unscaled(event, start))
                    : (event, start, target) -> target.append(decimals.value(event, start));
        }
        if (in.databaseClass() == BigInteger.class) {
            return (event, start, target) ->
                    target.append(decimals.value(event, start).toBigInteger());
        }
        ImageDecoder byDriver = in.byDriver(
                "DECIMAL(" + precision + ", " + scale + ")",
                (event, start) -> decimals.value(event, start).toPlainString());
        NumberRange range = NumberRange.of(in.databaseClass()).orElse(null);
        if (range == null || !fitsLong || scale > 0) {
            return byDriver;
        }
        ImageDecoder inRange = range.decoder(decimals::unscaled, false, in.takesKeys(), false);
        return (event, start, target) ->
                (range.holds(decimals.unscaled(event, start)) ? inRange : byDriver).append(event, start, target);
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        if (!in.takesKeys()) {
            return Optional.empty();
        }
        int scale = in.found().scale();
        if (in.databaseClass() == BigDecimal.class) {
            return Optional.of(new TextDecoder.Decimal(in.keys(), scale));
        }
        return scale == 0
                ? NumberRange.of(in.databaseClass()).flatMap(range -> range.textDecoder(in.keys()))
                : Optional.empty();
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        if (now.type() != ImageType.NEWDECIMAL) {
            return Declaration.difference(now, ImageType.NEWDECIMAL);
        }
        // decimals of more digits are kept otherwise
        boolean isWider = now.length() >= loaded.precision()
                && (now.length() > PackedDecimal.MAX_LONG) == (loaded.precision() > PackedDecimal.MAX_LONG);
        return isWider && now.scale() == loaded.scale() && now.unsigned() == Declaration.isUnsigned(loaded.columnType())
                ? null
                : "it is a DECIMAL(" + now.length() + ", " + now.scale() + ")" + (now.unsigned() ? " UNSIGNED" : "");
    }
}
