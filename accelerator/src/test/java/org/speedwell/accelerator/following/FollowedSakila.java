package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** A Sakila schema that only this test uses, on the test server, and an application that replicates it. */
public final class FollowedSakila implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Database database = Database.forTests();
    private final String schema;
    private final Connection connection;

    @SuppressWarnings("NullAway.Init")
    private Speedment app;

    /** Creates and fills the schema. Replaces a schema of the same name. */
    public FollowedSakila(String schema) throws SQLException {
        this.schema = schema;
        Sakila.scale(1).load(database, schema, Progress.none());
        this.connection = database.connect(schema);
    }

    /** Starts an application that has loaded all tables and replicates them. */
    public Speedment start() {
        return start(StoreConfiguration.builder().follow().build());
    }

    public Speedment start(StoreConfiguration configuration) {
        app = builder(database.url(schema), configuration);
        store().load();
        return app;
    }

    /** Builds an application that has not loaded its tables. */
    public Speedment builder(String url, StoreConfiguration configuration) {
        return builder(url)
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
    }

    /** Builds an application without checking that the database is reachable. */
    public Speedment detached(String url, StoreConfiguration configuration) {
        return builder(url)
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .withSkipCheckDatabaseConnectivity()
                .build();
    }

    /** Builds an application that queries the database each time. */
    public Speedment plain() {
        return builder(database.url(schema)).build();
    }

    private SakilaApplicationBuilder builder(String url) {
        return SakilaApp.at(url, database, schema);
    }

    public Database database() {
        return database;
    }

    public String schema() {
        return schema;
    }

    /** Returns the current application. */
    public Speedment app() {
        return app;
    }

    /** Replaces the current application. */
    public void use(Speedment started) {
        app = started;
    }

    public DataStoreComponent store() {
        return app.getOrThrow(DataStoreComponent.class);
    }

    /** Opens another connection. */
    public Connection connect() throws SQLException {
        return database.connect(schema);
    }

    /** Executes statements, always on the same connection. */
    public void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Waits until memory has all that {@link #execute} has committed. */
    public void awaitOwn() throws InterruptedException {
        assertThat(store().await(connection, LONG))
                .as(() -> store().followStatus().toString())
                .isTrue();
    }

    /** Waits until memory has all that any client has committed. */
    public void awaitAll() throws InterruptedException {
        assertThat(store().await(LONG))
                .as(() -> store().followStatus().toString())
                .isTrue();
    }

    public void assertSameAsDatabase() throws SQLException {
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
