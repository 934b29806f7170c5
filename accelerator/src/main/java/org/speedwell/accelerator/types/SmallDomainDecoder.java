package org.speedwell.accelerator.types;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.DictionaryColumnBuilder;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/** Decodes numbers from 0 to a few thousand, each of which stands for one value. Makes each value once. */
final class SmallDomainDecoder implements ImageDecoder {
    private static final byte UNKNOWN = 0;
    private static final byte KEY = 1;
    private static final byte TEXT = 2;
    private static final byte OTHER = 3;

    private final LongAt number;
    private final Maker maker;
    private byte[] kinds = new byte[8];
    private long[] keys = new long[8];
    private @Nullable Object[] values = new @Nullable Object[8];

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
        if (n >= kinds.length || kinds[n] == UNKNOWN) {
            make(n, target);
        }
        switch (kinds[n]) {
            case KEY -> ((KeyColumnBuilder) target).appendKey(keys[n]);
            case TEXT -> ((DictionaryColumnBuilder) target).appendUtf8((byte[]) Objects.requireNonNull(values[n]));
            default -> {
                return target.append(values[n]);
            }
        }
        return true;
    }

    private void make(int n, ColumnBuilder target) throws SQLException, LoadException {
        Object value = maker.value(n);
        if (n >= kinds.length) {
            int length = Math.max(n + 1, 2 * kinds.length);
            kinds = Arrays.copyOf(kinds, length);
            keys = Arrays.copyOf(keys, length);
            values = Arrays.copyOf(values, length);
        }
        if (target instanceof KeyColumnBuilder column && value != null && column.isValue(value)) {
            keys[n] = column.key(value);
            kinds[n] = KEY;
        } else if (target instanceof DictionaryColumnBuilder words
                && words.takesUtf8()
                && value instanceof String text) {
            values[n] = text.getBytes(StandardCharsets.UTF_8);
            kinds[n] = TEXT;
        } else {
            values[n] = value;
            kinds[n] = OTHER;
        }
    }
}
