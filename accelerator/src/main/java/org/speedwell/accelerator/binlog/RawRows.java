package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * A rows event, before its row images are decoded.
 *
 * @param columns the number of columns in the images
 * @param isFull true if all images contain all columns
 * @param from the index in {@code bytes} at which the first image begins
 */
@SuppressWarnings("ArrayRecordComponent") // records of this type are never compared
record RawRows(long table, int flags, int columns, boolean isFull, byte[] bytes, int from) implements EventData {
    private static final int NO_FOREIGN_KEY_CHECKS = 2;

    RowsEvent.ForeignKeys foreignKeys() {
        return (flags & NO_FOREIGN_KEY_CHECKS) == 0 ? RowsEvent.ForeignKeys.CHECKED : RowsEvent.ForeignKeys.IGNORED;
    }

    /**
     * A deserializer that reads the header of a rows event and keeps its row images as bytes.
     *
     * @param hasExtra true if extra data follows the table id and the flags, as in events of MySQL
     * @param bitmaps the number of bitmaps that say which columns the images contain: one, or two for updates
     */
    record Reader(boolean hasExtra, int bitmaps) implements EventDataDeserializer<RawRows> {
        @Override
        public RawRows deserialize(ByteArrayInputStream in) throws IOException {
            long table = in.readLong(6);
            int flags = in.readInteger(2);
            if (hasExtra) {
                in.skip(in.readInteger(2) - 2);
            }
            int columns = in.readPackedInteger();
            byte[] bytes = in.read(in.available());
            int length = (columns + 7) / 8;
            boolean isFull = true;
            for (int i = 0; i < bitmaps * columns; i++) {
                int at = i / columns * length * 8 + i % columns;
                isFull &= (bytes[at / 8] >> at % 8 & 1) != 0;
            }
            return new RawRows(table, flags, columns, isFull, bytes, bitmaps * length);
        }
    }
}
