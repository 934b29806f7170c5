package org.speedwell.accelerator.debezium;

import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.database.LoadException;
import tools.jackson.databind.JsonNode;

/** A reader of Debezium's events. For one thread. */
final class EventReader {
    private final TableImages images;
    private final RecordParser parser = new RecordParser();

    EventReader(TableImages images) {
        this.images = images;
    }

    /**
     * Returns the id of the transaction that a record ends or begins; null for a record of another kind.
     *
     * @throws BinlogException if the record is not Debezium's JSON
     */
    @Nullable
    TransactionId boundary(ConsumerRecord<byte[], byte[]> record) throws BinlogException {
        RecordParser.Parts parts = parser.parse(record);
        return parts == null || !parts.payload().has("status")
                ? null
                : TransactionId.of(parts.payload().path("id").asString(""));
    }

    /**
     * Returns the event of a record; null if a follower does not need the record.
     *
     * @param isKnown returns whether a transaction is already applied
     * @param follows returns whether the rows of a table are needed, which is given as <i>schema.table</i>
     * @throws BinlogException if the record is not Debezium's JSON, or a row does not fit its table
     */
    @Nullable
    TopicEvent read(ConsumerRecord<byte[], byte[]> record, Predicate<TransactionId> isKnown, Predicate<String> follows)
            throws BinlogException, SQLException, LoadException, InterruptedException {
        RecordParser.Parts parts = parser.parse(record);
        if (parts == null) {
            return null;
        }
        JsonNode payload = parts.payload();
        if (payload.has("status")) {
            return payload.path("status").asString("").equals("END") ? end(record, payload) : null;
        }
        if (payload.has("ddl")) {
            images.forget();
            return statement(payload);
        }
        return payload.has("op") ? row(record, parts, isKnown, follows) : null;
    }

    private static TopicEvent end(ConsumerRecord<byte[], byte[]> record, JsonNode payload) {
        Map<String, Long> counts = new HashMap<>();
        for (JsonNode table : payload.path("data_collections")) {
            counts.put(
                    table.path("data_collection").asString(""),
                    table.path("event_count").asLong(0));
        }
        return new TopicEvent.End(
                TransactionId.of(payload.path("id").asString("")),
                Instant.ofEpochMilli(payload.path("ts_ms").asLong(0)),
                counts,
                record.timestamp());
    }

    private static @Nullable TopicEvent statement(JsonNode payload) {
        JsonNode source = payload.path("source");
        String gtid = source.path("gtid").asString("");
        return gtid.isEmpty() // a part of the connector's own snapshot
                ? null
                : new TopicEvent.Statement(
                        TransactionId.of(gtid),
                        time(source),
                        payload.path("databaseName").asString(""),
                        payload.path("ddl").asString(""));
    }

    private static Instant time(JsonNode source) {
        return Instant.ofEpochMilli(source.path("ts_ms").asLong(0));
    }

    private @Nullable TopicEvent row(
            ConsumerRecord<byte[], byte[]> record,
            RecordParser.Parts parts,
            Predicate<TransactionId> isKnown,
            Predicate<String> follows)
            throws BinlogException, SQLException, LoadException, InterruptedException {
        JsonNode payload = parts.payload();
        JsonNode source = payload.path("source");
        String schema = source.path("db").asString("");
        String table = source.path("table").asString("");
        String operation = payload.path("op").asString("");
        if (!follows.test(schema + "." + table) || operation.equals("r") || operation.equals("m")) {
            return null; // rows of the connector's own snapshots, and messages
        }
        String name = schema + "." + table;
        JsonNode transaction = payload.path("transaction");
        boolean isTruncate = operation.equals("t"); // a statement, which has no transaction
        if (!transaction.isObject() && !isTruncate) {
            String gtid = source.path("gtid").asString("");
            if (!gtid.isEmpty() && isKnown.test(TransactionId.of(gtid))) {
                return null; // the tables were loaded since
            }
            throw RecordParser.lost(
                    record,
                    "has no transaction. It may be of a distributed transaction, whose outcome Debezium does not"
                            + " report. Otherwise set provide.transaction.metadata=true for the connector",
                    null);
        }
        TransactionId id = TransactionId.of((isTruncate ? source.path("gtid") : transaction.path("id")).asString(""));
        if (isKnown.test(id)) {
            return null;
        }
        long order = transaction.path("total_order").asLong(0);
        if (isTruncate) {
            return new TopicEvent.Row(id, name, order, null, time(source));
        }
        try {
            return new TopicEvent.Row(
                    id,
                    name,
                    order,
                    images.event(schema, table, parts.schema(), row(payload, "before"), row(payload, "after")),
                    time(source));
        } catch (IllegalArgumentException e) {
            throw RecordParser.lost(record, "does not fit its table: " + e.getMessage(), e);
        }
    }

    private static @Nullable JsonNode row(JsonNode payload, String name) {
        JsonNode row = payload.path(name);
        return row.isObject() ? row : null;
    }
}
