package org.speedwell.accelerator.arrow;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.CoarseCodec;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.codec.MappedCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Region;

/**
 * The keys of the values that the database has. A type mapper of the application does not run.
 *
 * @param column the column in memory
 * @param codec the codec of the database's values; never a mapped or coarse one
 * @param entries the keys of the database's values by the key of the column; null without a type mapper
 * @param unit the factor between the keys of the column, or the entries, and those of the codec
 * @param nullKey the key of the column for NULL in the database, or −1
 */
record KeySource(KeyColumn column, KeyCodec codec, @Nullable KeyList entries, long unit, long nullKey) {

    static KeySource of(KeyColumn column) {
        KeyCodec codec = column.codec();
        KeyList entries = null;
        long nullKey = -1;
        if (codec instanceof MappedCodec mapped) {
            codec = mapped.stored();
            entries = mapped.entries();
            nullKey = mapped.nullEntry();
        }
        return codec instanceof CoarseCodec coarse
                ? new KeySource(column, coarse.fine(), entries, coarse.unit(), nullKey)
                : new KeySource(column, codec, entries, 1, nullKey);
    }

    /** Returns the key of a row. Undefined if the row is NULL. */
    long key(int row) {
        return stored(column.key(row));
    }

    /** Returns the key of the codec for a key of the column. The key of a NULL row may not be in the entries. */
    long stored(long key) {
        return unit * (entries == null ? key : entries.size() == 0 ? 0 : entries.get(place(key, entries.size())));
    }

    private static int place(long key, int size) {
        return (int) Math.clamp(key, 0L, size - 1);
    }

    /** Reads the keys of {@code count} rows, from a place of the batch on. */
    void read(Batch batch, int place, int count, long[] into) {
        batch.keys(column, place, count, into);
        if (unit != 1 || entries != null) {
            for (int i = 0; i < count; i++) {
                into[i] = stored(into[i]);
            }
        }
    }

    /**
     * Returns the codes of a batch if they are numbers of a width from a first key on. Returns null if they differ, or
     * are not in one piece of memory.
     */
    @Nullable
    Region shared(Batch batch, int width, long firstKey) {
        Codes codes = column.codes();
        return batch.rows() == null && unit == 1 && codes.width() == width && column.code(firstKey) == 0
                ? codes.blocks().contiguous((long) batch.first() * width, (long) batch.length() * width)
                : null;
    }
}
