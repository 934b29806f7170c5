package org.speedwell.accelerator.binlog;

/**
 * Rows of one table that a statement has changed alike.
 *
 * @param bytes of the event
 * @param from where the images begin; of an update, that of each row before it and then that after it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RowsEvent(RowFormat format, Kind kind, boolean checksForeignKeys, byte[] bytes, int from) {

    /** What has become of the rows. */
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    RowsEvent with(byte[] otherBytes) {
        return new RowsEvent(format, kind, checksForeignKeys, otherBytes, from);
    }
}
