package org.speedwell.testkit;

import com.speedment.runtime.application.AbstractApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.testcontainers.containers.JdbcDatabaseContainer;

/**
 * An application whose tables are in memory and follow a database, for tests. A test changes the database, waits until
 * memory shows the change, and then reads.
 *
 * <p>A wait that takes longer than {@link #TIMEOUT} fails the test with the state of replication. {@link #close()} stops
 * the application, but not the server.
 * {@snippet :
 * try (FollowingStore store =
 *         FollowingStore.start(new SakilaApplicationBuilder(), "jdbc:mysql://127.0.0.1:3306/sakila", "root", "secret")) {
 *     store.change("DELETE FROM film_text WHERE film_id = 1");
 *     boolean deleted = store.get(FilmTextManager.class).stream().noneMatch(FilmText.FILM_ID.equal(1));
 * }
 * }
 */
public final class FollowingStore implements AutoCloseable {
    /** The limit of each wait. Replication usually takes milliseconds. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Speedment application;
    private final String url;
    private final String user;
    private final String password;

    private FollowingStore(Speedment application, String url, String user, String password) {
        this.application = application;
        this.url = url;
        this.user = user;
        this.password = password;
    }

    /**
     * Starts an application on a running container, loads its tables, and follows the container.
     *
     * @param builder the generated builder of the application, with bundles and components of the test's choice
     * @throws org.speedwell.accelerator.DataStoreException if the tables cannot be loaded or followed; the message has
     *     the remedy
     */
    public static FollowingStore start(AbstractApplicationBuilder<?, ?> builder, JdbcDatabaseContainer<?> server) {
        return start(builder, server.getJdbcUrl(), server.getUsername(), server.getPassword());
    }

    /**
     * Starts an application on a running server, loads its tables, and follows the server.
     *
     * @param builder the generated builder of the application, with bundles and components of the test's choice
     * @param url the JDBC URL of the schema
     * @throws org.speedwell.accelerator.DataStoreException if the tables cannot be loaded or followed; the message has
     *     the remedy
     */
    public static FollowingStore start(
            AbstractApplicationBuilder<?, ?> builder, String url, String user, String password) {
        builder.withBundle(InMemoryBundle.class);
        builder.withConnectionUrl(url).withUsername(user).withPassword(password).withSkipLogoPrintout();
        FollowingStore started = new FollowingStore((Speedment) builder.build(), url, user, password);
        try {
            started.store().load();
            started.store().follow();
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Returns the store. */
    public DataStoreComponent store() {
        return get(DataStoreComponent.class);
    }

    /** Returns a manager or another component of the application. */
    public <T> T get(Class<T> type) {
        return application.getOrThrow(type);
    }

    /**
     * Executes statements in one transaction, and waits until memory shows it.
     *
     * @throws SQLException if a statement fails; the database then rolls back all statements
     * @throws AssertionError if memory does not show the transaction within {@link #TIMEOUT}
     */
    public void change(String... statements) throws SQLException, InterruptedException {
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
    public void await(Connection connection) throws InterruptedException {
        require(store().await(connection, TIMEOUT));
    }

    /**
     * Waits until memory shows all commits before this call, by any client.
     *
     * @throws AssertionError if memory does not show them within {@link #TIMEOUT}
     */
    public void await() throws InterruptedException {
        require(store().await(TIMEOUT));
    }

    private void require(boolean shown) {
        if (!shown) {
            throw new AssertionError("Memory does not show the commit after " + TIMEOUT.toSeconds()
                    + " s. Replication: " + store().followStatus() + ".");
        }
    }

    /** Stops the application. */
    @Override
    public void close() {
        application.stop();
    }
}
