package org.speedwell.accelerator.types;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/** Decodes numbers from 0 to a few thousand, each of which stands for one value. Makes each value once. */
final class SmallDomainDecoder implements ImageDecoder {
    private final LongAt number;
    private final Maker maker;
    private @Nullable ImageDecoder[] known = new @Nullable ImageDecoder[8];

    /** Makes the value of a number. */
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

    /** Returns what appends one value, by its key or its bytes where the column takes them. */
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
