package org.speedwell.accelerator.debezium;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements that wait for their turn. Debezium splits a statement that names several tables, such as DROP TABLE a,
 * b, into several events with the same id. For one thread.
 */
final class PendingStatements {
    /** The time without another part after which a statement counts as whole. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MAX_TAKEN = 1_000;

    private final Map<TransactionId.Key, Parts> pending = new HashMap<>();

    /** The parts of the last statements that were taken. */
    private final Map<TransactionId.Key, List<String>> taken = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId.Key, List<String>> eldest) {
            return size() > MAX_TAKEN;
        }
    };

    /** The parts of a statement, and the time of the last one. */
    private static final class Parts {
        private final List<TopicEvent.Statement> all = new ArrayList<>();
        private long at;

        private List<String> texts() {
            return all.stream().map(TopicEvent.Statement::sql).distinct().toList();
        }
    }

    /** Adds a statement, or another part of it. */
    void add(TopicEvent.Statement statement, long now) {
        Parts parts = pending.computeIfAbsent(statement.id().key(), _ -> new Parts());
        parts.all.add(statement);
        parts.at = now;
    }

    /** Returns whether there is a part of a statement. */
    boolean has(TransactionId.Key id) {
        return pending.containsKey(id);
    }

    /** Removes a statement and returns it; null if more parts may follow. */
    TopicEvent.@Nullable Statement take(TransactionId.Key id, long now) {
        Parts parts = pending.get(id);
        if (parts == null || now - parts.at < QUIET_NANOS) {
            return null;
        }
        pending.remove(id);
        taken.put(id, parts.texts());
        TopicEvent.Statement first = parts.all.getFirst();
        String sql = parts.texts().stream().collect(Collectors.joining("; "));
        return new TopicEvent.Statement(first.id(), first.at(), first.schema(), sql);
    }

    /** Removes a statement that follows the last numbers of its source, and returns it; null if there is none. */
    TopicEvent.@Nullable Statement next(Map<String, Long> last, long now) {
        for (TransactionId.Key id : List.copyOf(pending.keySet())) {
            long former = last.getOrDefault(id.source(), 0L);
            TopicEvent.Statement statement = id.number() == former + 1 ? take(id, now) : null;
            if (statement != null) {
                return statement;
            }
        }
        return null;
    }

    /** Returns whether a statement was taken without this part. */
    boolean isIncomplete(TopicEvent.Statement part) {
        List<String> parts = taken.get(part.id().key());
        return parts != null && !parts.contains(part.sql());
    }
}
