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

/** Reloads tables that cannot be followed on, and repeats a reload that fails. For one thread, except {@link #close}. */
final class Reloads implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Reloads.class.getName());
    private static final long FIRST_WAIT_MILLIS = 100;

    /** The loads of a table, one after the other, that do not see all that has been read of the binlog, at most. */
    private static final int MOST_LATE = 5;

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
     * @param isLateEnough tells whether the load sees all that has been read of the binlog; a load that does not is repeated, since a
     *     server may send a transaction before others see its rows
     * @throws TableException if it does not fit the model any more
     * @throws MemoryBudgetException if the budget does not allow it
     * @throws LateReloadException if no load sees all that has been read
     */
    Loaded load(String reason, TableId<?> table, Predicate<Position> isLateEnough)
            throws TableException, InterruptedException {
        AtomicInteger late = new AtomicInteger();
        return load(reason, () -> {
            Loaded loaded = fitting(table);
            if (isLateEnough.test(loaded.from())) {
                return loaded;
            }
            String problem = "The server shows rows of " + loaded.from() + ", and has sent later ones in its binlog.";
            if (late.incrementAndGet() == MOST_LATE) {
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
                throw refusal; // another attempt would find the same
            }
            throw e;
        }
    }

    /** Loads some tables, but for those that do not fit the model any more, and tries until that succeeds. */
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

    /** Tells why a table is stopped. */
    void stopped(String reason) {
        progress.problem(reason);
    }

    /**
     * What is loaded of a table, as the database has it now.
     *
     * @throws TableException if it is no longer such as the model has it
     */
    <E> LoadedColumns<E> columns(TableModel<E> model) throws TableException, InterruptedException {
        return tried(() -> {
            try (LoadConnection connection = source.connect()) {
                return source.columns(model, connection.jdbc());
            }
        });
    }

    /** Returns the foreign keys by which the database changes rows, by the tables that are referenced. */
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
            throw new IllegalStateException(e); // this is of no table
        }
    }

    /** Something that the database may fail to do now, and do another time. */
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
                    progress.problem(null); // that of the attempt before
                }
                return result;
            } catch (TableException | MemoryBudgetException | LateReloadException | InterruptedException e) {
                throw e;
            } catch (Throwable e) { // after an Error too another attempt may succeed
                if (closed) {
                    break;
                }
                hasFailed = true;
                progress.problem(FailureText.of(e));
                LOG.log(System.Logger.Level.WARNING, () -> "A reload failed and is tried again: " + FailureText.of(e));
                Thread.sleep(wait);
                wait = Math.min(2 * wait, longestWaitMillis);
            }
        }
        throw new InterruptedException();
    }

    /** A load that fails is not tried again. For any thread. */
    @Override
    public void close() {
        closed = true;
    }
}
