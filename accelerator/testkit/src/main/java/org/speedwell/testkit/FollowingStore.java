package org.speedwell.testkit;

import com.speedment.runtime.application.AbstractApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.testcontainers.containers.JdbcDatabaseContainer;

/**
 * An application of Speedment whose tables are in memory and follow a database, for tests. {@link #close()} stops the
 * application, but not the server. {@link FollowingMemory} is the same for records and entities of Jakarta Persistence.
 *
 * {@snippet :
 * try (FollowingStore store =
 *         FollowingStore.start(new SakilaApplicationBuilder(), "jdbc:mysql://127.0.0.1:3306/sakila", "root", "secret")) {
 *     store.change("DELETE FROM film_text WHERE film_id = 1");
 *     boolean deleted = store.get(FilmTextManager.class).stream().noneMatch(FilmText.FILM_ID.equal(1));
 * }
 * }
 */
public final class FollowingStore extends FollowedServer {
    private final Speedment application;

    private FollowingStore(Speedment application, String url, String user, String password) {
        super(url, user, password);
        this.application = application;
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

    @Override
    public DataStoreComponent store() {
        return get(DataStoreComponent.class);
    }

    /** Returns a manager or another component of the application. */
    public <T> T get(Class<T> type) {
        return application.getOrThrow(type);
    }

    /** Stops the application. */
    @Override
    public void close() {
        application.stop();
    }
}
