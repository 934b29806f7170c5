package org.speedwell.accelerator.types;

import java.sql.Blob;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.BytesColumnBuilder;
import org.speedwell.accelerator.codec.BlobValue;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/** The types of {@link ColumnType} whose values are bytes: BINARY, VARBINARY, BLOB, VECTOR and GEOMETRY. */
final class BinaryTypes {

    private BinaryTypes() {}

    /**
     * Returns the decoder of BINARY. The binlog omits the zeros at the end of a value, and the decoder restores them.
     */
    static ImageDecoder fixed(ImageColumn in) {
        return decoder(in, in.column().length());
    }

    /** Returns the decoder of bytes of any length. */
    static ImageDecoder varying(ImageColumn in) {
        if (in.sample() instanceof BytesColumnBuilder direct && direct.acceptsBytes()) {
            return (event, start, target) -> {
                int from = in.from(start);
                ((BytesColumnBuilder) target).appendBytes(event, from, in.end(event, start) - from);
                return true;
            };
        }
        return decoder(in, 0);
    }

    private static ImageDecoder decoder(ImageColumn in, int min) {
        boolean isBlob = in.databaseClass() == Blob.class;
        return (event, start, target) -> {
            byte[] kept = in.bytes(event, start);
            byte[] value = kept.length < min ? Arrays.copyOf(kept, min) : kept;
            return target.append(isBlob ? new BlobValue(value) : value);
        };
    }

    static Optional<TextDecoder> text(TextColumn in) {
        return in.target() instanceof BytesColumnBuilder bytes && bytes.acceptsBytes()
                ? Optional.of(bytes::appendBytes)
                : Optional.empty();
    }

    /** Returns the decoder of a BLOB's text; empty if the driver creates other objects than bytes. */
    static Optional<TextDecoder> blobText(TextColumn in) {
        return in.databaseClass() == Blob.class || in.databaseClass() == byte[].class ? text(in) : Optional.empty();
    }

    static @Nullable String difference(ImageType image, DatabaseColumn loaded, Column now) {
        if (now.type() != image || now.collation() != RowFormat.BINARY) {
            return "it is " + (now.collation() == RowFormat.BINARY ? "a " + now.type() : "text");
        }
        int length = Declaration.size(loaded.columnType(), 1);
        boolean isSame = image == ImageType.STRING ? now.length() == length : now.length() >= length;
        return isSame ? null : "it has a length of " + now.length();
    }

    /**
     * Returns how a BLOB column differs from the loaded one; null if it does not.
     *
     * @param lengthBytes the number of bytes of the length before each value
     */
    static @Nullable String blobDifference(int lengthBytes, Column now) {
        return now.type() == ImageType.BLOB && now.collation() != RowFormat.BINARY
                ? "it is text"
                : Declaration.lengthDifference(now, lengthBytes);
    }
}
