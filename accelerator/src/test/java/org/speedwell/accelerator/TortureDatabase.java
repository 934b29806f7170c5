package org.speedwell.accelerator;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.torture.TortureApplicationBuilder;

/** The torture schema under a name of its own, and applications over it. {@code close} drops the schema. */
public final class TortureDatabase implements AutoCloseable {
    private final Database database = Database.forTests();
    private final String schema;

    /** Creates the schema and loads it, without the rows that JDBC cannot read. */
    public TortureDatabase(String schema) throws SQLException {
        this.schema = schema;
        Torture.load(database, schema, Progress.none());
        execute("DELETE FROM unreadable_temporals");
    }

    public Database database() {
        return database;
    }

    public String schema() {
        return schema;
    }

    public Connection connect() throws SQLException {
        return database.connect(schema);
    }

    public TortureApplicationBuilder builder() {
        return new TortureApplicationBuilder()
                .withConnectionUrl(database.url(schema))
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .withSkipLogoPrintout();
    }

    /** Creates an application that answers from memory. Its tables are not loaded yet. */
    public Speedment inMemory() {
        return inMemory(StoreConfiguration.defaults());
    }

    public Speedment inMemory(StoreConfiguration configuration) {
        return builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
    }

    /**
     * Starts an application that replicates the database, with all tables in memory. Reloads are not verified, so only
     * the test compares the tables.
     */
    public Speedment followed() {
        Speedment app = inMemory(StoreConfiguration.builder()
                .badValue(BadValue.NULL)
                .follow(FollowConfiguration.builder().withoutVerifiedReloads().build())
                .build());
        app.getOrThrow(DataStoreComponent.class).load();
        return app;
    }

    /** Executes the statements on one connection. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP DATABASE " + schema);
    }
}
