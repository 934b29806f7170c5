package org.speedwell.accelerator.builder;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.CoarseCodec;
import org.speedwell.accelerator.codec.FloatingCodec;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;

/** A builder of columns of keys. It stages the keys, and chooses their width when their range is known. */
public final class KeyColumnBuilder extends ColumnBuilder {
    private final KeyCodec codec;
    private final StagedKeys keys = new StagedKeys();

    KeyColumnBuilder(
            KeyCodec codec,
            @Nullable Function<@Nullable Object, @Nullable Object> onRead,
            @Nullable Function<@Nullable Object, @Nullable Object> onLoad) {
        super(onRead, onLoad);
        this.codec = codec;
    }

    /** Returns whether the builder encodes the appended values themselves, without a mapper. */
    public boolean isDirect() {
        return isPlain();
    }

    /** Returns whether {@link #append} stores a value for {@code value}, not null. */
    public boolean isValue(Object value) {
        return stored(value) != null;
    }

    /** Returns the codec that makes the keys. */
    public KeyCodec codec() {
        return codec;
    }

    /**
     * Returns the key of a value for which {@link #isValue} is true.
     *
     * @throws IllegalArgumentException if the column cannot store the value exactly
     */
    public long key(Object value) {
        return codec.encode(Objects.requireNonNull(stored(value)));
    }

    /** Appends the value with this key. The result equals that of {@link #append}, without boxing. */
    public void appendKey(long key) {
        keys.append(key);
        endRow();
    }

    /** Appends to a column of doubles. The result equals that of {@link #append}, without boxing. */
    public void appendDouble(double value) {
        appendKey(FloatingCodec.key(value));
    }

    /** Appends to a column of floats. The result equals that of {@link #append}, without boxing. */
    public void appendFloat(float value) {
        appendKey(FloatingCodec.key(value));
    }

    @Override
    boolean appendValue(Object value) {
        keys.append(codec.encode(value));
        return true;
    }

    @Override
    void appendNull() {
        keys.appendNone();
    }

    @Override
    void finishValues() {
        keys.finish();
    }

    @Override
    Column join(
            List<? extends ColumnBuilder> parts, int rows, @Nullable Validity validity, Lease lease, Lease staging) {
        List<KeyColumnBuilder> builders =
                parts.stream().map(part -> (KeyColumnBuilder) part).toList();
        boolean empty = rows == (validity == null ? 0 : validity.nulls());
        long unit = codec instanceof TemporalCodec ? commonUnit(builders) : 1;
        long min = empty ? 0 : min(builders) / unit;
        long max = empty ? 0 : max(builders) / unit;
        KeyList keys = KeyList.allocate(onRead() == null ? lease : staging, rows, min, max);
        int row = 0;
        for (KeyColumnBuilder part : builders) {
            part.copyTo(keys, row, unit);
            row += part.rows();
        }
        return KeyColumn.of(CoarseCodec.of(codec, unit), keys, min, max, validity);
    }

    private void copyTo(KeyList target, int fromRow, long unit) {
        for (int row = 0; row < rows(); row++) {
            if (!isNull(row)) {
                long key = keys.get(row);
                target.set(fromRow + row, unit == 1 ? key : key / unit);
            }
        }
    }

    private static long min(List<KeyColumnBuilder> parts) {
        long min = Long.MAX_VALUE;
        for (KeyColumnBuilder part : parts) {
            min = Math.min(min, part.keys.min());
        }
        return min;
    }

    private static long max(List<KeyColumnBuilder> parts) {
        long max = Long.MIN_VALUE;
        for (KeyColumnBuilder part : parts) {
            max = Math.max(max, part.keys.max());
        }
        return max;
    }

    /** Returns the greatest common divisor of all keys. Temporal columns divide by it to need fewer bytes. */
    private static long commonUnit(List<KeyColumnBuilder> parts) {
        long unit = 0;
        for (KeyColumnBuilder part : parts) {
            for (int row = 0; row < part.rows() && unit != 1; row++) {
                long key = part.keys.get(row);
                if (!part.isNull(row) && (unit == 0 || key % unit != 0)) {
                    unit = KeySpace.gcd(unit, Math.abs(key));
                }
            }
        }
        return Math.max(1, unit);
    }

    @Override
    void closeValues() {
        keys.close();
    }
}
