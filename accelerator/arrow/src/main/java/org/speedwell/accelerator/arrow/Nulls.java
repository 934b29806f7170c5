package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Region;

/**
 * The NULL rows of a column. Its validity bitmap has the layout of Arrow, so a batch of consecutive rows shares it.
 *
 * @param column the column; null if no row is NULL
 * @param nullKey the key for NULL in the database, or −1 if there is none
 * @param isCopied true if batches must not share the bitmap
 */
record Nulls(@Nullable Column column, long nullKey, boolean isCopied) {
    /** The NULL rows of a column without any. */
    static final Nulls NONE = new Nulls(null, -1, true);

    /** The validity bitmap of a batch: empty if no row is NULL. */
    record Bitmap(MemorySegment bits, int nulls) {
        private static final Bitmap NONE = new Bitmap(ArrayData.NOTHING, 0);
    }

    boolean isNull(int row) {
        return column != null && (column.isNull(row) || nullKey >= 0 && ((KeyColumn) column).key(row) == nullKey);
    }

    /** Returns the bitmap of a batch. */
    Bitmap bitmap(Batch batch, Buffers buffers) {
        Validity validity = column == null ? null : column.validity();
        if (validity == null && nullKey < 0) {
            return Bitmap.NONE;
        }
        Bitmap shared = validity == null || nullKey >= 0 || batch.rows() != null ? null : shared(validity, batch);
        return shared != null ? shared : copied(batch, buffers);
    }

    private @Nullable Bitmap shared(Validity validity, Batch batch) {
        Region words = isCopied ? null : validity.contiguous(batch.first(), batch.length());
        if (words == null) {
            return null;
        }
        int valid = 0;
        int end = batch.first() + batch.length();
        for (int row = batch.first(); end - row > 0; row += Long.SIZE) {
            valid += Long.bitCount(Batch.word(row, end, validity));
        }
        return valid == batch.length() ? Bitmap.NONE : new Bitmap(Buffers.segment(words), batch.length() - valid);
    }

    private Bitmap copied(Batch batch, Buffers buffers) {
        MemorySegment bits = buffers.allocate((batch.length() + 63L) / 64 * Long.BYTES);
        int nulls = 0;
        for (int place = 0; place < batch.length(); place += Long.SIZE) {
            long word = 0;
            for (int bit = 0; bit < Math.min(Long.SIZE, batch.length() - place); bit++) {
                boolean isNull = isNull(batch.row(place + bit));
                nulls += isNull ? 1 : 0;
                word |= isNull ? 0 : 1L << bit;
            }
            bits.set(ValueLayout.JAVA_LONG_UNALIGNED, place >>> 3, word);
        }
        return nulls == 0 ? Bitmap.NONE : new Bitmap(bits, nulls);
    }
}
