package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * A rows event as it came.
 *
 * @param columns how many the images have
 * @param isFull whether all images have all of them
 * @param from where the first image begins
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawRows(long table, int flags, int columns, boolean isFull, byte[] bytes, int from) implements EventData {
    private static final int NO_FOREIGN_KEY_CHECKS = 2;

    boolean checksForeignKeys() {
        return (flags & NO_FOREIGN_KEY_CHECKS) == 0;
    }

    /**
     * Reads the event, and of its rows nothing.
     *
     * @param hasExtra whether more than the table and flags stands before them, as in the events of MySQL
     * @param bitmaps of the columns that images have: one, or for updates two
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
