package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** A column of booleans. Arrow has one bit for each, so each batch takes a pass. */
record BooleanColumn(ArrowField field, KeySource source, Nulls nulls) implements ExportedColumn {
    @Override
    public ArrayData data(Batch batch) {
        try (Buffers buffers = new Buffers()) {
            Nulls.Bitmap bitmap = nulls.bitmap(batch, buffers);
            MemorySegment bits = buffers.allocate((batch.length() + 63L) / 64 * Long.BYTES);
            for (int place = 0; place < batch.length(); place += Long.SIZE) {
                long word = 0;
                for (int bit = 0; bit < Math.min(Long.SIZE, batch.length() - place); bit++) {
                    word |= source.key(batch.row(place + bit)) == 0 ? 0 : 1L << bit;
                }
                bits.set(ValueLayout.JAVA_LONG_UNALIGNED, place >>> 3, word);
            }
            return buffers.array(batch.length(), bitmap.nulls(), List.of(bitmap.bits(), bits), null);
        }
    }
}
