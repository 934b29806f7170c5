package org.speedwell.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.speedwell.accelerator.DataStore;

/**
 * A running server whose tables are in memory and follow it. A test changes the database, waits until memory shows the
 * change, and then reads. A wait that takes longer than {@link #TIMEOUT} fails the test with the state of replication.
 */
public abstract sealed class FollowedServer implements AutoCloseable permits FollowingStore, FollowingMemory {
    /** The limit of each wait. Replication usually takes milliseconds. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String url;
    private final String user;
    private final String password;

    FollowedServer(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    /** Returns the store that follows the server. */
    public abstract DataStore store();

    /**
     * Executes statements in one transaction, and waits until memory shows it.
     *
     * @throws SQLException if a statement fails; the database then rolls back all statements
     * @throws AssertionError if memory does not show the transaction within {@link #TIMEOUT}
     */
    public final void change(String... statements) throws SQLException, InterruptedException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : statements) {
                statement.execute(sql);
            }
            connection.commit();
            await(connection);
        }
    }

    /**
     * Waits until memory shows all commits of a connection.
     *
     * @throws AssertionError if memory does not show them within {@link #TIMEOUT}
     */
    public final void await(Connection connection) throws InterruptedException {
        require(store().await(connection, TIMEOUT));
    }

    /**
     * Waits until memory shows all commits before this call, by any client.
     *
     * @throws AssertionError if memory does not show them within {@link #TIMEOUT}
     */
    public final void await() throws InterruptedException {
        require(store().await(TIMEOUT));
    }

    private void require(boolean shown) {
        if (!shown) {
            throw new AssertionError("Memory does not show the commit after " + TIMEOUT.toSeconds()
                    + " s. Replication: " + store().followStatus() + ".");
        }
    }

    /** Stops to follow the server, and drops the tables in memory. The server continues to run. */
    @Override
    public abstract void close();
}
