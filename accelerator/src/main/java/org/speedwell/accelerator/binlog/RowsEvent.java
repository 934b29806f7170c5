package org.speedwell.accelerator.binlog;

/**
 * Rows of one table that one statement inserted, updated or deleted.
 *
 * @param bytes the row images of the event
 * @param from the index at which the images begin. An update has two images for each row: first before, then after the
 * change
 */
@SuppressWarnings("ArrayRecordComponent") // records of this type are never compared
public record RowsEvent(RowFormat format, Kind kind, ForeignKeys foreignKeys, byte[] bytes, int from) {

    /** The setting {@code foreign_key_checks} of the session that changed the rows. */
    public enum ForeignKeys {
        /** Foreign keys may have changed other rows. */
        CHECKED,
        /** Foreign keys changed no other rows. */
        IGNORED,
        /** The source of the event does not contain the setting. */
        UNKNOWN
    }

    /** The kind of change. */
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    RowsEvent with(byte[] otherBytes) {
        return new RowsEvent(format, kind, foreignKeys, otherBytes, from);
    }
}
