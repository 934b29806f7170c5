package org.speedwell.streaming.kafka;

import org.jspecify.annotations.Nullable;

/**
 * A change of a row, as Debezium writes it to a topic.
 *
 * @param before the row before the change; null if there was none, or if the database does not log it
 * @param after the row after the change; null if there is none
 * @param database the name of the database; empty if the envelope has none
 * @param table the name of the table; empty if the envelope has none
 * @param time the time of the change in the database, in milliseconds since the epoch
 */
public record DebeziumChange<T>(
        Kind kind, @Nullable T before, @Nullable T after, String database, String table, long time) {

    /** The kind of a change. */
    public enum Kind {
        /** A new row. */
        INSERT,
        /** A row with other values. */
        UPDATE,
        /** A row that is gone. */
        DELETE,
        /** A row that existed when the connector took its snapshot. */
        READ,
        /** All rows of the table are gone. */
        TRUNCATE
    }
}
