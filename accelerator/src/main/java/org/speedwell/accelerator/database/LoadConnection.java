package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A connection that a load or a comparison has for a while. What that changes of its session is put back before it is given back:
 * whoever opened it may keep it in a pool. For one thread at a time, but for {@link #abort()}.
 */
public final class LoadConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LoadConnection.class.getName());

    private static final int UNKNOWN_VARIABLE = 1193;

    /** How long a lock may be waited for: meanwhile writers wait behind it. */
    private static final int LOCK_SECONDS = 2;

    /** After what silence the server takes a lock back. */
    private static final int SILENCE_SECONDS = 5;

    /** How long a driver may take to close a socket. */
    private static final int CUT_SECONDS = 10;

    /** The time that a server has to show that a connection works. */
    private static final int VALID_SECONDS = 5;

    private final Connection connection;
    private final Consumer<LoadConnection> onClose;
    private final Deque<Undo> undos = new ArrayDeque<>();
    /** Drivers leave cuts to other threads. */
    private final List<CompletableFuture<Void>> cuts = new ArrayList<>();

    private boolean isRepeatable;
    private boolean aborted;
    private boolean givenBack;

    /** Takes back a change of the session. */
    private interface Undo {
        void run() throws SQLException;
    }

    LoadConnection(Connection connection, Consumer<LoadConnection> onClose) {
        this.connection = connection;
        this.onClose = onClose;
    }

    /** To read from; what is changed of it is changed by the methods here. */
    public Connection jdbc() {
        return connection;
    }

    /** How long the database may keep the connection waiting; drivers that know no such limit have none. */
    void setNetworkTimeout(Duration timeout) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
            undos.push(() -> connection.setNetworkTimeout(Runnable::run, before));
        } catch (SQLFeatureNotSupportedException e) {
            LOG.log(System.Logger.Level.DEBUG, "No network timeout", e);
        }
    }

    /** Sets a number of the session, unless the server does not know it. */
    public void set(String variable, long value) throws SQLException {
        String before;
        try {
            before = Sql.row(connection, "SELECT @@SESSION." + variable, row -> row.getString(1))
                    .orElseThrow();
        } catch (SQLException e) {
            if (e.getErrorCode() == UNKNOWN_VARIABLE) {
                return;
            }
            throw e;
        }
        if (!before.equals(Long.toString(value))) {
            undos.push(() -> execute("SET SESSION " + variable + " = " + before));
            execute("SET SESSION " + variable + " = " + value);
        }
    }

    /** Begins a read-only transaction that sees what is committed now; ends the one before. */
    public void beginSnapshot() throws SQLException {
        if (!isRepeatable) {
            int before = connection.getTransactionIsolation();
            if (before != Connection.TRANSACTION_REPEATABLE_READ) {
                undos.push(() -> connection.setTransactionIsolation(before));
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            }
            isRepeatable = true;
        }
        execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    }

    /**
     * Holds off the writers of tables, given by their quoted names, until {@link #unlock()}. Where we stand still, or the
     * network does, the server soon ends the session, and with it the lock.
     */
    public void lockInTime(List<String> tables) throws SQLException {
        set("lock_wait_timeout", LOCK_SECONDS);
        set("wait_timeout", SILENCE_SECONDS);
        undos.push(this::unlock);
        execute(tables.stream().collect(Collectors.joining(" READ, ", "LOCK TABLES ", " READ")));
    }

    /** Fails where the server has ended the session, and the lock with it, already. */
    public void unlock() throws SQLException {
        execute("UNLOCK TABLES");
    }

    void execute(String sql) throws SQLException {
        Sql.execute(connection, sql);
    }

    /** Cuts the connection, unless it has been given back: whatever runs on it fails soon. Does not wait. For any thread. */
    synchronized void abort() {
        if (!givenBack) {
            aborted = true;
            try {
                connection.abort(cut -> cuts.add(CompletableFuture.runAsync(cut, Thread::startVirtualThread)));
            } catch (SQLException | RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "A connection could not be aborted", e);
            }
        }
    }

    /**
     * Ends the transaction, puts the session back as it was, and closes the connection. Where that fails the connection is
     * cut first, so that nobody goes on with it.
     */
    @Override
    public void close() {
        try {
            if (!isAborted() && !connection.isClosed()) {
                execute("ROLLBACK");
                while (!undos.isEmpty()) {
                    undos.pop().run();
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A connection could not be put back as it was", e);
            abort();
        } finally {
            if (isGivenBackCut()) {
                showThatItIsCut();
            }
            close(connection);
            onClose.accept(this);
        }
    }

    private synchronized boolean isAborted() {
        return aborted;
    }

    /** From now on nobody cuts the connection, which others may have next. Whether it has been cut. */
    private synchronized boolean isGivenBackCut() {
        givenBack = true;
        return aborted;
    }

    /** A pool takes a connection back as a good one until a cut is over and has been met in its use. */
    private void showThatItIsCut() {
        try {
            cuts.forEach(cut -> cut.orTimeout(CUT_SECONDS, TimeUnit.SECONDS).join()); // which no interrupt ends
            execute("ROLLBACK");
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.TRACE, "It is cut", e);
        }
    }

    /** Returns whether a connection still works. */
    public static boolean isUsable(Connection connection) {
        try {
            return !connection.isClosed() && connection.isValid(VALID_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Closes a connection, whatever its session is like. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A connection could not be closed", e);
        }
    }
}
