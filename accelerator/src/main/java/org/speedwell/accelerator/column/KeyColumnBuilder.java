package org.speedwell.accelerator.column;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** Stages keys as 64 bits and narrows them once their range is known. */
final class KeyColumnBuilder extends ColumnBuilder {
    private final KeyCodec codec;
    private final Function<Object, Object> onLoad;
    private final GrowingRegion keys = new GrowingRegion();
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    KeyColumnBuilder(KeyCodec codec, Function<Object, Object> onLoad) {
        this.codec = codec;
        this.onLoad = onLoad;
    }

    @Override
    void appendValue(Object value) {
        long key = codec.encode(onLoad.apply(value));
        keys.appendLong(key);
        min = Math.min(min, key);
        max = Math.max(max, key);
    }

    @Override
    void appendNull() {
        keys.appendLong(0);
    }

    @Override
    public Column build(Lease lease) {
        int rows = rows();
        Validity validity = validity(lease);
        long base = rows == nulls() ? 0 : min;
        long span = rows == nulls() ? 0 : max - min;
        Codes codes = Codes.allocate(lease, rows, span);
        if (span < 0 || codes.width() == Long.BYTES) {
            // Codes of 8 bytes are the keys themselves: their difference may exceed a long
            return new KeyColumn(codec, fill(codes, 0, validity), 0, min, max, validity);
        }
        return new KeyColumn(codec, fill(codes, base, validity), base, base, base + span, validity);
    }

    private Codes fill(Codes codes, long base, @Nullable Validity validity) {
        Region staged = keys.region();
        for (int row = 0; row < codes.rows(); row++) {
            boolean valid = validity == null || validity.isValid(row);
            codes.set(row, valid ? staged.getLong((long) row << 3) - base : 0);
        }
        return codes;
    }

    @Override
    public void close() {
        keys.close();
    }
}
