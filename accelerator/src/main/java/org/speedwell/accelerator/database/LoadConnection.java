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
 * A connection that a load or a comparison uses for a while. {@link #close()} restores the settings of its session,
 * because its owner may keep it in a pool. For one thread at a time, except {@link #abort()}.
 */
public final class LoadConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LoadConnection.class.getName());

    private static final int UNKNOWN_VARIABLE = 1193;

    /** The longest wait for a table lock, in seconds. Writers queue behind the waiting lock. */
    private static final int LOCK_SECONDS = 2;

    /** The idle time in seconds after which the server ends a session that holds a lock. */
    private static final int SILENCE_SECONDS = 5;

    /** The time in seconds that a driver may take to close a socket. */
    private static final int CUT_SECONDS = 10;

    /** The time in seconds in which a server must show that a connection works. */
    private static final int VALID_SECONDS = 5;

    private final Connection connection;
    private final Consumer<LoadConnection> onClose;
    private final Deque<Undo> undos = new ArrayDeque<>();
    /** The running aborts. Drivers run them on other threads. */
    private final List<CompletableFuture<Void>> aborts = new ArrayList<>();

    private boolean isRepeatable;
    private boolean aborted;
    private boolean givenBack;

    /** An action that restores a setting of the session. */
    private interface Undo {
        void run() throws SQLException;
    }

    LoadConnection(Connection connection, Consumer<LoadConnection> onClose) {
        this.connection = connection;
        this.onClose = onClose;
    }

    /** Returns the connection for reading. Only the methods of this class may change its session. */
    public Connection jdbc() {
        return connection;
    }

    /**
     * Limits the time that the connection waits for the database. Has no effect if the driver does not support the
     * limit.
     */
    void setNetworkTimeout(Duration timeout) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
            undos.push(() -> connection.setNetworkTimeout(Runnable::run, before));
        } catch (SQLFeatureNotSupportedException e) {
            LOG.log(System.Logger.Level.DEBUG, "The driver does not support a network timeout", e);
        }
    }

    /** Sets a numeric session variable, unless the server does not know the variable. {@link #close()} restores it. */
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

    /** Begins a read-only transaction that sees the data committed now. Ends the transaction before. */
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
     * Blocks the writers of tables until {@link #unlock()}. If this process or the network stops, the server soon ends
     * the session and releases the lock.
     *
     * @param tables the quoted names of the tables
     */
    public void lockTables(List<String> tables) throws SQLException {
        set("lock_wait_timeout", LOCK_SECONDS);
        set("wait_timeout", SILENCE_SECONDS);
        undos.push(this::unlock);
        execute(tables.stream().collect(Collectors.joining(" READ, ", "LOCK TABLES ", " READ")));
    }

    /**
     * Releases the locks.
     *
     * @throws SQLException if the server has already ended the session and so released the locks
     */
    public void unlock() throws SQLException {
        execute("UNLOCK TABLES");
    }

    void execute(String sql) throws SQLException {
        Sql.execute(connection, sql);
    }

    /**
     * Aborts the connection unless it is closed. A statement that runs on it fails soon. Does not wait. For any thread.
     */
    synchronized void abort() {
        if (!givenBack) {
            aborted = true;
            try {
                connection.abort(cut -> aborts.add(CompletableFuture.runAsync(cut, Thread::startVirtualThread)));
            } catch (SQLException | RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "Speedwell could not abort a connection", e);
            }
        }
    }

    /**
     * Ends the transaction, restores the session and closes the connection. If this fails, the method aborts the
     * connection first, so that a pool does not reuse it.
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
            LOG.log(System.Logger.Level.DEBUG, "Speedwell could not restore the settings of a connection", e);
            abort();
        } finally {
            if (markReturned()) {
                useAbortedConnection();
            }
            close(connection);
            onClose.accept(this);
        }
    }

    private synchronized boolean isAborted() {
        return aborted;
    }

    /**
     * Marks the connection as returned, so that no thread aborts it later: it may then have another user. Returns
     * whether it was aborted.
     */
    private synchronized boolean markReturned() {
        givenBack = true;
        return aborted;
    }

    /**
     * Uses the aborted connection once. A pool accepts it as usable until the abort has completed and a statement has
     * failed.
     */
    private void useAbortedConnection() {
        try {
            aborts.forEach(cut -> cut.orTimeout(CUT_SECONDS, TimeUnit.SECONDS).join()); // ignores interrupts
            execute("ROLLBACK");
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.TRACE, "The connection is already aborted", e);
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

    /** Closes a connection in any state. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "Speedwell could not close a connection", e);
        }
    }
}
