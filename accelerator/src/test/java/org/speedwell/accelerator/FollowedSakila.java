package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** A Sakila of its own on the server of the tests, and an application that follows it. */
public final class FollowedSakila implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Database database = Database.forTests();
    private final String schema;
    private final Connection connection;

    @SuppressWarnings("NullAway.Init")
    private Speedment app;

    /** Loads the schema anew. */
    public FollowedSakila(String schema) throws SQLException {
        this.schema = schema;
        Sakila.scale(1).load(database, schema, Progress.none());
        this.connection = database.connect(schema);
    }

    /** An application that follows, with all tables in memory. */
    public Speedment start() {
        return start(StoreConfiguration.builder().follow().build());
    }

    Speedment start(StoreConfiguration configuration) {
        app = builder(database.url(schema), configuration);
        store().load();
        return app;
    }

    /** An application that is not loaded. */
    Speedment builder(String url, StoreConfiguration configuration) {
        return builder(url)
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
    }

    /** Builds an application without a check that the database can be reached. */
    Speedment detached(String url, StoreConfiguration configuration) {
        return builder(url)
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .withSkipCheckDatabaseConnectivity()
                .build();
    }

    /** An application that asks the database each time. */
    public Speedment plain() {
        return builder(database.url(schema)).build();
    }

    private SakilaApplicationBuilder builder(String url) {
        return SakilaApp.at(url, database, schema);
    }

    Database database() {
        return database;
    }

    String schema() {
        return schema;
    }

    /** The application that was started last. */
    public Speedment app() {
        return app;
    }

    /** Takes an application for that which was started last. */
    void use(Speedment started) {
        app = started;
    }

    public DataStoreComponent store() {
        return app.getOrThrow(DataStoreComponent.class);
    }

    /** Another connection. */
    public Connection connect() throws SQLException {
        return database.connect(schema);
    }

    /** The statements, on the same connection each time. */
    void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Waits for what {@link #execute} has committed. */
    void awaitOwn() throws InterruptedException {
        assertThat(store().await(connection, LONG))
                .as(() -> store().followStatus().toString())
                .isTrue();
    }

    /** Waits for what anybody has committed. */
    void awaitAll() throws InterruptedException {
        assertThat(store().await(LONG))
                .as(() -> store().followStatus().toString())
                .isTrue();
    }

    void assertSameAsDatabase() throws SQLException {
        ReadBack.assertSameRowsAsJdbc(app, connection);
    }

    @Override
    public void close() throws SQLException {
        if (app != null) {
            app.stop();
        }
        execute("DROP DATABASE " + schema);
        connection.close();
        Lease.reclaim();
    }
}
