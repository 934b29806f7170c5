package org.speedwell.accelerator.changes;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.BinlogProgress;
import org.speedwell.accelerator.replication.ForeignKey;
import org.speedwell.accelerator.replication.ReplicationSettings;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.replication.Replicator;
import org.speedwell.accelerator.replication.StatementText;
import org.speedwell.accelerator.replication.TableStatements;
import org.speedwell.accelerator.types.DriverConversions;

/**
 * A stream of the transactions that are committed to some tables. It starts at a binlog position and returns each
 * transaction once. For one thread, except {@link #close} and {@link #problem}.
 */
public final class ChangeLog implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ChangeLog.class.getName());

    /** The interval at which {@link #poll} checks whether another thread has closed the log. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The time limit for retries of queries to the database. */
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ReplicationSettings settings;
    private final Map<String, ChangedTable<?>> tables;
    private final DriverConversions server;
    private final SharedEntries entries;
    private final BinlogProgress reached;
    private Position decided;
    private volatile @Nullable CommittedRows given;
    private volatile boolean closed;

    /**
     * Creates a log that reads from a position.
     *
     * @param from the position; null reads transactions that are committed from now on
     * @param models the models of the tables
     * @param follower supplies the replicator of the same database; null if there is none. The log shares its binlog
     * connection
     * @throws LoadException if the binlog cannot be read, or a table differs from the model; the message says what to
     * do
     */
    public static ChangeLog start(
            ReplicationSource source,
            ReplicationSettings settings,
            @Nullable Position from,
            List<TableModel<?>> models,
            Supplier<@Nullable Replicator> follower)
            throws LoadException, InterruptedException {
        DriverConversions server = new DriverConversions(source::connect);
        try (LoadConnection database = source.connect()) {
            Connection connection = database.jdbc();
            settings.feeds().require(models, connection);
            List<ChangedTable<?>> tables = new ArrayList<>();
            for (TableModel<?> model : models) {
                tables.add(table(model, source, server, connection));
            }
            Map<String, ChangedTable<?>> byName = new LinkedHashMap<>();
            tables.forEach(table -> byName.put(
                    ForeignKey.name(table.model().schemaName(), table.model().tableName()), table));
            warnOfCascades(byName.keySet(), connection);
            BiPredicate<String, String> asked = (schema, table) -> byName.containsKey(ForeignKey.name(schema, table));
            SharedEntries entries = new SharedEntries(
                    () -> {
                        Replicator reading = follower.get();
                        return reading == null ? null : reading.tap(source, asked);
                    },
                    (begin, problem) -> settings.feeds().open(source, settings, begin, asked, problem));
            Position begin = from == null ? BinlogStatus.end(connection) : from;
            Position shared = entries.tap(settings.heartbeat().multipliedBy(2));
            if (from == null && shared != null && new BinlogProgress(shared).covers(begin)) {
                begin = shared; // the shared connection starts here, so this is now
            }
            return new ChangeLog(settings, begin, byName, server, entries);
        } catch (SQLException e) {
            throw new LoadException("The binlog cannot be read: " + e.getMessage(), e);
        }
    }

    private static <E> ChangedTable<E> table(
            TableModel<E> model, ReplicationSource source, DriverConversions server, Connection connection)
            throws LoadException {
        if (model.view()) {
            throw new LoadException(model + " is a view, which has no changes. Read the changes of its tables.");
        }
        return new ChangedTable<>(model, source, server, connection);
    }

    private ChangeLog(
            ReplicationSettings settings,
            Position from,
            Map<String, ChangedTable<?>> tables,
            DriverConversions server,
            SharedEntries entries) {
        this.settings = settings;
        this.tables = tables;
        this.server = server;
        this.reached = new BinlogProgress(from);
        this.decided = from;
        this.entries = entries;
    }

    private static void warnOfCascades(Set<String> tables, Connection connection) throws SQLException {
        if (ForeignKey.areLogged(connection)) {
            return;
        }
        String keys = ForeignKey.of(connection).values().stream()
                .flatMap(List::stream)
                .filter(key -> tables.contains(key.child()))
                .map(key -> key.child() + " by " + key.parent() + " (ON UPDATE " + key.onUpdate() + ", ON DELETE "
                        + key.onDelete() + ")")
                .collect(Collectors.joining(", "));
        if (!keys.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "The server's binlog does not contain the changes that foreign keys cause. The stream of"
                            + " changes misses them: " + keys);
        }
    }

    /** Returns why the server cannot be reached; null while it can. For any thread. */
    public @Nullable String problem() {
        return entries.problem();
    }

    /**
     * Returns the position from which a new log would continue. It follows all returned transactions, and later ones
     * without rows of the tables.
     */
    public Position position() {
        return decided;
    }

    /**
     * Returns the next transaction that has changed rows of the tables. This closes the transaction that the previous
     * call returned.
     *
     * @return null if no transaction arrived in time
     * @throws BinlogException if the binlog cannot be read any further; later calls fail too
     * @throws LoadException if a statement changed rows and the binlog does not contain these rows; later calls fail
     * too
     * @throws IllegalStateException if the log is closed
     */
    public @Nullable CommittedRows poll(Duration timeout) throws BinlogException, LoadException, InterruptedException {
        CommittedRows before = given;
        given = null;
        if (before != null) {
            before.close();
        }
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        while (!closed) {
            long left = deadline - System.nanoTime();
            BinlogEntry entry = entries.poll(Math.clamp(left, 0, LOOK_NANOS), reached, decided);
            if (entry != null) {
                CommittedRows next = take(entry);
                if (next != null) {
                    given = next;
                    return next;
                }
            }
            if (left <= 0) {
                return null;
            }
        }
        throw new IllegalStateException("The stream of changes is already closed.");
    }

    private @Nullable CommittedRows take(BinlogEntry entry) throws LoadException {
        if (reached.has(entry.end())) { // an earlier connection has returned the entry
            if (entry instanceof BinlogEntry.Transaction known) {
                known.rows().close();
            }
            return null;
        }
        if (entry instanceof BinlogEntry.Statement statement) {
            requireHarmless(statement);
        }
        Position before = decided;
        reached.advance(entry.end());
        decided = reached.decided();
        return entry instanceof BinlogEntry.Transaction transaction
                        && !transaction.rows().isEmpty()
                ? new CommittedRows(before, decided, transaction, this::decode)
                : null;
    }

    private void requireHarmless(BinlogEntry.Statement statement) throws LoadException {
        // ALTER TABLE is harmless: the format of the next rows describes the new columns
        for (ChangedTable<?> table : tables.values()) {
            TableModel<?> model = table.model();
            if (TableStatements.changesRows(statement, model.schemaName(), model.tableName())) {
                throw new LoadException("A statement has changed rows of " + model + ", but the binlog lacks the rows: "
                        + StatementText.of(statement.sql()).sql()
                        + ". Read the whole table again, and its changes from "
                        + statement.end().file() + ":"
                        + statement.end().offset()
                        + (statement.end().gtid().isEmpty()
                                ? ""
                                : ", after " + statement.end().gtid()) + ".");
            }
        }
    }

    private int decode(RowsEvent event, int at, Queue<ChangedRow<?>> to) throws LoadException, InterruptedException {
        ChangedTable<?> table = tables.get(
                ForeignKey.name(event.format().schema(), event.format().table()));
        if (table == null) {
            return event.bytes().length;
        }
        long began = System.nanoTime();
        long wait = 50;
        while (true) {
            try {
                return table.read(event, at, to);
            } catch (LoadException e) {
                if (closed
                        || e instanceof TableException
                        || e.getCause() == null // without a cause, another attempt cannot succeed
                        || System.nanoTime() - began > PATIENCE_NANOS) {
                    throw e;
                }
                LOG.log(System.Logger.Level.WARNING, () -> e.getMessage() + " Speedwell tries again.");
            }
            Thread.sleep(wait);
            wait = Math.min(2 * wait, settings.retry().toMillis());
        }
    }

    /** Stops reading, and waits until it has stopped. For any thread. */
    @Override
    public void close() {
        closed = true;
        entries.close();
        server.close();
        CommittedRows last = given;
        if (last != null) {
            last.close();
        }
    }
}
