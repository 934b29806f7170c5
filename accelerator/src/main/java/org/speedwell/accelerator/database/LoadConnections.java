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
 * All connections of one load, known from before they are open until they are given back: any thread may cut them at any
 * moment, those that are still being opened included. Thread-safe.
 */
public final class LoadConnections implements AutoCloseable {
    private final Duration timeout;
    private final Set<CompletableFuture<Connection>> attempts = ConcurrentHashMap.newKeySet();
    private final Set<LoadConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;

    /** @param timeout how long a database may take to open a connection, and then to send the next bytes */
    public LoadConnections(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * Opens a connection on a thread of its own, so that whoever waits need not wait for a driver or a pool that does not
     * answer.
     *
     * @param database its name, for messages
     * @param opener opens a connection, which may be one of a pool
     * @throws UnreachableException if the database cannot be reached, not in time, or the connection is lost
     * @throws LoadException if the server refuses the user, if it is neither MySQL nor MariaDB, or if all connections have been
     *     aborted
     */
    public LoadConnection open(String database, Supplier<Connection> opener)
            throws LoadException, InterruptedException {
        CompletableFuture<Connection> attempt = new CompletableFuture<>();
        attempts.add(attempt);
        if (aborted) {
            attempt.cancel(false);
        }
        // a virtual one: where it waits for the network an interrupt closes its socket
        Thread opening = Thread.ofVirtual().name("speedwell-connect").start(() -> open(opener, attempt));
        boolean taken = false;
        try {
            Connection connection = attempt.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            taken = true;
            LoadConnection known = registered(connection);
            requireVersion(known);
            return known;
        } catch (TimeoutException e) {
            throw unreachable(database, "there is none after %d s".formatted(timeout.toSeconds()), e);
        } catch (CancellationException e) {
            throw failed(database, "the load was stopped", e);
        } catch (ExecutionException e) {
            throw UnreachableException.explains(e)
                    ? unreachable(database, rootMessage(e), e)
                    : failed(database, rootMessage(e), e);
        } catch (SQLException e) {
            throw UnreachableException.of(message(database, rootMessage(e)), e);
        } finally {
            attempts.remove(attempt);
            if (!taken && !attempt.cancel(false) && !attempt.isCompletedExceptionally()) {
                LoadConnection.close(attempt.join()); // it came in the last moment
            }
            if (!taken) {
                opening.interrupt();
            }
        }
    }

    private static void open(Supplier<Connection> opener, CompletableFuture<Connection> attempt) {
        try {
            Connection connection = opener.get();
            if (!attempt.complete(connection)) {
                LoadConnection.close(connection); // its caller has given up
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
                + ". Check that it runs, and the address, user and password given to the application builder.";
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** Cuts all connections, and all that would be opened from now on. Does not wait for anything. */
    public void abort() {
        aborted = true;
        attempts.forEach(attempt -> attempt.cancel(false));
        open.forEach(LoadConnection::abort);
    }

    /** Gives back all connections that have not been, on none of which a statement is under way. */
    @Override
    public void close() {
        open.forEach(LoadConnection::close);
    }
}
