package org.speedwell.accelerator.debezium;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.BinlogPlace;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.binlog.RowsLog;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.BinlogProgress;

/**
 * The order of commits, which it restores from topics that arrive independently: ends of transactions in commit order,
 * rows of each table, and statements. An entry is complete when all rows have arrived that the end of its transaction
 * counts. A missing number before a transaction is a statement, which the order waits for. For one thread.
 */
final class CommitOrder {
    /** The most numbers that may be missing between two transactions. */
    private static final long MAX_GAP = 10_000;

    private final TopicSettings settings;
    private final BiPredicate<String, String> follows;
    private final Position from;
    private final BinlogProgress reached;

    /** The number of the last entry of each source. */
    private final Map<String, Long> last;

    private final Deque<Arrived> ends = new ArrayDeque<>();

    /** The bytes of the ends, which may arrive much earlier than the rows. */
    private long endBytes;

    private final PendingStatements statements = new PendingStatements();
    private final PendingRows rows = new PendingRows();

    /** The missing numbers that were taken for harmless. */
    private final Set<TransactionId.Key> skipped = new HashSet<>();

    /** True if the first transactions may be missing because Kafka has deleted them. */
    private boolean lacksBegin;

    /** A check that all events before the end of a transaction have been added. */
    @FunctionalInterface
    interface Completeness {
        boolean isComplete(TransactionId before)
                throws BinlogException, SQLException, LoadException, InterruptedException;
    }

    /** An end, and the {@link System#nanoTime} of its arrival. */
    private record Arrived(TopicEvent.End end, long at) {}

    /**
     * Creates the order of the commits after a position.
     *
     * @param follows selects tables by schema and name
     * @throws BinlogException if the position has no GTIDs, as in a file from before the server had any
     */
    CommitOrder(TopicSettings settings, Position from, BiPredicate<String, String> follows) throws BinlogException {
        if (from.gtids().isEmpty()) {
            throw lost("Position " + from + " has no GTIDs, so that its place in Debezium's topics is not known.");
        }
        this.settings = settings;
        this.follows = follows;
        this.from = from;
        this.reached = new BinlogProgress(from);
        this.last = LogOrder.last(from.gtids());
    }

    /** Notes that the topic of transactions begins after the position, so that the first gap is a loss. */
    void setLacksBegin() {
        lacksBegin = true;
    }

    /** Returns the progress of the entries that were returned. */
    BinlogProgress reached() {
        return reached;
    }

    /** Returns the place of the last entry. */
    BinlogPlace place() {
        return new BinlogPlace(from.file(), from.offset(), "", true);
    }

    private BinlogPlace place(String gtid) {
        return new BinlogPlace(from.file(), from.offset(), gtid, true);
    }

    /** Returns whether an entry was returned, or is before the position of the beginning. */
    boolean has(TransactionId id) {
        return reached.has(place(id.gtid()));
    }

    /** Returns whether an event of a transaction is not needed. The event of a skipped number shows a loss. */
    boolean isDone(TransactionId id) {
        return has(id) && !skipped.contains(id.key());
    }

    /**
     * Adds an event.
     *
     * @param now the {@link System#nanoTime} of its arrival
     * @throws BinlogException if the event shows that a former entry was incomplete
     */
    void add(TopicEvent event, long now) throws BinlogException {
        if (skipped.contains(event.id().key())) {
            throw lost("Transaction " + event.id().gtid() + " was missing, and comes too late.");
        }
        if (has(event.id())) {
            if (event instanceof TopicEvent.Statement late && statements.isIncomplete(late)) {
                throw lost("A part of statement " + event.id().gtid() + " came too late: " + late.sql());
            }
            return;
        }
        switch (event) {
            case TopicEvent.End end -> {
                ends.add(new Arrived(end, now));
                endBytes += end.bytes();
            }
            case TopicEvent.Statement statement -> statements.add(statement, now);
            case TopicEvent.Row row -> rows.add(row);
        }
    }

    /** Returns the bytes of the rows and ends that wait. */
    long bytes() {
        return rows.bytes() + endBytes;
    }

    /** Returns the next transaction, whose end has arrived; null if there is none. */
    TopicEvent.@Nullable End next() {
        Arrived head = ends.peek();
        return head == null ? null : head.end();
    }

    /** Returns the nanoseconds since the end of the next transaction has arrived; 0 if there is none. */
    long waited(long now) {
        Arrived head = ends.peek();
        return head == null ? 0 : now - head.at();
    }

    /** Returns the number of rows of a table that the next transaction lacks. */
    long missingRows(String table) {
        Arrived head = ends.peek();
        return head == null
                ? 0
                : head.end().counts().getOrDefault(table, 0L)
                        - rows.count(head.end().id().key(), table);
    }

    /** Returns whether the rows of a table are needed, which is given as <i>schema.table</i>. */
    boolean follows(String table) {
        int dot = table.indexOf('.');
        return dot > 0 && follows.test(table.substring(0, dot), table.substring(dot + 1));
    }

    /**
     * Returns the next entry; null if it is not complete.
     *
     * @param check decides whether an entry with a missing number may still come
     * @throws BinlogException if an entry is lost
     */
    @Nullable
    BinlogEntry poll(long now, Completeness check)
            throws BinlogException, SQLException, LoadException, InterruptedException, IOException {
        while (true) {
            Arrived head = ends.peek();
            if (head == null) {
                return trailing(now);
            }
            TransactionId id = head.end().id();
            long former = last.getOrDefault(id.source(), 0L);
            if (has(id)) {
                removeHead();
                rows.drop(id.key());
            } else if (id.number() > former + 1) {
                return missing(head, new TransactionId.Key(id.source(), former + 1), now, check);
            } else {
                return transaction(head);
            }
        }
    }

    /** Returns the statement after the last transaction; null if there is none. */
    private @Nullable BinlogEntry trailing(long now) {
        TopicEvent.Statement statement = statements.next(last, now);
        if (statement != null) {
            return entry(statement);
        }
        TopicEvent.Row truncate = rows.nextTruncate(last);
        return truncate == null ? null : entry(truncate);
    }

    /**
     * Returns the entry with a number that the transactions lack; null if the entry is not known yet.
     *
     * @param head the transaction after it
     */
    private @Nullable BinlogEntry missing(Arrived head, TransactionId.Key key, long now, Completeness check)
            throws BinlogException, SQLException, LoadException, InterruptedException {
        if (statements.has(key)) {
            TopicEvent.Statement statement = statements.take(key, now);
            return statement == null ? null : entry(statement);
        }
        TopicEvent.Row truncate = rows.truncate(key);
        if (truncate != null) {
            return entry(truncate);
        }
        if (now - head.at() < settings.statementWait().toNanos()
                || !check.isComplete(head.end().id())) {
            return null;
        }
        if (rows.has(key)) {
            throw lost("Rows of transaction " + key.number() + " of " + key.source()
                    + " have no end in topic " + settings.transactions()
                    + ". They may be of a distributed transaction, whose outcome Debezium does not report.");
        }
        if (lacksBegin) {
            throw lost("Transaction " + key.number() + " of " + key.source() + " is missing, because topic "
                    + settings.transactions() + " begins later. Raise retention.ms of the topic.");
        }
        if (!settings.hasHarmlessGaps() || head.end().id().number() - key.number() > MAX_GAP) {
            throw lost("Transaction " + key.number() + " of " + key.source()
                    + " is missing in Debezium's topics. It may be a statement that the connector leaves out, such as"
                    + " TRUNCATE. Set skipped.operations=none and include.schema.changes=true for the connector, and"
                    + " then harmlessGaps for DebeziumTopics.");
        }
        skipped.add(key);
        TransactionId id = head.end().id().withNumber(key.number());
        return taken(
                id, new BinlogEntry.Transaction(place(id.gtid()), head.end().at(), new RowsLog()));
    }

    private BinlogEntry entry(TopicEvent.Row truncate) {
        int dot = truncate.table().indexOf('.');
        rows.drop(truncate.id().key());
        return entry(new TopicEvent.Statement(
                truncate.id(),
                truncate.at(),
                truncate.table().substring(0, dot),
                "TRUNCATE TABLE `" + truncate.table().substring(dot + 1) + "`"));
    }

    private BinlogEntry entry(TopicEvent.Statement statement) {
        return taken(
                statement.id(),
                new BinlogEntry.Statement(
                        place(statement.id().gtid()), statement.at(), statement.schema(), statement.sql()));
    }

    private @Nullable BinlogEntry transaction(Arrived head) throws BinlogException, IOException {
        TopicEvent.End end = head.end();
        if (rows.bytes(end.id().key()) > settings.maxBytes()) {
            throw lost("Transaction " + end.id().gtid() + " has more than " + settings.maxBytes()
                    + " bytes of rows. Raise maxTransaction of DebeziumTopics.");
        }
        for (Map.Entry<String, Long> table : end.counts().entrySet()) {
            if (follows(table.getKey()) && rows.count(end.id().key(), table.getKey()) < table.getValue()) {
                return null;
            }
        }
        removeHead();
        lacksBegin = false;
        return taken(
                end.id(),
                new BinlogEntry.Transaction(
                        place(end.id().gtid()), end.at(), rows.take(end.id().key())));
    }

    private void removeHead() {
        endBytes -= ends.remove().end().bytes();
    }

    private BinlogEntry taken(TransactionId id, BinlogEntry entry) {
        last.merge(id.source(), id.number(), Math::max);
        reached.advance(entry.end());
        return entry;
    }

    /** Returns the exception for changes that cannot be applied, after which the tables are loaded again. */
    static BinlogException lost(String message) {
        return new BinlogException(BinlogException.Reason.POSITION, message);
    }
}
