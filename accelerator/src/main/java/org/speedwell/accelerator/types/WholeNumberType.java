package org.speedwell.accelerator.types;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** TINYINT to BIGINT. The binlog writes them in little endian. */
record WholeNumberType(ImageType image, int bytes) implements ColumnType {

    @Override
    public int width() {
        return bytes == 3 ? Integer.BYTES : bytes;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        Column column = in.column();
        boolean isUnsigned = column.unsigned();
        if (in.databaseClass() == Boolean.class && column.bytes() == 1) {
            String type = "TINYINT" + (isUnsigned ? " UNSIGNED" : "");
            return new SmallDomainDecoder(
                    (event, start) -> event[start] & 0xFF,
                    n -> in.driver().value(type, Integer.toString(isUnsigned ? n : (byte) n), Boolean.class));
        }
        int bytes = column.bytes();
        int free = Long.SIZE - Byte.SIZE * bytes;
        ImageDecoder.LongAt number = isUnsigned
                ? (event, start) -> EventBytes.littleEndian(event, start, bytes)
                : (event, start) -> EventBytes.littleEndian(event, start, bytes) << free >> free;
        Optional<NumberRange> range = NumberRange.of(in.databaseClass());
        if (range.isEmpty()) {
            throw new LoadException("Numbers of " + bytes + " bytes are not read as " + in.databaseClass() + ".");
        }
        return range.get()
                .decoder(
                        number,
                        isUnsigned && bytes == Long.BYTES,
                        in.takesKeys(),
                        in.driver().losesBits());
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        return in.takesKeys()
                ? NumberRange.of(in.databaseClass()).flatMap(range -> range.textDecoder(in.keys()))
                : Optional.empty();
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        boolean isWhole = switch (now.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG -> true;
            default -> false;
        };
        if (!isWhole || now.bytes() < bytes) {
            return Declaration.difference(now, image);
        }
        return now.unsigned() == Declaration.isUnsigned(loaded.columnType())
                ? null
                : "it is " + (now.unsigned() ? "" : "not ") + "UNSIGNED";
    }
}
