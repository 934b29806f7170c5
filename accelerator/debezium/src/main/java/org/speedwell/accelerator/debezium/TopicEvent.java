package org.speedwell.accelerator.debezium;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowsEvent;

/** An event of Debezium's topics that a follower uses. */
sealed interface TopicEvent {

    TransactionId id();

    /**
     * The end of a committed transaction.
     *
     * @param at the time of the commit, by the clock of the server
     * @param counts the number of row events by table, as <i>schema.table</i>
     * @param written the Kafka time of the record
     */
    record End(TransactionId id, Instant at, Map<String, Long> counts, long written) implements TopicEvent {

        /** Returns the approximate bytes in memory. */
        int bytes() {
            return 384 + 128 * counts.size();
        }
    }

    /**
     * A statement that has no row events.
     *
     * @param schema the default schema
     */
    record Statement(TransactionId id, Instant at, String schema, String sql) implements TopicEvent {}

    /**
     * A changed row of a followed table.
     *
     * @param table the table, as <i>schema.table</i>
     * @param order the number of the event in its transaction
     * @param event the images; null for a TRUNCATE
     * @param at the time of the event, by the clock of the server
     */
    record Row(
            TransactionId id,
            String table,
            long order,
            @Nullable RowsEvent event,
            Instant at) implements TopicEvent {

        /** Returns the approximate bytes in memory. */
        int bytes() {
            return 128 + (event == null ? 0 : event.bytes().length);
        }
    }
}
