package org.speedwell.accelerator.column;

import org.jspecify.annotations.Nullable;

/**
 * A column of keys: row by row {@code base + code}, in the smallest width that holds them. What a key means is the
 * codec's affair. The key of a NULL row means nothing.
 */
public final class KeyColumn extends Column {
    private final KeyCodec codec;
    private final Codes codes;
    private final long base;
    private final long min;
    private final long max;

    KeyColumn(KeyCodec codec, Codes codes, long base, long min, long max, @Nullable Validity validity) {
        super(codes.rows(), validity);
        this.codec = codec;
        this.codes = codes;
        this.base = base;
        this.min = min;
        this.max = max;
    }

    public KeyCodec codec() {
        return codec;
    }

    public Codes codes() {
        return codes;
    }

    /** What is added to a code to give the key. */
    public long base() {
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

    @Override
    public long bytes() {
        return codes.bytes() + (validity() == null ? 0 : validity().bytes()) + codec.bytes();
    }

    @Override
    Object value(int row) {
        return codec.value(key(row));
    }
}
