package org.speedwell.accelerator.replication;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.model.TableShare;

/**
 * A filter that passes on the changes of one part of a table. It computes the hash of a row as the database does, from
 * the text of the key. For one thread.
 */
final class ShareFilter {
    private final TableShare share;
    private final RowFormat format;
    private final RowFormat.Column column;
    private final int place;
    private final int[] starts;
    private final CRC32 hash = new CRC32();

    /**
     * Creates a filter.
     *
     * @param loaded the columns in memory, as the load saw them
     * @throws TableException if the binlog does not contain the text of the key
     */
    ShareFilter(RowFormat format, LoadedColumns<?> loaded, TableShare share) throws TableException {
        this.share = share;
        this.format = format;
        this.starts = new int[format.columns()];
        String key = key(loaded, share);
        this.place = ReplicatedTable.place(format, key);
        this.column = format.column(place);
    }

    /**
     * Returns the name of the column that divides the rows of a table.
     *
     * @throws TableException if the changes of the table cannot be divided by it
     */
    static String key(LoadedColumns<?> loaded, TableShare share) throws TableException {
        for (int i = 0; i < loaded.columns().size(); i++) {
            ColumnModel<?> column = loaded.columns().get(i);
            if (column.identifier().equals(share.key())) {
                if (loaded.found().get(i).columnType().toLowerCase(Locale.ROOT).contains("zerofill")) {
                    throw TableException.of(
                            "A part of table " + loaded.model() + " cannot be followed, because its key "
                                    + column.name() + " is ZEROFILL. Divide the table by another column.");
                }
                return column.name();
            }
        }
        throw TableException.of("A part of table " + loaded.model() + " cannot be followed, because its key "
                + share.key() + " is not in memory. Remove withoutColumn for it.");
    }

    /**
     * Passes on the change of one row, as far as it concerns the part.
     *
     * @return the end of the row in the event
     */
    int pass(RowsEvent event, int at, CoalescedChanges to) {
        byte[] bytes = event.bytes();
        int end = format.locate(bytes, at, starts);
        boolean isOwn = has(bytes);
        switch (event.kind()) {
            case INSERT -> {
                if (isOwn) {
                    to.put(bytes, at);
                }
            }
            case DELETE -> {
                if (isOwn) {
                    to.remove(bytes, at);
                }
            }
            case UPDATE -> {
                int middle = end;
                end = format.locate(bytes, middle, starts);
                boolean isOwnAfter = has(bytes);
                if (isOwn && isOwnAfter) {
                    to.replace(bytes, at);
                } else if (isOwn) {
                    to.remove(bytes, at);
                } else if (isOwnAfter) {
                    to.put(bytes, middle);
                }
            }
        }
        return end;
    }

    /** Returns whether the row that was located last belongs to the part. */
    private boolean has(byte[] bytes) {
        int start = starts[place];
        if (start == RowFormat.NULL) {
            return share.has(0);
        }
        hash.reset();
        if (column.bytes() < 0) {
            int from = start - column.bytes(); // after the length
            hash.update(bytes, from, format.end(bytes, place, start) - from);
        } else {
            hash.update(digits(bytes, start).getBytes(StandardCharsets.ISO_8859_1));
        }
        return share.has(hash.getValue());
    }

    private String digits(byte[] bytes, int start) {
        long number = EventBytes.littleEndian(bytes, start, column.bytes());
        int unused = Long.SIZE - Byte.SIZE * column.bytes();
        return column.unsigned() ? Long.toUnsignedString(number) : Long.toString(number << unused >> unused);
    }
}
