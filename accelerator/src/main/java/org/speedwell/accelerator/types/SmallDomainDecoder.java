package org.speedwell.accelerator.types;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/** A decoder of numbers from 0 to a few thousand, each of which represents one value. It creates each value once. */
final class SmallDomainDecoder implements ImageDecoder {
    private final LongAt number;
    private final Maker maker;
    private @Nullable ImageDecoder[] known = new @Nullable ImageDecoder[8];

    /** A function from a number to its value. */
    interface Maker {
        @Nullable
        Object value(int number) throws SQLException, LoadException;
    }

    SmallDomainDecoder(LongAt number, Maker maker) {
        this.number = number;
        this.maker = maker;
    }

    @Override
    public boolean append(byte[] event, int start, ColumnBuilder target) throws SQLException, LoadException {
        int n = (int) number.read(event, start);
        if (n >= known.length) {
            known = Arrays.copyOf(known, Math.max(n + 1, 2 * known.length));
        }
        ImageDecoder decoder = known[n];
        if (decoder == null) {
            decoder = decoder(maker.value(n), target);
            known[n] = decoder;
        }
        return decoder.append(event, start, target);
    }

    /** Returns a decoder that always appends one value. It appends the key or the bytes if the column accepts them. */
    private static ImageDecoder decoder(@Nullable Object value, ColumnBuilder target) {
        if (target instanceof KeyColumnBuilder column && value != null && column.isValue(value)) {
            long key = column.key(value);
            return (event, start, to) -> ImageDecoder.appendKey(to, key);
        }
        if (target instanceof DictionaryColumnBuilder words && words.takesUtf8() && value instanceof String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            return (event, start, to) -> ImageDecoder.appendUtf8(to, utf8);
        }
        return (event, start, to) -> to.append(value);
    }
}
