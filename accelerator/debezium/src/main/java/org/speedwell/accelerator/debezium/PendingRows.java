package org.speedwell.accelerator.debezium;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.binlog.RowsLog;

/** The rows of transactions that are not complete yet. For one thread. */
final class PendingRows {
    private static final Rows NONE = new Rows();

    private final Map<TransactionId.Key, Rows> transactions = new HashMap<>();

    /** The statements that are rows, which TRUNCATE is. */
    private final Set<TransactionId.Key> truncates = new HashSet<>();

    private long bytes;

    /** The rows of one transaction in their order, with their number by table and their bytes. */
    private static final class Rows {
        private final Map<Long, TopicEvent.Row> byOrder = new TreeMap<>();
        private final Map<String, Long> counts = new HashMap<>();
        private long bytes;
    }

    /** Adds a row. Does nothing if the row is a repetition. */
    void add(TopicEvent.Row row) {
        Rows rows = transactions.computeIfAbsent(row.id().key(), _ -> new Rows());
        if (rows.byOrder.putIfAbsent(row.order(), row) == null) {
            rows.counts.merge(row.table(), 1L, Long::sum);
            rows.bytes += row.bytes();
            bytes += row.bytes();
            if (row.event() == null) {
                truncates.add(row.id().key());
            }
        }
    }

    /** Returns the bytes of all rows. */
    long bytes() {
        return bytes;
    }

    /** Returns the bytes of a transaction's rows. */
    long bytes(TransactionId.Key id) {
        return rows(id).bytes;
    }

    private Rows rows(TransactionId.Key id) {
        return transactions.getOrDefault(id, NONE);
    }

    /** Returns whether there are rows of a transaction. */
    boolean has(TransactionId.Key id) {
        return transactions.containsKey(id);
    }

    /** Returns the number of a transaction's rows of a table. */
    long count(TransactionId.Key id, String table) {
        return rows(id).counts.getOrDefault(table, 0L);
    }

    /** Returns the only row of a transaction if it is a TRUNCATE; otherwise null. */
    TopicEvent.@Nullable Row truncate(TransactionId.Key id) {
        Map<Long, TopicEvent.Row> rows = rows(id).byOrder;
        TopicEvent.Row only = rows.size() == 1 ? rows.values().iterator().next() : null;
        return only != null && only.event() == null ? only : null;
    }

    /** Returns a TRUNCATE that follows the last numbers of its source; null if there is none. */
    TopicEvent.@Nullable Row nextTruncate(Map<String, Long> last) {
        for (TransactionId.Key id : truncates) {
            if (id.number() == last.getOrDefault(id.source(), 0L) + 1) {
                return truncate(id);
            }
        }
        return null;
    }

    /** Removes the rows of a transaction, and returns them in their order. */
    RowsLog take(TransactionId.Key id) throws IOException {
        RowsLog log = new RowsLog();
        for (TopicEvent.Row row : rows(id).byOrder.values()) {
            RowsEvent event = row.event();
            if (event != null) {
                log.add(event);
            }
        }
        log.complete();
        drop(id);
        return log;
    }

    /** Removes the rows of a transaction. */
    void drop(TransactionId.Key id) {
        Rows rows = transactions.remove(id);
        truncates.remove(id);
        if (rows != null) {
            bytes -= rows.bytes;
        }
    }
}
