package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A connection that opens at its first use and reconnects after a loss. Thread-safe: one thread uses it at a time. */
public final class ReconnectingConnection implements AutoCloseable {
    private static final int ATTEMPTS = 6;

    /**
     * The wait before the second attempt. Each later wait is twice as long, because a server that shuts down still
     * accepts connections.
     */
    private static final long FIRST_WAIT_MILLIS = 50;

    private final Connector connections;
    private final Opening opening;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable LoadConnection open;
    private boolean isClosed;

    /** A factory of connections. */
    @FunctionalInterface
    public interface Connector {
        LoadConnection connect() throws LoadException, InterruptedException;
    }

    /** The preparation of each new connection. */
    public interface Opening {
        void take(Connection connection) throws SQLException;
    }

    /** A query on a connection. After a loss it runs again on another connection. */
    public interface Inquiry<T> {
        T answer(Connection connection) throws SQLException, LoadException;
    }

    public ReconnectingConnection(Connector connections, Opening opening) {
        this.connections = connections;
        this.opening = opening;
    }

    public <T> T ask(Inquiry<T> inquiry) throws LoadException {
        lock.lock();
        try {
            for (int attempt = 1; ; attempt++) {
                Connection connection = null;
                try {
                    connection = connection();
                    return inquiry.answer(connection);
                } catch (SQLException e) {
                    boolean isLost = connection == null || isOfConnection(e) || !LoadConnection.isUsable(connection);
                    if (isLost) {
                        discard();
                    }
                    if (!isLost || attempt == ATTEMPTS) {
                        throw failed(e);
                    }
                    pause(FIRST_WAIT_MILLIS << attempt - 1);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static void pause(long millis) throws LoadException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(e);
        }
    }

    private static LoadException failed(Exception reason) {
        return new LoadException(
                "Speedwell could not ask the database about a value of the binlog: "
                        + reason.getMessage()
                        + ". Check that it runs, and check the address, user and password in the application builder.",
                reason);
    }

    private Connection connection() throws SQLException, LoadException {
        LoadConnection connection = open;
        if (connection != null) {
            return connection.jdbc();
        }
        if (isClosed) {
            throw new LoadException("Replication has ended and has closed its connection to the database.");
        }
        try {
            connection = connections.connect();
        } catch (LoadException | RuntimeException e) {
            throw new SQLException(e.getMessage(), e); // the next attempt may reach another server
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(e);
        }
        open = connection;
        opening.take(connection.jdbc());
        return connection.jdbc();
    }

    /**
     * Returns whether the failure is one of the connection. A driver with several servers may have switched to the next
     * one. Then the connection looks usable, but its session is lost.
     */
    private static boolean isOfConnection(SQLException reason) {
        String state = reason.getSQLState();
        return state != null && state.startsWith("08");
    }

    private void discard() {
        LoadConnection connection = open;
        open = null;
        if (connection != null) {
            connection.close();
        }
    }

    /** Closes the connection. Later queries fail. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            discard();
        } finally {
            lock.unlock();
        }
    }
}
