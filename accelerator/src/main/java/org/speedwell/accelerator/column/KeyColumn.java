package org.speedwell.accelerator.column;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;

/**
 * A column of keys: row by row {@code base + code}, in the smallest width that holds them. What a key means is the
 * codec's affair. The key of a NULL row means nothing.
 */
public final class KeyColumn extends Column {
    /** Up to this many keys from the least to the greatest, their values are kept on the heap once they are made. */
    private static final int MAX_VALUES = 1 << 12;

    private final KeyCodec codec;
    private final Codes codes;
    private final long base;
    private final long min;
    private final long max;

    /** Made by the first scan that asks for it; a race makes it twice, which harms nobody. */
    private @Nullable ZoneMap zones;

    /** Values by key from the least, each made at its first use; null where there are many or they cannot be shared. */
    private final @Nullable Object @Nullable [] values;

    KeyColumn(KeyCodec codec, Codes codes, long base, long min, long max, @Nullable Validity validity) {
        super(codes.rows(), validity);
        this.codec = codec;
        this.codes = codes;
        this.base = base;
        this.min = min;
        this.max = max;
        long span = max - min;
        this.values = codec.isShareable() && span >= 0 && span < MAX_VALUES ? new Object[(int) span + 1] : null;
    }

    /**
     * One key for each pair of keys of two columns: {@code (first − its least) × stride + (second − its least)}, and
     * {@code stride − 1} for a second that is NULL. NULL where the first is. Fits 64 bits, as the caller has seen to.
     */
    public static KeyColumn ofPairs(KeyColumn first, KeyColumn second, long stride, Lease lease) {
        long max = (first.max - first.min + 1) * stride - 1;
        Codes pairs = Codes.allocate(lease, first.rows(), max);
        for (int row = 0; row < first.rows(); row++) {
            if (!first.isNull(row)) {
                pairs.set(row, pairKey(first, second, stride, row));
            }
        }
        return new KeyColumn(IntegralCodec.LONG, pairs, 0, 0, max, first.validity());
    }

    /** The key of {@link #ofPairs} for a row of which the first column is not NULL. */
    public static long pairKey(KeyColumn first, KeyColumn second, long stride, int row) {
        long last = second.isNull(row) ? stride - 1 : second.key(row) - second.min;
        return (first.key(row) - first.min) * stride + last;
    }

    public KeyCodec codec() {
        return codec;
    }

    public Codes codes() {
        return codes;
    }

    long base() {
        return base;
    }

    /** The least key; 0 where no row has a value. */
    public long min() {
        return min;
    }

    /** The greatest key; 0 where no row has a value. */
    public long max() {
        return max;
    }

    public long key(int row) {
        return base + codes.get(row);
    }

    /** The code of a key from {@link #min()} to {@link #max()}. */
    public long code(long key) {
        return key - base;
    }

    /** The least and greatest code of each zone. */
    public ZoneMap zones() {
        ZoneMap known = zones;
        if (known == null) {
            known = ZoneMap.of(codes);
            zones = known;
        }
        return known;
    }

    @Override
    public long bytes() {
        return codes.bytes() + (validity() == null ? 0 : validity().bytes()) + codec.bytes();
    }

    @Override
    public String encoding() {
        String width = codes.width() == 0 ? "one value" : codes.width() + "-byte codes";
        return codec instanceof TextCodec || codec instanceof MappedCodec ? width + ", dictionary" : width;
    }

    @Override
    Object value(int row) {
        if (values == null) {
            return codec.value(key(row));
        }
        int index = (int) (key(row) - min);
        Object value = values[index];
        if (value == null) {
            value = codec.value(min + index);
            values[index] = value; // a race makes it twice, which harms nobody
        }
        return value;
    }
}
