package org.speedwell.accelerator.types;

import java.sql.Blob;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.BlobValue;
import org.speedwell.accelerator.column.BytesColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/**
 * BINARY, VARBINARY, BLOB, VECTOR and GEOMETRY: bytes that are the value.
 *
 * @param lengthBytes the bytes of the length before each BLOB, else 0
 */
record BinaryType(ImageType image, int lengthBytes) implements ColumnType {

    @Override
    public int width() {
        return 0;
    }

    /** The zeroes at the end of a BINARY are not in the binlog. */
    @Override
    public ImageDecoder imageDecoder(ImageColumn in) {
        boolean isFixed = image == ImageType.STRING;
        int least = isFixed ? in.column().length() : 0;
        if (!isFixed && in.sample() instanceof BytesColumnBuilder direct && direct.takesBytes()) {
            return (event, start, target) -> {
                int from = in.from(start);
                ((BytesColumnBuilder) target).appendBytes(event, from, in.end(event, start) - from);
                return true;
            };
        }
        boolean isBlob = in.databaseClass() == Blob.class;
        return (event, start, target) -> {
            byte[] kept = Arrays.copyOfRange(event, in.from(start), in.end(event, start));
            byte[] value = kept.length < least ? Arrays.copyOf(kept, least) : kept;
            return target.append(isBlob ? new BlobValue(value) : value);
        };
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        return in.target() instanceof BytesColumnBuilder bytes && bytes.takesBytes() && isPlain(in.databaseClass())
                ? Optional.of(new TextDecoder.Binary(bytes))
                : Optional.empty();
    }

    /** Drivers may make other objects than bytes of a BLOB, and of a VECTOR and a GEOMETRY. */
    private boolean isPlain(Class<?> databaseClass) {
        return switch (image) {
            case STRING, VARCHAR -> true;
            case BLOB -> databaseClass == Blob.class || databaseClass == byte[].class;
            default -> false;
        };
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        if (image == ImageType.VECTOR || image == ImageType.GEOMETRY) {
            return Declaration.difference(now, image);
        }
        if (image == ImageType.BLOB) {
            return now.type() == ImageType.BLOB && now.collation() != RowFormat.BINARY
                    ? "it is text"
                    : Declaration.lengthDifference(now, lengthBytes);
        }
        if (now.type() != image || now.collation() != RowFormat.BINARY) {
            return "it is " + (now.collation() == RowFormat.BINARY ? "a " + now.type() : "text");
        }
        int length = Declaration.size(loaded.columnType(), 1);
        boolean isSame = image == ImageType.STRING ? now.length() == length : now.length() >= length;
        return isSame ? null : "it has a length of " + now.length();
    }
}
