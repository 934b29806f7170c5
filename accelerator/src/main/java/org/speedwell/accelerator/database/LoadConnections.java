package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The connections of one load, from the attempt to open each until its return. Any thread may abort all of them at any
 * time, including those that are still opening. Thread-safe.
 */
public final class LoadConnections implements AutoCloseable {
    /** The name of the threads that open connections. */
    private static final String OPENER = "speedwell-connect";

    private final Duration timeout;
    private final Set<CompletableFuture<Connection>> attempts = ConcurrentHashMap.newKeySet();
    private final Set<LoadConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;

    /**
     * Creates an empty set of connections.
     *
     * @param timeout the longest time for opening a connection, and afterwards for each wait for bytes
     */
    public LoadConnections(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * Opens a connection on its own thread, so that the caller never waits for a driver or a pool that does not answer.
     *
     * @param database the database's name for messages
     * @param opener opens a connection, or takes one from a pool; an exception with the cause {@link LoadException} is
     *     not about the connection, and this method throws that cause
     * @throws UnreachableException if the database does not answer in time, or the connection is lost
     * @throws LoadException if the server rejects the user, if it is neither MySQL nor MariaDB, or after
     *     {@link #abort()}
     */
    public LoadConnection open(String database, Supplier<Connection> opener)
            throws LoadException, InterruptedException {
        CompletableFuture<Connection> attempt = new CompletableFuture<>();
        attempts.add(attempt);
        if (aborted) {
            attempt.cancel(false);
        }
        // An interrupt closes the socket on which a virtual thread waits.
        Thread opening = Thread.ofVirtual().name(OPENER).start(() -> open(opener, attempt));
        boolean taken = false;
        try {
            Connection connection = attempt.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            taken = true;
            LoadConnection known = registered(connection);
            requireVersion(known);
            return known;
        } catch (TimeoutException e) {
            throw unreachable(database, "the driver returned none within %d s".formatted(timeout.toSeconds()), e);
        } catch (CancellationException e) {
            throw failed(database, "the load was stopped", e);
        } catch (ExecutionException e) {
            if (root(e) instanceof LoadException known) { // the opener checked more than the connection
                throw known;
            }
            throw UnreachableException.explains(e)
                    ? unreachable(database, rootMessage(e), e)
                    : failed(database, rootMessage(e), e);
        } catch (SQLException e) {
            throw UnreachableException.of(message(database, rootMessage(e)), e);
        } finally {
            attempts.remove(attempt);
            if (!taken && !attempt.cancel(false) && !attempt.isCompletedExceptionally()) {
                LoadConnection.close(attempt.join()); // the connection arrived after the timeout
            }
            if (!taken) {
                opening.interrupt();
            }
        }
    }

    /**
     * Returns whether the current thread opens a connection whose caller has stopped waiting. The failure is then
     * expected.
     */
    public static boolean isOpeningInVain() {
        Thread current = Thread.currentThread();
        return current.isInterrupted() && current.getName().equals(OPENER);
    }

    private static void open(Supplier<Connection> opener, CompletableFuture<Connection> attempt) {
        try {
            Connection connection = opener.get();
            if (!attempt.complete(connection)) {
                LoadConnection.close(connection); // the caller no longer waits
            }
        } catch (Throwable e) {
            attempt.completeExceptionally(e);
        }
    }

    private LoadConnection registered(Connection connection) throws SQLException {
        LoadConnection known = new LoadConnection(connection, open::remove);
        open.add(known);
        if (aborted) {
            known.abort();
        }
        try {
            known.setNetworkTimeout(timeout);
        } catch (SQLException e) {
            known.abort();
            known.close();
            throw e;
        }
        return known;
    }

    private static void requireVersion(LoadConnection connection) throws LoadException, SQLException {
        try {
            ServerVersion.require(connection.jdbc().getMetaData());
        } catch (LoadException | SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static LoadException failed(String database, String why, Exception cause) {
        return new LoadException(message(database, why), cause);
    }

    private static UnreachableException unreachable(String database, String why, Exception cause) {
        return new UnreachableException(message(database, why), cause);
    }

    private static String message(String database, String why) {
        return "No connection to database " + database + ": " + why
                + ". Check that it runs, and check the address, user and password in the application builder.";
    }

    private static String rootMessage(Throwable failure) {
        return String.valueOf(root(failure).getMessage());
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Aborts all connections, and every connection that would open later. Does not wait. */
    public void abort() {
        aborted = true;
        attempts.forEach(attempt -> attempt.cancel(false));
        open.forEach(LoadConnection::abort);
    }

    /** Closes all connections that are still open. No statement may run on them. */
    @Override
    public void close() {
        open.forEach(LoadConnection::close);
    }
}
