package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.speedwell.accelerator.codec.Dictionary;

/**
 * A column of decimals with more than 18 digits. The dictionary holds their unscaled values as big-endian bytes with an
 * inverted sign bit.
 *
 * @param width the bytes of a value: 16 or 32
 */
record LargeDecimalColumn(ArrowField field, KeySource source, Nulls nulls, Dictionary dictionary, int width)
        implements ExportedColumn {

    @Override
    public ArrayData data(Batch batch) {
        try (Buffers buffers = new Buffers()) {
            Nulls.Bitmap bitmap = nulls.bitmap(batch, buffers);
            MemorySegment values = buffers.allocate((long) batch.length() * width);
            byte[] run = {};
            byte[] value = new byte[width];
            for (int place = 0; place < batch.length(); place++) {
                int row = batch.row(place);
                if (nulls.isNull(row)) {
                    continue;
                }
                long key = source.key(row);
                int length = dictionary.runLength(key);
                run = run.length == length ? run : new byte[length];
                dictionary.copyRun(key, run, 0);
                run[0] ^= (byte) 0x80;
                for (int i = 0; i < width; i++) {
                    value[i] = i < length ? run[length - 1 - i] : (byte) (run[0] >> 7);
                }
                MemorySegment.copy(value, 0, values, ValueLayout.JAVA_BYTE, (long) place * width, width);
            }
            return buffers.array(batch.length(), bitmap.nulls(), List.of(bitmap.bits(), values), null);
        }
    }
}
