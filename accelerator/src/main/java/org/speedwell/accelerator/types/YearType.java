package org.speedwell.accelerator.types;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/** YEAR. The binlog writes the years since 1900 in a byte, and 0 for the year 0. */
record YearType() implements ColumnType {

    @Override
    public int width() {
        return 1;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) {
        return NumberRange.of(in.databaseClass())
                .map(range -> range.decoder((event, start) -> year(event[start] & 0xFF), false, in.takesKeys(), false))
                .orElseGet(() -> new SmallDomainDecoder(
                        (event, start) -> event[start] & 0xFF,
                        n -> in.driver().value("YEAR", "%04d".formatted(year(n)), in.databaseClass())));
    }

    private static int year(int packed) {
        return packed == 0 ? 0 : 1900 + packed;
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        return in.takesKeys()
                ? NumberRange.of(in.databaseClass()).flatMap(range -> range.textDecoder(in.keys()))
                : Optional.empty();
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return Declaration.difference(now, ImageType.YEAR);
    }
}
