package org.speedwell.accelerator.replication;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.replication.ReplicationSource.Loaded;

/**
 * Reloads of tables that can no longer be replicated. A failed reload is retried. For one thread, except {@link
 * #close}.
 */
final class Reloads implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Reloads.class.getName());
    private static final long FIRST_WAIT_MILLIS = 100;

    /** The maximum number of consecutive loads of a table that do not see everything that was read of the binlog. */
    private static final int MAX_LATE_LOADS = 5;

    private final ReplicationSource source;
    private final long longestWaitMillis;
    private final ReplicationProgress progress;
    private long count;
    private volatile boolean closed;

    Reloads(ReplicationSource source, ReplicationSettings settings, ReplicationProgress progress) {
        this.source = source;
        this.longestWaitMillis = settings.retry().toMillis();
        this.progress = progress;
    }

    /** Returns the number of reloads. */
    long count() {
        return count;
    }

    /**
     * Loads one table.
     *
     * @param isLateEnough a test whether the load sees everything that was read of the binlog. A load that does not is
     * repeated, because a server may send a transaction before other connections see its rows.
     * @throws TableException if the table no longer fits the model
     * @throws MemoryBudgetException if the budget does not allow it
     * @throws LateReloadException if no load sees everything that was read
     */
    Loaded load(String reason, TableId<?> table, Predicate<Position> isLateEnough)
            throws TableException, InterruptedException {
        AtomicInteger late = new AtomicInteger();
        return load(reason, () -> {
            Loaded loaded = fitting(table);
            if (isLateEnough.test(loaded.from())) {
                return loaded;
            }
            String problem = "The load read rows of " + loaded.from() + ", but the binlog already contains later ones.";
            if (late.incrementAndGet() == MAX_LATE_LOADS) {
                throw new LateReloadException(problem);
            }
            throw new LoadException(problem);
        });
    }

    private Loaded fitting(TableId<?> table) throws LoadException {
        try {
            return source.load(table::equals, false);
        } catch (LoadException e) {
            if (e.getCause() instanceof MemoryBudgetException refusal) {
                throw refusal; // a retry would fail in the same way
            }
            throw e;
        }
    }

    /** Loads some tables, and retries until it succeeds. Leaves out the tables that no longer fit the model. */
    Loaded loadAll(String reason, Predicate<TableId<?>> which) throws InterruptedException {
        try {
            return load(reason, () -> source.load(which, true));
        } catch (TableException e) {
            throw new IllegalStateException(e); // such tables are left out
        }
    }

    private Loaded load(String reason, Attempt<Loaded> attempt) throws TableException, InterruptedException {
        Phase before = progress.reloading(reason);
        String problem = null;
        try {
            Loaded loaded = tried(attempt);
            count++;
            return loaded;
        } catch (LateReloadException e) {
            problem = e.getMessage();
            throw e;
        } finally {
            progress.reloaded(before, problem);
        }
    }

    /** Reports why a table is stopped. */
    void stopped(String reason) {
        progress.problem(reason);
    }

    /**
     * Returns the loaded columns of a table, as the database has them now.
     *
     * @throws TableException if the table no longer fits the model
     */
    <E> LoadedColumns<E> columns(TableModel<E> model) throws TableException, InterruptedException {
        return tried(() -> {
            try (LoadConnection connection = source.connect()) {
                return source.columns(model, connection.jdbc());
            }
        });
    }

    /** Returns the foreign keys by which the database changes rows, by referenced table. */
    Map<String, List<ForeignKey>> foreignKeys() throws InterruptedException {
        try {
            return tried(() -> {
                try (LoadConnection connection = source.connect()) {
                    return ForeignKey.of(connection.jdbc());
                } catch (SQLException e) {
                    throw new LoadException("The foreign keys cannot be read: " + e.getMessage(), e);
                }
            });
        } catch (TableException e) {
            throw new IllegalStateException(e); // this does not concern a single table
        }
    }

    /** An action that may fail now and succeed in a retry. */
    @FunctionalInterface
    private interface Attempt<T> {
        T run() throws LoadException, InterruptedException;
    }

    private <T> T tried(Attempt<T> attempt) throws TableException, InterruptedException {
        long wait = FIRST_WAIT_MILLIS;
        boolean hasFailed = false;
        while (!closed) {
            try {
                T result = attempt.run();
                if (hasFailed) {
                    progress.problem(null); // the problem of the attempt before
                }
                return result;
            } catch (TableException | MemoryBudgetException | LateReloadException | InterruptedException e) {
                throw e;
            } catch (Throwable e) { // a retry may succeed after an Error too
                if (closed) {
                    break;
                }
                hasFailed = true;
                progress.problem(FailureText.of(e));
                LOG.log(
                        System.Logger.Level.WARNING,
                        () -> "A reload failed. Speedwell tries again. Reason: " + FailureText.of(e));
                Thread.sleep(wait);
                wait = Math.min(2 * wait, longestWaitMillis);
            }
        }
        throw new InterruptedException();
    }

    /** Ends the retries: a load that fails is not repeated. For any thread. */
    @Override
    public void close() {
        closed = true;
    }
}
